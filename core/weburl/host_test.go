package weburl

import (
	"strings"
	"testing"

	"golang.org/x/net/idna"
)

// FuzzPlainHost checks that the short way for ASCII hosts and IDNA agree.
func FuzzPlainHost(f *testing.F) {
	for _, s := range []string{"Shop.example", "a--b.example", "xn--a.example", "-a.b", "a_b.c", "1.2.3.4", "a..b"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if s == "" || len(s) > maxHost || !isPlain(s) {
			return
		}
		_, short := checkName(strings.ToLower(s))
		encoded, err := idna.Lookup.ToASCII(s)
		_, long := checkName(encoded)
		if short != (long && err == nil) || short && encoded != strings.ToLower(s) {
			t.Fatalf("%q: short way %v; IDNA %q, %v", s, short, encoded, err)
		}
	})
}
