package policy

import (
	"strconv"
	"strings"

	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common/cost"
	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"
	"cel.dev/cel-go/common/types/traits"

	"github.com/guardstream/guardstream/core/weburl"
)

// addressFunctions are about web addresses, read as strictly as everywhere in the
// guard (semantics §5: only http and https, no user name, a valid host; without a
// leading "www.").
//
//	is_url(s)                         can it be read as a web address
//	host("https://www.Shop.example")  "shop.example"; international names in their xn-- form
//	scheme(u)                         "https", "http", or "" when none is written
//	port(u)                           as written, else the scheme's: 80 for http, else 443
//	domain_in(host(u), ["a.example"]) the host is one of these domains or below one
//
// host, scheme and port of what is no web address are errors, so that neither a list
// of allowed nor one of refused hosts lets it pass: is_url(u) && host(u) in [...] denies.
func addressFunctions() []function {
	return []function{
		{
			name: "is_url",
			overloads: []cel.FunctionOpt{cel.Overload("is_url", []*cel.Type{cel.StringType}, cel.BoolType,
				cel.UnaryBinding(func(v ref.Val) ref.Val {
					_, ok := weburl.Parse(string(v.(types.String)))
					return types.Bool(ok)
				}))},
			costs: []cost.OverloadModel{cost.Overload("is_url", cost.EvalCost(scanAddress))},
		},
		ofAddress("host", cel.StringType, func(p weburl.Parts) ref.Val { return types.String(p.Host) }),
		ofAddress("scheme", cel.StringType, func(p weburl.Parts) ref.Val { return types.String(p.Scheme) }),
		ofAddress("port", cel.IntType, port),
		{
			name: "domain_in",
			overloads: []cel.FunctionOpt{cel.Overload("domain_in", []*cel.Type{cel.StringType, cel.ListType(cel.StringType)}, cel.BoolType,
				cel.BinaryBinding(func(host, domains ref.Val) ref.Val {
					return domainIn(string(host.(types.String)), domains.(traits.Lister))
				}))},
			costs: []cost.OverloadModel{cost.Overload("domain_in", cost.EvalCost(cost.Sum(scan(0), cost.Scale(cost.Arg(1), 5))))},
		},
	}
}

// scanAddress is the cost of reading an address: its host is looked at several times.
var scanAddress = cost.Sum(cost.Const(3), cost.Scale(cost.Arg(0), 0.5))

// ofAddress declares a function of a web address.
func ofAddress(name string, result *cel.Type, of func(weburl.Parts) ref.Val) function {
	return function{
		name: name,
		overloads: []cel.FunctionOpt{cel.Overload(name, []*cel.Type{cel.StringType}, result,
			cel.UnaryBinding(func(v ref.Val) ref.Val {
				parts, ok := weburl.Parse(string(v.(types.String)))
				if !ok {
					return types.NewErr("%s: %q is no web address", name, shorten(string(v.(types.String))))
				}
				return of(parts)
			}))},
		costs: []cost.OverloadModel{cost.Overload(name, cost.EvalCost(scanAddress), cost.ResultSize(cost.Arg(0)))},
	}
}

func port(p weburl.Parts) ref.Val {
	if p.Port != "" {
		n, err := strconv.Atoi(p.Port)
		if err != nil {
			return types.NewErr("port: %q is no number", p.Port)
		}
		return types.Int(n)
	}
	if p.Scheme == "http" {
		return types.Int(80)
	}
	return types.Int(443)
}

// domainIn reports whether a host is one of the domains or below one. "www.a.example"
// in the list is that host alone: reading it as the whole of a.example would allow more
// than was written. An entry that is no host is an error: it would never match.
func domainIn(host string, domains traits.Lister) ref.Val {
	host = strings.ToLower(host)
	found := false
	for it := domains.Iterator(); it.HasNext() == types.True; {
		entry, ok := it.Next().(types.String)
		if !ok {
			return types.NewErr("domain_in: a domain is a text")
		}
		parts, ok := weburl.Parse(string(entry))
		if !ok || parts != (weburl.Parts{Host: parts.Host}) {
			return types.NewErr("domain_in: %q is no domain", shorten(string(entry)))
		}
		single := len(entry) > 4 && strings.EqualFold(string(entry[:4]), "www.")
		if host == parts.Host || !single && strings.HasSuffix(host, "."+parts.Host) {
			found = true
		}
	}
	return types.Bool(found)
}
