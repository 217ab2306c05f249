package intent

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/guardstream/guardstream/core/runes"
)

func TestPhrases(t *testing.T) {
	for _, c := range []struct {
		pattern string
		found   []string
		not     []string
	}{
		{`\bsettle\b`, []string{"SETTLE the bill", "(settle)"}, []string{"settled already", "résettle", "resettle"}},
		{`рассчитай`, []string{"Рассчитайся с ним"}, []string{"расчёт"}},
		{`überweis`, []string{"ÜBERWEISE es", "u\u0308berweise"}, []string{"uberweise"}},
		{`\bоплати\b`, []string{"Оплати счёт", "оплати"}, []string{"оплатить", "переоплати", "оплати2"}},
		{`^\w+$`, []string{"привет", "a_1٣"}, []string{"при вет", "б\u0301а"}},
		{`\d{2}`, []string{"٣٤", "12"}, []string{"Ⅻ", "1"}},
		{`a\sb`, []string{"a\u00a0b", "a\u2028b", "a\x1cb", "a b"}, []string{"ab", "a\u200bb"}},
		{`[\d\s]x[^\w]`, []string{"٣x!", " x-"}, []string{"3xж", "ax!"}},
		{`[\W]x[\S]`, []string{"-xж", " x_"}, []string{"жx ", "жxж"}},
		{`\Bя`, []string{"меня"}, []string{"я", "- я"}},
		{`\Wx`, []string{"-x"}, []string{"жx", "x"}},
		{`\Dx\S`, []string{"axb"}, []string{"٣xb", "ax "}},
		{`Straße`, []string{"STRASSE", "straße"}, []string{"strase"}},
		{`[A-Z]{3}-\d`, []string{"abc-1", "ABC-1"}, []string{"ab-1"}},
		{`ﬁne`, []string{"FINE"}, nil},
		{`p\x{ad}ay`, []string{"pay", "p\u00aday"}, nil},
		{`pay`, []string{"p\u00aday", "ｐａｙ"}, []string{"раy"}},
		{`\Qa.b\E`, []string{"A.B"}, []string{"axb"}},
		{`[]a]b`, []string{"]b", "ab"}, []string{"cb"}},
		{`[^]a]b`, []string{"cb"}, []string{"]b", "ab"}},
		{`[[:digit:]\w]!`, []string{"ж!"}, []string{"-!"}},
		{`^b`, []string{"b"}, []string{"a\nb"}},
		{`(?m)^b$`, []string{"a\nb\nc"}, []string{"ab"}},
		{`a.b`, []string{"axb"}, []string{"a\nb"}},
		{`(?s)a.b`, []string{"a\nb"}, []string{"ab"}},
		{`x*`, []string{"", "y"}, nil},
		{`$`, []string{""}, nil},
		{`a|b|`, []string{"c"}, nil},
		{`(a+)+$`, []string{"aaa"}, []string{strings.Repeat("a", 5000) + "b"}},
	} {
		p, err := CompilePhrases([]string{c.pattern})
		if err != nil {
			t.Errorf("%s: %v", c.pattern, err)
			continue
		}
		for _, text := range c.found {
			if !p.Found(text) {
				t.Errorf("%s is not found in %q", c.pattern, text)
			}
		}
		for _, text := range c.not {
			if p.Found(text) {
				t.Errorf("%s is found in %q", c.pattern, text)
			}
		}
	}
}

func TestSeveralPhrases(t *testing.T) {
	p, err := CompilePhrases([]string{`\bone\b`, `two$`})
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]bool{"One more": true, "take two": true, "two more": false, "ones": false} {
		if p.Found(text) != want {
			t.Errorf("Found(%q) = %v", text, !want)
		}
	}
	if none, err := CompilePhrases(nil); err != nil || none.Found("") {
		t.Errorf("no phrases: %v, found", err)
	}
}

func TestBadPhrases(t *testing.T) {
	for pattern, say := range map[string]string{
		`(?=a)b`:        "look-ahead",
		`(?!a)b`:        "look-ahead",
		`(?<=a)b`:       "look-behind",
		`(?<!a)b`:       "look-behind",
		`(a)\1`:         "back-references",
		`[a`:            "missing closing ]",
		`a**`:           "invalid nested repetition",
		`(`:             "missing closing )",
		`\y`:            "invalid escape",
		`a{2000}`:       "invalid repeat count",
		`(a{500}){500}`: "invalid repeat count",
		"\xff":          "invalid UTF-8",
	} {
		_, err := CompilePhrases([]string{`ok`, pattern})
		if !errors.Is(err, ErrPhrase) || !strings.Contains(err.Error(), say) {
			t.Errorf("CompilePhrases(%q) = %v, want an error that says %q", pattern, err, say)
		}
	}
	many := make([]string, 0, 40)
	for range 40 {
		many = append(many, `a{1,300}b`)
	}
	if _, err := CompilePhrases(many); !errors.Is(err, ErrPhrase) {
		t.Errorf("patterns that are too big together: %v", err)
	}
}

// TestCatalogPhrases compiles the phrases of the security bench.
func TestCatalogPhrases(t *testing.T) {
	files, err := filepath.Glob("../../test/testdata/security-bench/*/*/catalog.json")
	if err != nil || len(files) == 0 {
		t.Fatal("no catalogs", err)
	}
	count := 0
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var catalog struct {
			Tools []struct {
				Request struct{ Phrases []string }
			}
		}
		if err := json.Unmarshal(data, &catalog); err != nil {
			t.Fatal(err)
		}
		for _, tool := range catalog.Tools {
			if _, err := CompilePhrases(tool.Request.Phrases); err != nil {
				t.Errorf("%s: %v", file, err)
			}
			count += len(tool.Request.Phrases)
		}
	}
	if count < 10 {
		t.Errorf("only %d phrases", count)
	}
}

// FuzzPhrases compares with package regexp where the two mean the same: over ASCII.
func FuzzPhrases(f *testing.F) {
	for _, seed := range [][2]string{
		{`\bpay\b`, "pay me"}, {`(a|b)*c$`, "ababc"}, {`[^\w]x\B`, " xy"}, {`(?m)^a.b$`, "x\na-b"}, {`\S+\s\d{2,}`, "a 12"},
		{`[]-a]`, "]"}, {`[[:alpha:]\d]+`, "a1"}, {`\Q[\E`, "["}, {`x*|y`, ""}, {`(?i:A)`, "a"}, {`a{0}`, "b"},
	} {
		f.Add(seed[0], seed[1])
	}
	f.Fuzz(func(t *testing.T, pattern, text string) {
		if !runes.IsASCII(pattern) || !runes.IsASCII(text) || len(pattern) > 200 {
			return
		}
		want, err := regexp.Compile("(?i:" + pattern + ")")
		if err != nil {
			return
		}
		got, err := CompilePhrases([]string{pattern})
		if err != nil {
			if strings.Contains(err.Error(), "too big") || strings.Contains(pattern, ")") {
				return // "a)(b" is a pattern inside of brackets only
			}
			t.Fatalf("CompilePhrases(%q): %v", pattern, err)
		}
		if strings.ContainsAny(pattern, "^\\[") && strings.Contains(text, "\x1c") || strings.Contains(pattern, "(?") || strings.Contains(pattern, "p{") || strings.Contains(pattern, "P{") {
			return // \s knows more here; flags and Unicode classes have tests of their own
		}
		if got.Found(text) != want.MatchString(strings.ToLower(text)) {
			t.Fatalf("%q in %q: found %v, package regexp says %v", pattern, text, got.Found(text), !got.Found(text))
		}
	})
}
