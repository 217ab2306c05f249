package intent

import (
	"errors"
	"fmt"
	"regexp/syntax"
	"strings"
	"unicode"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"

	"github.com/guardstream/guardstream/core/runes"
)

// Phrases are a catalog's own patterns for what a request looks like: regular
// expressions of the RE2 kind (no look-around, no back-references), searched for in a text
// without invisible characters, after NFKC and full case folding. The zero Phrases are
// found nowhere. Phrases may be used by several goroutines.
//
// RE2 reads \w, \d, \s and \b as ASCII. Here, as in the rest of the guard, a word
// character is a letter, a number or "_" of any script: outside and inside of brackets \w
// is [\p{L}\p{N}_], \d is \p{Nd}, \s is Unicode's white space and U+001C to U+001F, \W, \D
// and \S are the others, and \b and \B look at these words. Letters of the pattern are
// folded like the text: "Straße" finds "STRASSE".
type Phrases struct{ machine *machine }

// CompilePhrases compiles patterns. An error wraps [ErrPhrase] and quotes the pattern.
func CompilePhrases(patterns []string) (Phrases, error) {
	if len(patterns) == 0 {
		return Phrases{}, nil
	}
	alternatives := make([]*syntax.Regexp, len(patterns))
	for i, pattern := range patterns {
		parsed, err := parsePhrase(pattern)
		if err != nil {
			return Phrases{}, fmt.Errorf("%w %q: %w", ErrPhrase, pattern, err)
		}
		alternatives[i] = parsed
	}
	whole := &syntax.Regexp{Op: syntax.OpAlternate, Sub: alternatives}
	program, err := syntax.Compile(whole.Simplify())
	if err != nil {
		return Phrases{}, fmt.Errorf("%w: %w", ErrPhrase, err)
	}
	if len(program.Inst) > maxInstructions {
		return Phrases{}, fmt.Errorf("%w: %d patterns are too big together: %d instructions, at most %d",
			ErrPhrase, len(patterns), len(program.Inst), maxInstructions)
	}
	return Phrases{newMachine(program)}, nil
}

// Found reports whether one of the patterns is found in text. A pattern may match across
// the line breaks of the text; "^" and "$" are the text's borders unless it says (?m).
func (p Phrases) Found(text string) bool {
	return p.machine != nil && p.machine.match(normal(text))
}

// normal is the form of a text that patterns are searched in.
func normal(text string) string {
	if runes.IsASCII(text) {
		return strings.ToLower(text)
	}
	visible := strings.Map(func(r rune) rune {
		if runes.IsInvisible(r) {
			return -1
		}
		return r
	}, text)
	return cases.Fold().String(norm.NFKC.String(visible))
}

// parsePhrase parses one pattern and gives its letters the form of the text.
func parsePhrase(pattern string) (*syntax.Regexp, error) {
	const flags = syntax.Perl | syntax.FoldCase
	if _, err := syntax.Parse(pattern, flags); err != nil { // before classes are written out
		return nil, explain(err)
	}
	parsed, err := syntax.Parse(unicodeClasses(pattern), flags)
	if err != nil {
		return nil, explain(err)
	}
	foldLiterals(parsed)
	return parsed, nil
}

func foldLiterals(re *syntax.Regexp) {
	if re.Op == syntax.OpLiteral {
		re.Rune = []rune(normal(strings.Map(unicode.ToLower, string(re.Rune))))
		if len(re.Rune) == 0 {
			re.Op = syntax.OpEmptyMatch
		}
	}
	for _, sub := range re.Sub {
		foldLiterals(sub)
	}
}

// explain says what RE2 lacks where somebody used to other engines would miss it.
func explain(err error) error {
	var parsing *syntax.Error
	if !errors.As(err, &parsing) {
		return err
	}
	what := parsing.Code.String()
	switch {
	case strings.HasPrefix(parsing.Expr, "(?=") || strings.HasPrefix(parsing.Expr, "(?!") || strings.HasPrefix(parsing.Expr, "(?<"):
		what = "look-ahead and look-behind are not supported (patterns are RE2, matched in linear time)"
	case parsing.Code == syntax.ErrInvalidEscape && len(parsing.Expr) == 2 && '1' <= parsing.Expr[1] && parsing.Expr[1] <= '9':
		what = "back-references are not supported (patterns are RE2, matched in linear time)"
	}
	return fmt.Errorf("%s at %q", what, parsing.Expr)
}
