package policy

import (
	"path"
	"strings"

	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common/cost"
	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"
)

// pathFunctions are about paths with "/", as texts: nothing looks at a file system, so
// symbolic links are not followed.
//
//	under(p, "/srv/data")  p is that directory or inside of it once cleaned; a relative
//	                       p starts there. False for a path that two programs read differently.
//	clean(p)               p without ".", ".." and doubled "/"
//	base(p)                the last element of clean(p)
//	ext(p)                 the extension of base(p) with its dot, as written; "" for none
//
// clean, base and ext of a path that two programs read differently are errors.
func pathFunctions() []function {
	return []function{
		{
			name: "under",
			overloads: []cel.FunctionOpt{cel.Overload("under", []*cel.Type{cel.StringType, cel.StringType}, cel.BoolType,
				cel.BinaryBinding(func(p, dir ref.Val) ref.Val { return under(string(p.(types.String)), string(dir.(types.String))) }))},
			costs: []cost.OverloadModel{cost.Overload("under", cost.EvalCost(cost.Sum(scan(0), scan(1))))},
		},
		textToText("clean", ofPlainPath(path.Clean)),
		textToText("base", ofPlainPath(path.Base)),
		textToText("ext", ofPlainPath(extension)),
	}
}

// under reports whether p is dir or below it.
func under(p, dir string) ref.Val {
	if !path.IsAbs(dir) || !plainPath(dir) {
		return types.NewErr("under: the directory %q is not an absolute path", dir)
	}
	if p == "" || !plainPath(p) {
		return types.False
	}
	dir = path.Clean(dir)
	if !path.IsAbs(p) {
		p = dir + "/" + p
	}
	p = path.Clean(p)
	return types.Bool(p == dir || dir == "/" || strings.HasPrefix(p, dir+"/"))
}

// plainPath reports whether every program reads p as the same path: without control
// characters (a NUL ends a path for some), backslashes (separators for some), a home
// directory, or escaped characters that become a separator or a dot when decoded.
func plainPath(p string) bool {
	if strings.HasPrefix(p, "~") {
		return false
	}
	for i := range len(p) {
		switch c := p[i]; {
		case c < 0x20, c == 0x7f, c == '\\':
			return false
		case c == '%' && i+2 < len(p):
			switch strings.ToLower(p[i+1 : i+3]) {
			case "2e", "2f", "5c", "00", "25": // . / \ NUL, and % itself: escaped twice
				return false
			}
		}
	}
	return true
}

func ofPlainPath(of func(string) string) func(string) ref.Val {
	return func(p string) ref.Val {
		if !plainPath(p) {
			return types.NewErr("%q is not a plain path", p)
		}
		return types.String(of(p))
	}
}

func extension(p string) string {
	name := path.Base(path.Clean(p))
	dot := strings.LastIndexByte(name, '.')
	if dot <= 0 || strings.Trim(name[:dot], ".") == "" { // ".bashrc" is a name
		return ""
	}
	return name[dot:]
}
