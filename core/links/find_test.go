package links

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestFind(t *testing.T) {
	for text, want := range map[string][]string{
		"see https://a.example/x?y=1#z.":                     {"https://a.example/x?y=1#z"},
		"(http://a.example)":                                 {"http://a.example"},
		"http://a.example/w_(b) and":                         {"http://a.example/w_(b)"},
		"HTTPS://A.EXAMPLE":                                  {"HTTPS://A.EXAMPLE"},
		"hxxp://a.example":                                   {"hxxp://a.example"},
		"ftp://a.example/f":                                  {"ftp://a.example/f"},
		"https:a.org/x":                                      {"https:a.org/x"},
		`https:\\a.org\x`:                                    {`https:\\a.org\x`},
		"http://10.0.0.1/x http://localhost:80/y":            {"http://10.0.0.1/x", "http://localhost:80/y"},
		"https://user:pw@evil.org/":                          {"https://user:pw@evil.org/"},
		"www.a.example, and www.b.example!":                  {"www.a.example", "www.b.example"},
		"visit a.org today":                                  {"a.org"},
		"a.org/path?x=1, b.co.uk:8080":                       {"a.org/path?x=1", "b.co.uk:8080"},
		"me.github.io":                                       {"me.github.io"},
		"кириллица.рф and bücher.de":                         {"кириллица.рф", "bücher.de"},
		"a\u200b.o\u200brg":                                  {"a.org"},
		"ａ．ｏｒｇ or a。org":                                     {"a.org", "a.org"},
		"a[.]org a(dot)org a[dot]org":                        {"a.org", "a.org", "a.org"},
		"&#104;ttps://a.org &#x61;.org":                      {"https://a.org", "a.org"},
		"[text](https://a.org/x) <https://b.org>":            {"https://a.org/x", "https://b.org"},
		"![i](//a.org/x.png)":                                {"a.org/x.png"},
		`<img src="//a.org/x">`:                              {"a.org/x"},
		"javascript:alert(1)":                                {"javascript:alert(1)"},
		"data:text/html,x":                                   {"data:text/html,x"},
		"at the end.https://a.org":                           {"https://a.org"},
		"mail bob@a.org or first.last@b.co.uk":               nil,
		"notes.md, main.py, bill-may.txt and a.zip":          nil,
		"notes.md/x":                                         {"notes.md/x"},
		"v1.2.3, 3.14, e.g. that, i.e. this, U.S. and a.m.":  nil,
		"we are done.So come. Nobody.In sight":               nil,
		"data: 5 things, note: this, http: is a scheme":      nil,
		"path/to.com/x a.b.c.d.e /usr/lib ../x C:\\x":        nil,
		"co.uk and com are suffixes; 1,000.00; 10:30":        nil,
		"one // two, // comment, //x and a//b":               nil,
		"":                                                   nil,
		".. . .a. a.. -a.org":                                nil,
		"http:// and https://":                               nil,
		"a_b.org is no host but https://a_b.org is followed": {"https://a_b.org"},
	} {
		var got []string
		for _, l := range Find(text) {
			got = append(got, l.Text)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestHost(t *testing.T) {
	for text, want := range map[string][3]string{ // address, host, domain
		"https://www.A.co.uk:80/x": {"A.co.uk:80/x", "a.co.uk", "a.co.uk"},
		"https://u:p@b.a.org/x":    {"u:p@b.a.org/x", "b.a.org", "a.org"},
		"c.me.github.io":           {"c.me.github.io", "c.me.github.io", "me.github.io"},
		"http://[::1]:80/":         {"[::1]:80/", "[::1]", "[::1]"},
		"http://localhost/x":       {"localhost/x", "localhost", "localhost"},
		"javascript:x.org":         {"x.org", "", ""},
	} {
		found := Find(text)
		if len(found) == 0 {
			t.Errorf("%q: nothing", text)
			continue
		}
		if got := [3]string{found[0].Address, found[0].Host, Domain(found[0].Host)}; got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestFetched(t *testing.T) {
	for text, want := range map[string][]string{
		"![x](https://a.org/x.png)":                             {"https://a.org/x.png"},
		"![x](/relative)":                                       {"/relative"},
		"![x][id]":                                              {"![x][id]"},
		`<img src=a.org/x>`:                                     {"a.org/x"},
		"<IMG\nSRC='https://a.org/x' alt=y>":                    {"https://a.org/x"},
		`<a href="https://a.org">b</a>`:                         {"https://a.org"},
		`<div style="background:url( 'https://a.org/x' )">`:     {"https://a.org/x"},
		`<script>x()</script>`:                                  {"<script"},
		`<meta http-equiv="refresh" content="0; url=//a.org/">`: {"a.org/"},
		`&lt;img src=a.org/x&gt;`:                               {"a.org/x"},
		"[text](https://a.org)":                                 nil,
		"plain text, 1 < 2, data = 5, <b>bold</b> & !x":         nil,
	} {
		var got []string
		for _, l := range Fetched(text) {
			got = append(got, l.Text)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// Whatever stands around an address with a scheme, it is found.
func TestAddressesAreFound(t *testing.T) {
	around := rapid.StringOfN(rapid.RuneFrom([]rune("ab9 .,:;/@-()[]<>\"'\n\\é=&#")), 0, 30, -1)
	rapid.Check(t, func(t *rapid.T) {
		text := around.Draw(t, "before") + " https://evil.example/x " + around.Draw(t, "after")
		for _, l := range Find(text) {
			if l.Text == "https://evil.example/x" && l.Host == "evil.example" {
				return
			}
		}
		t.Fatalf("%q: %v", text, Find(text))
	})
}

func FuzzFind(f *testing.F) {
	f.Add("https://a.org ![x](y) <img src=z>")
	f.Add("//")
	f.Add("a.b@c.d:e//f")
	f.Fuzz(func(t *testing.T, text string) {
		for _, l := range append(Find(text), Fetched(text)...) {
			if !strings.HasSuffix(l.Text, l.Address) || l.Text == "" && l.Host != "" {
				t.Fatalf("%q: %+v", text, l)
			}
		}
	})
}

func BenchmarkFind(b *testing.B) {
	for name, piece := range map[string]string{"prose": "The quick brown fox jumps over the lazy dog. ", "dots": "a.", "colons": "a:", "slashes": "a//", "signs": "a@b.", "brackets": "https://a(", "schemes": "http://"} {
		text := strings.Repeat(piece, 1<<16/len(piece))
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				Find(text)
			}
		})
	}
}
