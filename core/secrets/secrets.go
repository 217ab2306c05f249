package secrets

import (
	"cmp"
	"slices"
)

// Secret is a piece of a text that must not leave. Start and End are byte offsets.
type Secret struct {
	Kind       Kind
	Start, End int
}

// Kind says how a secret was told.
type Kind string

// The kinds.
const (
	PrivateKey Kind = "private key"
	Token      Kind = "token"       // a key or a token of a known form, or one that is only random
	Login      Kind = "login"       // a password in an address
	Card       Kind = "card number" // of a form that issuers use, and with its check digit
	Announced  Kind = "announced"   // the text itself calls it a secret
)

// Find returns the secrets of a text.
func Find(text string) []Secret {
	found := append(announced(text), byForm(text)...)
	found = append(found, cards(text)...)
	slices.SortStableFunc(found, func(a, b Secret) int {
		return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(b.End, a.End))
	})
	kept := found[:0]
	for _, s := range found {
		if n := len(kept); n > 0 && s.Start < kept[n-1].End {
			kept[n-1].End = max(kept[n-1].End, s.End)
			continue
		}
		kept = append(kept, s)
	}
	return kept
}
