package grounding

import "strings"

// unmarked returns an identifier without the "#" in front that [ID] makes optional; ""
// when there is none, or nothing after it.
func unmarked(value string) string {
	rest, ok := strings.CutPrefix(value, "#")
	if !ok || strings.HasPrefix(rest, " ") {
		return ""
	}
	return rest
}

// searchID is the rule of [ID] for a value with a "#" in front: it is found with the
// mark and without. n.text is the value without it.
func (n *Needle) searchID(v *view, spans []Span, limit int) []Span {
	o := occurrences{s: v.s, value: n.text}
	for start := o.next(); start >= 0 && len(spans) < limit; start = o.next() {
		end := start + len(n.text)
		switch {
		case before(v.s, start) == '#' && tokenEdges(v.s, start-1, end):
			spans = append(spans, v.span(start-1, end))
		case tokenEdges(v.s, start, end) && !(n.digits && isGroup(v.s, start, end)):
			spans = append(spans, v.span(start, end))
		}
	}
	return spans
}
