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

// check reports whether v is within the limits and records what is not. Bounds are
// looked at first, then lengths, then the pattern; what v has no measure for decides
// only when nothing before it is wrong.
func (l *limits) check(r *run, v jsonvalue.Value) bool {
	if v.IsNull() && l.nullable {
		return true
	}
	mark := len(r.failures)
	if len(l.bounds) > 0 && !isNumeric(v) {
		return l.inapplicable(r, l.bounds[0].keyword, v)
	}
	l.checkBounds(r, v)
	n, measured := length(v)
	if measured {
		l.checkLeast(r, n)
		l.checkMost(r, n)
	}
	if len(r.failures) > mark {
		return false
	}
	if len(l.lengths) > 0 && !measured {
		return l.inapplicable(r, l.lengths[0].keyword, v)
	}
	if l.pattern != nil {
		return l.checkPattern(r, v)
	}
	return true
}

// refuseLong fails a list with too many items before it is looked into.
func (l *limits) refuseLong(r *run, v jsonvalue.Value, n node) bool {
	if v.Kind() != jsonvalue.Array || n.types()&^nullType != arrayType || len(l.bounds) > 0 {
		return false
	}
	return !l.checkMost(r, v.Len())
}

// inapplicable gives up: the schema asks for a measure that the value has not.
func (l *limits) inapplicable(r *run, keyword string, v jsonvalue.Value) bool {
	r.giveUp(fmt.Sprintf("%s: the schema's %q does not apply to %s", joinPath(r.path), keyword, describe(v)))
	return false
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

func (l *limits) checkLeast(r *run, n int) {
	for _, b := range l.lengths {
		if !b.most && n < b.limit {
			r.fail("expected a length of at least " + strconv.Itoa(b.limit) + ", got " + strconv.Itoa(n))
		}
	}
}

func (l *limits) checkMost(r *run, n int) bool {
	ok := true
	for _, b := range l.lengths {
		if b.most && n > b.limit {
			r.fail("expected a length of at most " + strconv.Itoa(b.limit) + ", got " + strconv.Itoa(n))
			ok = false
		}
	}
	return ok
}

func (l *limits) checkPattern(r *run, v jsonvalue.Value) bool {
	text, ok := v.StringText()
	switch {
	case !ok:
		return l.inapplicable(r, "pattern", v)
	case r.searching+l.pattern.work(text) > maxPatternWork:
		r.giveUp(fmt.Sprintf("%s: the texts are too long to be searched for patterns", joinPath(r.path)))
		return false
	}
	r.searching += l.pattern.work(text)
	if !l.pattern.found(text) {
		r.fail("expected a text with the pattern " + cut(l.pattern.written, maxQuoted) + ", got " + describe(v))
		return false
	}
	return true
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
