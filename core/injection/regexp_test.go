package injection

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

// grammar is what the rules are made from: they as written, and the ASCII words of
// every class.
type grammar struct {
	rules []rule
	words lexicon
	class map[string][]string
}

func readGrammar(tb testing.TB) grammar {
	tb.Helper()
	words, err := readLexicon(wordFiles)
	if err != nil {
		tb.Fatal(err)
	}
	rules, err := readRules(ruleFiles)
	if err != nil {
		tb.Fatal(err)
	}
	g := grammar{rules: rules, words: words, class: map[string][]string{}}
	for word, classes := range words {
		for class := range classes {
			if _, ok := packWord(word); ok {
				g.class[class] = append(g.class[class], word)
			}
		}
	}
	for _, words := range g.class {
		slices.Sort(words)
	}
	return g
}

// tokenPatterns are the classes of tokens that are no listed words.
var tokenPatterns = map[string]string{
	"WORD": `\w+`, "NAME": `[A-Z]\w*`, "NUMBER": `\d[\d.,:]*`, "AMOUNT": `[$]\d[\d.,]*`, "PERCENT": `\d[\d.,]*%`,
	"ID": `\w*\d\w*`, "URL": `(?:https?://|www\.)\S+`, "EMAIL": `\S+@\S+\.\w+`, "COLON": `:`, "COMMA": `,`,
	"OPENBOX": `\[`, "CLOSEBOX": `\]`, "OPENTAG": `</?`, "CLOSETAG": `>`, "CHATTAG": `<\|`, "HEADING": `##+`, "LINEEND": `$`,
}

// pattern writes a rule as a regular expression, as a guard without this package would.
// Positions become the words and marks that make them; conditions, which no regular
// expression of RE2 can have, are left out: the expression has less to do.
func (g grammar) pattern(r rule) string {
	var b strings.Builder
	b.WriteString(`(?im)`)
	for i, e := range r.elements {
		if i > 0 {
			switch e.gap.kind {
			case gapNone:
				b.WriteString(`\W{0,3}`)
			case gapFillers:
				fmt.Fprintf(&b, `(?:\s+(?:%s)){0,%d}(?:\s+[\w']+(?:\s+(?:%[1]s)){0,%[2]d}){0,%d}\s+`,
					strings.Join(g.class["FILLER"], "|"), maxFillers, e.gap.n)
			case gapAny:
				fmt.Fprintf(&b, `(?:[^\w'.!?\n]+[\w']+){0,%d}[^\w'.!?\n]+`, e.gap.n)
			}
		} else if e.at&posOrder != 0 {
			b.WriteString(`(?:^|[\n.!?:;("'>*-]\s*|\b(?:please|now|then|you must|you should|and)\s+)`)
		}
		var options []string
		for _, class := range e.classes {
			words := g.class[class]
			if token, ok := tokenPatterns[class]; ok {
				options = append(options, token)
			} else if len(words) == 0 && class == strings.ToLower(class) {
				words = []string{class}
			}
			if len(words) > 0 {
				options = append(options, `\b(?:`+strings.Join(words, "|")+`)\b`)
			}
		}
		if len(options) == 0 {
			return "" // words of other scripts only
		}
		fmt.Fprintf(&b, `(?:%s)`, strings.Join(options, "|"))
	}
	return b.String()
}

func (g grammar) compile(tb testing.TB) []*regexp.Regexp {
	tb.Helper()
	var all []*regexp.Regexp
	for _, r := range g.rules {
		if p := g.pattern(r); p != "" {
			all = append(all, regexp.MustCompile(p))
		}
	}
	return all
}

// TestMatcherAgainstRegexps reads random sentences of the words of rules with the
// matcher and with regular expressions made from the same rules: what one finds the
// other does. It is run for the rules without positions and conditions.
func TestMatcherAgainstRegexps(t *testing.T) {
	g := readGrammar(t)
	random := rand.New(rand.NewPCG(1, 2))
	var reader reader
	checked := 0
	for _, r := range g.rules {
		plain := len(r.unless)+len(r.unlessNext)+len(r.unlessPrev) == 0
		var vocabulary []string
		for _, e := range r.elements {
			var words []string
			for _, class := range e.classes {
				words = append(words, g.class[class]...)
				if class == strings.ToLower(class) {
					words = append(words, class)
				}
				plain = plain && tokenPatterns[class] == "" && e.at == 0 && isASCII(class)
			}
			vocabulary = append(vocabulary, words[:min(len(words), 3)]...)
		}
		if !plain || len(r.elements) < 2 || g.pattern(r) == "" {
			continue
		}
		checked++
		vocabulary = append(vocabulary, "the", "zzz", "qqq")
		program, err := compile(g.words, []rule{r})
		if err != nil {
			t.Fatal(err)
		}
		expression := regexp.MustCompile(g.pattern(r))
		for range 300 {
			var words []string
			for len(words) < 8 {
				word := vocabulary[random.IntN(len(vocabulary))]
				if !slices.Contains(g.class["BREAKER"], word) {
					words = append(words, word)
				}
			}
			text := strings.Join(words, " ")
			ours, theirs := len(reader.scan(program, text, scopeTool, maxDepth)) > 0, expression.MatchString(text)
			if ours != theirs {
				t.Fatalf("%s: %q: matcher %v, regular expression %v", r.name, text, ours, theirs)
			}
		}
	}
	if checked < 20 {
		t.Errorf("only %d rules are plain", checked)
	}
}

// timesFaster alternates between the two and returns the median of the ratios of their
// CPU times.
func timesFaster(tb testing.TB, rounds int, ours, theirs func()) float64 {
	spent := func(f func()) time.Duration {
		n := 0
		begin := cpuTime(tb)
		for cpuTime(tb)-begin < 2*time.Millisecond {
			f()
			n++
		}
		return (cpuTime(tb) - begin) / time.Duration(n)
	}
	var ratios []float64
	for range rounds {
		a := spent(ours)
		ratios = append(ratios, float64(spent(theirs))/float64(max(a, 1)))
	}
	slices.Sort(ratios)
	return ratios[rounds/2]
}
