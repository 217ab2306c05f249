package schema

import (
	"errors"
	"regexp"
	"regexp/syntax"
)

// pattern is a compiled regular expression, searched for anywhere in a text. It is
// RE2, linear in the text; look-around and back references do not exist. Unlike in
// Go's syntax, \d, \w and \s are of every script, \uXXXX is a character, and repeat
// counts may exceed 1,000.
type pattern struct {
	written      string
	regexp       *regexp.Regexp
	size         int  // instructions of the compiled expression
	asciiBorders bool // it holds \b, which knows ASCII words only
}

const (
	// maxPatternWork bounds the instructions run over the texts of one validation:
	// matching takes up to their number for each byte.
	maxPatternWork = 1 << 24
	// maxPatternBytes and maxRepeat bound what is compiled.
	maxPatternBytes        = 16 << 10
	maxPatternInstructions = 100_000
	maxRepeat              = 20_000
	maxTranslatedBytes     = 1 << 20
	// goRepeat is the largest repeat count of Go's syntax.
	goRepeat = 1000
)

var errPatternTooLarge = errors.New("too large")

func compilePattern(written string) (*pattern, error) {
	if len(written) > maxPatternBytes {
		return nil, errPatternTooLarge
	}
	t := patternTranslator{in: written, atom: -1}
	if err := t.translate(); err != nil {
		return nil, err
	}
	parsed, err := syntax.Parse(t.out.String(), syntax.Perl)
	if err != nil {
		return nil, err
	}
	size := instructions(parsed)
	if size > maxPatternInstructions {
		return nil, errPatternTooLarge
	}
	re, err := regexp.Compile(t.out.String())
	if err != nil {
		return nil, err
	}
	return &pattern{written: written, regexp: re, size: size, asciiBorders: t.borders}, nil
}

// instructions is about how many instructions an expression compiles to.
func instructions(re *syntax.Regexp) int {
	size := 1 + len(re.Rune)/2
	if re.Op == syntax.OpCharClass {
		size = 1 // one instruction, however many ranges
	}
	for _, sub := range re.Sub {
		size += instructions(sub)
	}
	if re.Op == syntax.OpRepeat {
		size *= max(re.Min, re.Max, 1)
	}
	return min(size, maxPatternInstructions+1)
}

// work is how many instructions searching a text may take.
func (p *pattern) work(text string) int { return len(text) * p.size }

func (p *pattern) found(text string) bool { return p.regexp.MatchString(text) }
