package injection

import (
	"embed"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"
)

//go:embed rules/*.rules
var ruleFiles embed.FS

// A rule is a line
//
//	name scope = element… [; condition]…
//
// scope is "user" (read in tool outputs and in the user's own words) or "tool" (only
// in tool outputs). An element is a class, or several with "/" between, or a literal
// word in lower case; in parentheses it may be missing. What may stand between two
// elements:
//
//	A B        words of the class FILLER ("all", "of", "the"), at most [maxFillers]
//	A ~2 B     two words besides fillers
//	A ..6 B    six words of any kind, commas too, but no word of the class BREAKER
//	A . B      nothing
//
// Nothing matches over the end of a sentence. The first two cross the end of a line,
// the third does not unless the next line goes on in lower case.
//
// "@pos" after an element says where its word must stand (positions). Conditions:
//
//	unless A/B          no word of these classes in the sentence
//	unless-next 2 A/B   nor among the two words after the match
//	unless-prev 1 A/B   nor in the word before it
type rule struct {
	name     string
	user     bool
	elements []element

	unless         []string
	unlessNext     []string
	unlessNextSpan int
	unlessPrev     []string
	unlessPrevSpan int
}

type element struct {
	classes []string
	gap     gap
	at      position // any of these, 0: anywhere
}

// gap is what may stand before an element.
type gap struct {
	kind gapKind
	n    int32
}

type gapKind uint8

const (
	gapNone    gapKind = iota // the very next token
	gapFillers                // fillers and up to n other words
	gapAny                    // up to n words
)

// maxFillers bounds the fillers between two elements.
const maxFillers = 5

func readRules(files fs.FS) ([]rule, error) {
	names, err := fs.Glob(files, "rules/*.rules")
	if err != nil {
		return nil, err
	}
	slices.Sort(names)
	var rules []rule
	for _, name := range names {
		data, err := fs.ReadFile(files, name)
		if err != nil {
			return nil, err
		}
		for n, line := range strings.Split(string(data), "\n") {
			line, _, _ = strings.Cut(line, "#")
			if strings.TrimSpace(line) == "" {
				continue
			}
			parsed, err := parseRule(line)
			if err != nil {
				return nil, fmt.Errorf("%s:%d: %w", name, n+1, err)
			}
			rules = append(rules, parsed...)
		}
	}
	return rules, nil
}

// parseRule reads one line: a rule, or several when it has elements that may be
// missing.
func parseRule(line string) ([]rule, error) {
	head, body, ok := strings.Cut(line, "=")
	names := strings.Fields(head)
	if !ok || len(names) != 2 || names[1] != "user" && names[1] != "tool" {
		return nil, fmt.Errorf("want \"name user|tool = …\", have %q", line)
	}
	r := rule{name: names[0], user: names[1] == "user"}
	parts := strings.Split(body, ";")
	for _, condition := range parts[1:] {
		if err := r.condition(strings.Fields(condition)); err != nil {
			return nil, err
		}
	}
	sequences := [][]element{nil}
	next := gap{kind: gapFillers}
	for _, field := range strings.Fields(parts[0]) {
		if g, ok := parseGap(field); ok {
			next = g
			continue
		}
		optional := strings.HasPrefix(field, "(")
		e, err := parseElement(strings.Trim(field, "()"))
		if err != nil {
			return nil, err
		}
		e.gap, next = next, gap{kind: gapFillers}
		var longer [][]element
		for _, s := range sequences {
			longer = append(longer, append(slices.Clip(s), e))
		}
		if optional {
			longer = append(longer, sequences...)
		}
		sequences = longer
	}
	var rules []rule
	for _, s := range sequences {
		if len(s) == 0 {
			return nil, fmt.Errorf("%q needs an element", line)
		}
		variant := r
		variant.elements = s
		rules = append(rules, variant)
	}
	return rules, nil
}

func parseGap(field string) (gap, bool) {
	kind, digits := gapAny, ""
	switch {
	case field == ".":
		return gap{kind: gapNone}, true
	case strings.HasPrefix(field, ".."):
		digits = field[2:]
	case strings.HasPrefix(field, "~"):
		kind, digits = gapFillers, field[1:]
	default:
		return gap{}, false
	}
	n, err := strconv.Atoi(digits)
	return gap{kind, int32(n)}, err == nil
}

func parseElement(field string) (element, error) {
	names, at, _ := strings.Cut(field, "@")
	e := element{classes: strings.Split(names, "/")}
	if at != "" {
		for _, name := range strings.Split(at, "|") {
			p, ok := positionNames[name]
			if !ok {
				return element{}, fmt.Errorf("unknown position %q", name)
			}
			e.at |= p
		}
	}
	return e, nil
}

func (r *rule) condition(fields []string) error {
	if len(fields) < 2 {
		return fmt.Errorf("cannot read the condition %q", fields)
	}
	classes := strings.Split(fields[len(fields)-1], "/")
	span := 1
	if len(fields) == 3 {
		n, err := strconv.Atoi(fields[1])
		if err != nil {
			return err
		}
		span = n
	}
	switch fields[0] {
	case "unless":
		r.unless = append(r.unless, classes...)
	case "unless-next":
		r.unlessNext, r.unlessNextSpan = append(r.unlessNext, classes...), max(r.unlessNextSpan, span)
	case "unless-prev":
		r.unlessPrev, r.unlessPrevSpan = append(r.unlessPrev, classes...), max(r.unlessPrevSpan, span)
	default:
		return fmt.Errorf("unknown condition %q", fields[0])
	}
	return nil
}
