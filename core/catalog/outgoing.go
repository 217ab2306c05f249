package catalog

import (
	"slices"

	"github.com/guardstream/guardstream/core/jsonvalue"
)

// Outgoing says what text that leaves with a call may carry (semantics §6, outgoing
// text). Its zero values are the careful ones.
type Outgoing struct {
	Arguments []string // whose texts leave, however deep they stand in them; at least one
	Links     Links
	Secrets   Secrets
	Markup    Markup
	OnFail    Effect // of links and markup; secrets say it themselves
}

// Links says which links may leave. The zero value is LinksUser.
type Links uint8

// Which links may leave.
const (
	LinksUser Links = iota // the user's own: the same address, in the user's words
	LinksAny               // all
)

// Secrets says what becomes of a call whose text carries a secret. The zero value is
// SecretsDeny.
type Secrets uint8

// What becomes of secrets.
const (
	SecretsDeny     Secrets = iota // the call is refused
	SecretsEscalate                // a person decides
	SecretsAny                     // nothing
)

// Markup says whether markup that makes a program fetch something may leave. The zero
// value is MarkupPlain.
type Markup uint8

// Which markup may leave.
const (
	MarkupPlain Markup = iota // what would be fetched counts as a link, whatever its address
	MarkupAny                 // all, as long as its links may leave
)

// Firewall asks that every value a call sends is in the user's words or in a fact given
// with the call (semantics §13).
type Firewall struct {
	Exempt []string // arguments that may hold anything
	OnFail Effect
}

var (
	linkWords   = [...]string{"user", "any"}
	secretWords = [...]string{"deny", "escalate", "any"}
	markupWords = [...]string{"plain", "any"}
)

// String returns the name: "user" or "any".
func (l Links) String() string { return linkWords[l] }

// String returns the name: "deny", "escalate" or "any".
func (s Secrets) String() string { return secretWords[s] }

// String returns the name: "plain" or "any".
func (m Markup) String() string { return markupWords[m] }

func (d *decoder) outgoingFields(o *Outgoing) []field {
	return []field{
		{name: "arguments", required: true, read: d.texts(&o.Arguments, "a list of argument names")},
		{name: "links", read: choice(d, &o.Links, linkWords[:], wordOf[Links](linkWords[:]))},
		{name: "secrets", read: choice(d, &o.Secrets, secretWords[:], wordOf[Secrets](secretWords[:]))},
		{name: "markup", read: choice(d, &o.Markup, markupWords[:], wordOf[Markup](markupWords[:]))},
		{name: "on_fail", read: choice(d, &o.OnFail, effects[:], ParseEffect)},
	}
}

func (d *decoder) firewallFields(f *Firewall) []field {
	return []field{
		{name: "exempt", read: d.texts(&f.Exempt, "a list of argument names")},
		{name: "on_fail", read: choice(d, &f.OnFail, effects[:], ParseEffect)},
	}
}

// wordOf makes a parser of one of a few words.
func wordOf[T ~uint8](words []string) func(string) (T, bool) {
	return func(word string) (T, bool) { return parseWord[T](words, word) }
}

func (o *Outgoing) value() jsonvalue.Value {
	return jsonvalue.NewObject(
		member("arguments", listOf(slices.Sorted(slices.Values(o.Arguments)), jsonvalue.NewString)),
		member("links", stringOf(o.Links)),
		member("secrets", stringOf(o.Secrets)),
		member("markup", stringOf(o.Markup)),
		member("on_fail", stringOf(o.OnFail)))
}

func (f *Firewall) value() jsonvalue.Value {
	var members []jsonvalue.Member
	if len(f.Exempt) > 0 {
		members = append(members, member("exempt", listOf(slices.Sorted(slices.Values(f.Exempt)), jsonvalue.NewString)))
	}
	return jsonvalue.NewObject(append(members, member("on_fail", stringOf(f.OnFail)))...)
}
