package weburl_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/guardstream/guardstream/core/weburl"
)

func TestParse(t *testing.T) {
	long := strings.Repeat("a", 63)
	tests := []struct {
		in   string
		want weburl.Parts // zero: refused
	}{
		{"HTTP://Shop.Example", weburl.Parts{Host: "shop.example", Scheme: "http"}},
		{"http://shop.example:443/a", weburl.Parts{Host: "shop.example", Path: "/a", Scheme: "http"}},
		{"shop.example:65535", weburl.Parts{Host: "shop.example", Port: "65535"}},
		{"shop.example:65536", weburl.Parts{}},
		{"shop.example:00080", weburl.Parts{Host: "shop.example"}},
		{"shop.example:0", weburl.Parts{Host: "shop.example", Port: "0"}},
		{"https://shop.example:/", weburl.Parts{Host: "shop.example", Scheme: "https"}},
		{"https://shop.example?", weburl.Parts{Host: "shop.example", Scheme: "https"}},
		{"https://shop.example?a?b#c#d", weburl.Parts{Host: "shop.example", Query: "a?b", Fragment: "c#d", Scheme: "https"}},

		// one host, written in a way that another program reads otherwise
		{"https://good.example\\@evil.test", weburl.Parts{}},
		{"https://good.example\t.evil.test", weburl.Parts{}},
		{"https://good.example&@evil.test", weburl.Parts{}},
		{"https://:@good.example", weburl.Parts{}},
		{"https:good.example", weburl.Parts{}},
		{"https:///good.example", weburl.Parts{}},
		{"http://1.2.3.0x4", weburl.Parts{}},
		{"http://shop.0x", weburl.Parts{}},
		{"http://1.2.3.256", weburl.Parts{}},
		{"http://１２７.0.0.1", weburl.Parts{Host: "127.0.0.1", Scheme: "http"}},
		{"http://[fe80::1%eth0]/", weburl.Parts{}},
		{"http://[1.2.3.4]/", weburl.Parts{}},
		{"http://[::1]:8443/", weburl.Parts{Host: "::1", Port: "8443", Scheme: "http"}},
		{"http://[::1]:/", weburl.Parts{Host: "::1", Scheme: "http"}},
		{"[::1]:", weburl.Parts{}},
		{"http://intranet/", weburl.Parts{}},
		{"http://shop.example\xff/", weburl.Parts{}},

		// dot segments, however they are written
		{"shop.example/a/%2e%2E", weburl.Parts{}},
		{"shop.example/a%2F..%2Fb", weburl.Parts{}},
		{"shop.example/a/..%5cb", weburl.Parts{}},
		{"shop.example/a%2Fb", weburl.Parts{Host: "shop.example", Path: "/a%2Fb"}},
		{"shop.example/%2e%2e%2e", weburl.Parts{Host: "shop.example", Path: "/%2e%2e%2e"}},
		{"shop.example/%2", weburl.Parts{Host: "shop.example", Path: "/%2"}},

		// the limits of names
		{long + ".example", weburl.Parts{Host: long + ".example"}},
		{"a" + long + ".example", weburl.Parts{}},
		{strings.Repeat("ü", 100) + ".example", weburl.Parts{}},
		{strings.Repeat("ü", 1_000_000) + ".example", weburl.Parts{}},
		{"例え。example。", weburl.Parts{Host: "xn--r8jz45g.example"}},
		{"www.www.shop.example", weburl.Parts{Host: "www.shop.example"}},
	}
	for _, tt := range tests {
		got, ok := weburl.Parse(tt.in)
		if got != tt.want || ok != (tt.want != weburl.Parts{}) {
			t.Errorf("Parse(%.60q) = %+v, %v, want %+v", tt.in, got, ok, tt.want)
		}
	}
}

func TestSameNeverDowngrades(t *testing.T) {
	written := map[string][]string{ // written scheme → values that name it
		"https://": {"https://"},
		"http://":  {"https://", "http://", ""},
		"":         {"https://", "http://", ""},
	}
	for scheme, allowed := range written {
		for _, value := range []string{"https://", "http://", ""} {
			want := slices.Contains(allowed, value)
			if got := weburl.Same(value+"shop.example/a", scheme+"shop.example/a", false); got != want {
				t.Errorf("value %q, written %q: %v, want %v", value, scheme, got, want)
			}
		}
	}
}

// FuzzParse checks that what was read reads the same when it is written again, and
// that an address always names itself.
func FuzzParse(f *testing.F) {
	for _, v := range readVectors(f) {
		f.Add(v.In.URL)
		f.Add(v.In.Value)
		f.Add(v.In.Written)
	}
	f.Fuzz(func(t *testing.T, s string) {
		parts, ok := weburl.Parse(s)
		if !ok {
			if parts != (weburl.Parts{}) {
				t.Fatalf("Parse(%q) refused with parts %+v", s, parts)
			}
			return
		}
		again, ok := weburl.Parse(parts.String())
		if !ok || again != parts {
			t.Fatalf("Parse(%q) = %+v; written %q it reads %+v, %v", s, parts, parts.String(), again, ok)
		}
		if !weburl.Same(s, s, false) || !weburl.Same(s, s, true) {
			t.Fatalf("%q does not name itself", s)
		}
		if strings.ContainsAny(parts.Host, "@/?#\\ ") || parts.Host == "" {
			t.Fatalf("Parse(%q): host %q", s, parts.Host)
		}
	})
}

func ExampleParse() {
	parts, ok := weburl.Parse("HTTPS://www.Münchner-Hof.example:443/zimmer/?ab=2025-03-01")
	fmt.Println(ok, parts.Host, parts.Path, parts.Query)
	_, ok = weburl.Parse("https://shop.example@evil.test/")
	fmt.Println(ok)
	// Output:
	// true xn--mnchner-hof-thb.example /zimmer ab=2025-03-01
	// false
}

func ExampleSame() {
	fmt.Println(weburl.Same("https://docs.example/guide/intro", "docs.example/guide", true))
	fmt.Println(weburl.Same("https://docs.example/guide-evil", "docs.example/guide", true))
	fmt.Println(weburl.Same("http://docs.example/guide", "https://docs.example/guide", false))
	// Output:
	// true
	// false
	// false
}
