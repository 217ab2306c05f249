package injection

import (
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

func TestReadLexicon(t *testing.T) {
	l, err := readLexicon(fstest.MapFS{
		"words/a.txt": {Data: []byte("# comment\nONE: Go{,es,ing} été\n  ещё # more\nTWO: goes\n")},
		"words/b.txt": {Data: []byte("ONE: ~reset\n")},
	})
	if err != nil {
		t.Fatal(err)
	}
	for word, want := range map[string]string{
		"go": "ONE", "goes": "ONE TWO", "going": "ONE", "ete": "ONE", "еще": "ONE", // folded like texts are
		"reset": "ONE", "rseet": "ONE", "resset": "ONE", "reet": "ONE", "resat": "",
	} {
		if got := strings.Join(l.classesOf(word), " "); got != want {
			t.Errorf("classes of %q: %q, want %q", word, got, want)
		}
	}
	for _, bad := range []string{"word", "A: a{b", "A: a}b{c", "A: e-mail", "A: x1"} {
		if _, err := readLexicon(fstest.MapFS{"words/a.txt": {Data: []byte(bad)}}); err == nil || !strings.Contains(err.Error(), "words/a.txt:1:") {
			t.Errorf("%q: error %v", bad, err)
		}
	}
}

func TestReadRules(t *testing.T) {
	rules, err := readRules(fstest.MapFS{"rules/a.rules": {Data: []byte("# comment\na.b user = A (B) ~2 C/D@order ..3 e . F ; unless-prev 2 G ; unless H/I ; unless-next J\n")}})
	if err != nil {
		t.Fatal(err)
	}
	if len(rules) != 2 || len(rules[0].elements) != 5 || len(rules[1].elements) != 4 {
		t.Fatalf("an element that may be missing makes two rules: %+v", rules)
	}
	r := rules[0]
	if r.name != "a.b" || !r.user || r.unlessPrevSpan != 2 || r.unlessNextSpan != 1 || !slices.Equal(r.unless, []string{"H", "I"}) {
		t.Errorf("%+v", r)
	}
	if c := r.elements[2]; c.gap != (gap{gapFillers, 2}) || c.at != posOrder || !slices.Equal(c.classes, []string{"C", "D"}) {
		t.Errorf("%+v", c)
	}
	if r.elements[3].gap != (gap{gapAny, 3}) || r.elements[4].gap != (gap{gapNone, 0}) {
		t.Errorf("%+v", r.elements)
	}
	for _, bad := range []string{
		"a user A", "a somewhere = A", "a user = A@nowhere", "a user = A ; until B", "a user = A ; unless", "a user = A ; unless-next x B", "a user =",
	} {
		if _, err := readRules(fstest.MapFS{"rules/a.rules": {Data: []byte(bad)}}); err == nil || !strings.Contains(err.Error(), "rules/a.rules:1:") {
			t.Errorf("%q: error %v", bad, err)
		}
	}
}

func TestCompileReportsUnknownClasses(t *testing.T) {
	words := lexicon{"go": {"ONE": true}, "a": {"SHIFTEDA": true, "SHIFTEDB": true, "TURNEDA": true, "TURNEDB": true}}
	if _, err := compile(words, []rule{{name: "x", elements: []element{{classes: []string{"ONE"}}, {classes: []string{"TWO"}}}}}); err == nil || !strings.Contains(err.Error(), "TWO") {
		t.Errorf("error %v", err)
	}
}

// TestWordLists checks that every class of the word lists is used, so that none is
// misspelt, and described.
func TestWordLists(t *testing.T) {
	g := readGrammar(t)
	used := map[string]bool{}
	for _, class := range usedClasses(g.rules) {
		used[class] = true
	}
	for _, c := range turnClasses {
		used[c.class] = true
	}
	for class := range classFlags {
		used[class] = true
	}
	for _, c := range ciphers {
		used[c.classes[0]], used[c.classes[1]] = true, true
	}
	readme, err := os.ReadFile("words/README.md")
	if err != nil {
		t.Fatal(err)
	}
	for word, classes := range g.words {
		for class := range classes {
			if class != strings.ToLower(class) && !strings.Contains(string(readme), "`"+class+"`") {
				t.Errorf("words/README.md does not say what the class %s of %q is", class, word)
			}
			if !used[class] {
				t.Errorf("nothing uses the class %s of %q", class, word)
				used[class] = true
			}
		}
	}
}
