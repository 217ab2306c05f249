package schema

import (
	"fmt"
	"strconv"
	"unicode/utf8"

	"github.com/guardstream/guardstream/core/jsonvalue"
)

// limits are the constraints that stand on a property. They are checked on the
// coerced value; one that the value has no measure for (a length of a number, a
// minimum of a text) cannot be decided.
type limits struct {
	bounds  []bound
	lengths []lengthBound
	pattern *pattern
	// nullable: the property is a union with null, and null has no limits.
	nullable bool
}

// bound is minimum, maximum, exclusiveMinimum or exclusiveMaximum.
type bound struct {
	keyword string
	limit   jsonvalue.Value
}

// lengthBound is a limit of characters of a text or items of a list: minLength and minItems, maxLength and maxItems are the same here.
type lengthBound struct {
	keyword string
	limit   int
	most    bool // at most, else at least
}

// check reports whether v is within the limits and records what is not.
func (l *limits) check(r *run, v jsonvalue.Value) bool {
	if v.IsNull() && l.nullable {
		return true
	}
	mark := len(r.failures)
	unmeasured := ""
	if isNumeric(v) {
		l.checkBounds(r, v)
	} else if len(l.bounds) > 0 {
		unmeasured = l.bounds[0].keyword
	}
	if n, ok := length(v); ok {
		l.checkLength(r, n)
	} else if len(l.lengths) > 0 {
		unmeasured = l.lengths[0].keyword
	}
	if text, ok := v.StringText(); !ok && l.pattern != nil {
		unmeasured = "pattern"
	} else if l.pattern != nil && len(r.failures) == mark {
		l.checkPattern(r, text)
	}
	if len(r.failures) > mark {
		return false
	}
	if unmeasured != "" {
		r.giveUp(fmt.Sprintf("%s: the schema's %q does not apply to %s", joinPath(r.path), unmeasured, describe(v)))
	}
	return r.undecidable == ""
}

func (l *limits) checkBounds(r *run, v jsonvalue.Value) {
	for _, b := range l.bounds {
		c := compareNumbers(v, b.limit)
		within := ""
		switch {
		case b.keyword == "minimum" && c < 0:
			within = "at least "
		case b.keyword == "maximum" && c > 0:
			within = "at most "
		case b.keyword == "exclusiveMinimum" && c <= 0:
			within = "more than "
		case b.keyword == "exclusiveMaximum" && c >= 0:
			within = "less than "
		default:
			continue
		}
		r.fail("expected " + within + cut(b.limit.Text(), maxQuoted) + ", got " + cut(v.Text(), maxQuoted))
	}
}

func (l *limits) checkLength(r *run, n int) {
	for _, b := range l.lengths {
		switch {
		case !b.most && n < b.limit:
			r.fail("expected a length of at least " + strconv.Itoa(b.limit) + ", got " + strconv.Itoa(n))
		case b.most && n > b.limit:
			r.fail("expected a length of at most " + strconv.Itoa(b.limit) + ", got " + strconv.Itoa(n))
		}
	}
}

func (l *limits) checkPattern(r *run, text string) {
	if !l.pattern.affords(text) {
		r.giveUp(fmt.Sprintf("%s: a text of %d bytes is too long to be searched for the pattern", joinPath(r.path), len(text)))
		return
	}
	if !l.pattern.found(text) {
		r.fail("expected a text with the pattern " + cut(l.pattern.written, maxQuoted) + ", got " + describe(jsonvalue.NewString(text)))
	}
}

// length counts the characters of a text or the items of a list. An object has no
// length: how many members it has depends on what was filled in.
func length(v jsonvalue.Value) (int, bool) {
	switch v.Kind() {
	case jsonvalue.String:
		return utf8.RuneCountInString(v.Text()), true
	case jsonvalue.Array:
		return v.Len(), true
	default:
		return 0, false
	}
}
