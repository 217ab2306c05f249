package schema

import (
	"strings"
	"testing"
	"time"

	"github.com/guardstream/guardstream/core/jsonvalue"
)

func TestPattern(t *testing.T) {
	for _, c := range []struct {
		pattern, text string
		want          bool
	}{
		{`\d+`, "x٣", true},
		{`^\d+$`, "１２", true},
		{`^[\d-]+$`, "1-٣", true},
		{`^\D+$`, "٣", false},
		{`^[^\d]+$`, "٣", false},
		{`^\w+$`, "Ночь_5é", true},
		{`^\w+$`, "Ⓐ", true},
		{`^\w+$`, "a-b", false},
		{`^\W$`, "é", false},
		{`^[\W_]+$`, "-_ ", true},
		{`^[\W_]+$`, "é", false},
		{`^[^\W_]+$`, "é5", true},
		{`^[^\W_]+$`, "a_", false},
		{`^\s$`, "\u00a0", true},
		{`^\s$`, "\u200b", false},
		{`^[\S]+$`, "a\u3000b", false},
		{`^[\s\S]{3}$`, "a\nb", true},
		{`^\S+$`, "a\u3000b", false},
		{`\u0041\u{42}`, "AB", true},
		{`^[\u0400-\u04FF]+$`, "Ж", true},
		{`^\uD83D\uDE00$`, "😀", true},
		{`a\/b\-c`, "a/b-c", true},
		{`^[]a]+$`, "a]", true},
		{`^[^]a]+$`, "b", true},
		{`[[:digit:]]`, "5", true},
		{`^é+$`, "éé", true},
		{`a{`, "a{", true},
		{`^(?<year>\d{4})$`, "2025", true},
		{`^.{2,2000}$`, strings.Repeat("é", 2000), true},
		{`^.{2,2000}$`, strings.Repeat("é", 2001), false},
		{`^.{1500}$`, strings.Repeat("a", 1500), true},
		{`^.{1500}$`, strings.Repeat("a", 1499), false},
		{`^(?:ab){1001,}$`, strings.Repeat("ab", 1001), true},
		{`^(?:ab){1001,}$`, strings.Repeat("ab", 1000), false},
		{`^(?:ab){1001,}$`, strings.Repeat("ab", 3001), true},
		{`^x([a-z]){0,1200}?y$`, "x" + strings.Repeat("z", 1200) + "y", true},
		{`^x([a-z]){0,1200}?y$`, "x" + strings.Repeat("z", 1201) + "y", false},
		{`^\d{1200}$`, strings.Repeat("7", 1200), true},
		{`^[ab]{1200}c$`, strings.Repeat("a", 1200) + "c", true},
	} {
		p, err := compilePattern(c.pattern)
		if err != nil {
			t.Errorf("%s: %v", c.pattern, err)
			continue
		}
		if got := p.found(c.text); got != c.want {
			t.Errorf("%s in %.20q: %v, want %v", c.pattern, c.text, got, c.want)
		}
	}
}

func TestPatternRefuses(t *testing.T) {
	for _, written := range []string{
		`(`, `[a`, `(?=a)`, `(?<!a)`, `(a)\1`, `a{2}{1500}`, `{1500}`, `*{1500}`, `\`, `[\`, `a**`, `\uD83D`, `\uXYZW`, `\u{110000}`,
		`.{20001}`, `(.{1000}){1000}`, strings.Repeat("(", 20_000), `((a{1001}){1001}){1001}`,
		strings.Repeat(".{20000}", 6), strings.Repeat("(a{1500}", 15) + strings.Repeat("){1500}", 15),
	} {
		if _, err := compilePattern(written); err == nil {
			t.Errorf("%.40s is accepted", written)
		}
	}
}

// TestSearchingIsBounded: all texts of one validation together may take so much
// searching and no more.
func TestSearchingIsBounded(t *testing.T) {
	for _, opts := range []Options{{}, {Strict: true}} {
		s, err := Compile(readValue(t, `{"properties":{"v":{"type":"array","items":{"properties":{"t":{"type":"string","pattern":"(a|aa)+[a-z]{1,1000}!"}}}}}}`), opts)
		if err != nil {
			t.Fatal(err)
		}
		short, long := strings.Repeat(`{"t":"`+strings.Repeat("a", 1000)+`!"},`, 5), strings.Repeat(`{"t":"`+strings.Repeat("a", 1000)+`!"},`, 100)
		if result := s.Validate(readValue(t, `{"v":[`+short+`{}]}`)); !result.Valid() {
			t.Errorf("%v: a few texts: %v %s", opts, result.Errors, result.Undecidable)
		}
		start := time.Now()
		result := s.Validate(readValue(t, `{"v":[`+long+`{}]}`))
		if spent := time.Since(start); spent > 10*time.Second || result.Undecidable == "" {
			t.Errorf("%v: many texts took %v: undecidable %q", opts, spent, result.Undecidable)
		}
	}
}

func readValue(t *testing.T, text string) jsonvalue.Value {
	t.Helper()
	v, err := jsonvalue.ParseText(text, jsonvalue.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func TestInstructionsFollowTheSize(t *testing.T) {
	for written, least := range map[string]int{`a{1000}`: 1000, `.{5000}`: 5000, `(?:abc){500}`: 1500, `\w`: 1} {
		p, err := compilePattern(written)
		if err != nil {
			t.Fatal(err)
		}
		if p.size < least || p.size > 4*least+10 {
			t.Errorf("%s: %d instructions, want about %d", written, p.size, least)
		}
	}
}
