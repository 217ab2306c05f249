package schema

import (
	"fmt"
	"math"

	"github.com/guardstream/guardstream/core/jsonvalue"
)

// limits reads the limits of a property. Limits that are booleans (draft 4 has
// "exclusiveMinimum": true) or null are not read; any other that is no number makes
// the schema unreadable.
func (c *compiler) limits(v jsonvalue.Value, at place) (*limits, error) {
	l := &limits{}
	for _, keyword := range boundKeywords {
		limit, ok, err := c.limit(v, keyword, at)
		if err != nil {
			return nil, err
		}
		if ok {
			l.bounds = append(l.bounds, bound{keyword: keyword, limit: limit})
		}
	}
	for _, keyword := range lengthKeywords {
		limit, ok, err := c.limit(v, keyword, at)
		if err != nil {
			return nil, err
		}
		if f := limit.Float64(); ok && (f < 0 || f != math.Trunc(f)) {
			return nil, c.errorf(at, "%s is %s, expected a count", keyword, describe(limit))
		}
		if ok {
			most := keyword == "maxLength" || keyword == "maxItems"
			l.lengths = append(l.lengths, lengthBound{keyword: keyword, limit: int(min(limit.Float64(), math.MaxInt32)), most: most})
		}
	}
	var err error
	if l.pattern, err = c.pattern(v, at); err != nil {
		return nil, err
	}
	if l.bounds == nil && l.lengths == nil && l.pattern == nil {
		return nil, nil
	}
	return l, nil
}

var (
	boundKeywords  = []string{"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"}
	lengthKeywords = []string{"minLength", "maxLength", "minItems", "maxItems"}
)

func (c *compiler) limit(v jsonvalue.Value, keyword string, at place) (jsonvalue.Value, bool, error) {
	limit, ok := v.Get(keyword)
	switch {
	case !ok || limit.IsNull():
		return limit, false, nil
	case limit.Kind() == jsonvalue.Bool:
		c.warn(at, keyword+" is a boolean and not read: expected a number")
		return limit, false, nil
	case limit.Kind() != jsonvalue.Number:
		return limit, false, c.errorf(at, "%s is %s, expected a number", keyword, describe(limit))
	}
	return limit, true, nil
}

func (c *compiler) pattern(v jsonvalue.Value, at place) (*pattern, error) {
	written, ok := v.Get("pattern")
	if !ok || written.IsNull() {
		return nil, nil
	}
	text, ok := written.StringText()
	if !ok {
		return nil, c.errorf(at, "pattern is %s, expected a regular expression", describe(written))
	}
	p, err := compilePattern(text)
	if err != nil {
		return nil, c.errorf(at, "pattern %q: %v", cut(text, maxQuoted), err)
	}
	if c.patterns += p.size; c.patterns > DefaultMaxInstructions {
		return nil, fmt.Errorf("%w: %s: the patterns together are too large", ErrTooLarge, at)
	}
	if p.asciiBorders {
		c.warn(at, `\b in pattern knows words of ASCII letters only`)
	}
	return p, nil
}
