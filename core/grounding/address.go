package grounding

import (
	"strings"
	"unicode/utf8"

	"github.com/guardstream/guardstream/core/runes"
	"github.com/guardstream/guardstream/core/weburl"
)

// searchAddress is the rule of [URL] and [URLPrefix]: it reads the addresses that are
// written in the text, the way package weburl does, and compares them.
//
// Most texts do not name the host at all. An ASCII text can write it in one way only,
// so that is searched first; other texts may write it in other characters.
func (n *Needle) searchAddress(t *Text, spans []Span, limit int) []Span {
	v := t.plainView()
	if !t.ascii {
		for at := 0; at < len(v.s) && len(spans) < limit; {
			end := runEnd(v.s, at)
			spans = n.searchRun(v, at, end, spans, limit)
			at = end + max(1, utf8.RuneLen(after(v.s, end)))
		}
		return spans
	}
	folded := t.foldedView().s // of the same length, as the text is ASCII
	for at := 0; len(spans) < limit; {
		i := strings.Index(folded[at:], n.parts.Host)
		if i < 0 {
			break
		}
		end := runEnd(v.s, at+i)
		spans = n.searchRun(v, runStart(v.s, at, at+i), end, spans, limit)
		at = end
	}
	return spans
}

// searchRun reads the addresses of one run of characters that holds no white space.
func (n *Needle) searchRun(v *view, at, end int, spans []Span, limit int) []Span {
	r := addressReader{s: v.s[:end], at: at}
	for len(spans) < limit {
		candidate, ok := r.next()
		if !ok {
			break
		}
		for _, until := range [...]int{candidate.end, candidate.cut} {
			until = trimSentence(v.s, candidate.start, until)
			if n.names(v.s[candidate.start:until]) {
				spans = append(spans, v.span(candidate.start, until))
				break
			}
		}
	}
	return spans
}

// names reports whether the needle names an address as it is written.
func (n *Needle) names(written string) bool {
	// A written host has the needle's characters or, beyond ASCII, others that mean them.
	authority := written
	if i := strings.Index(authority, "://"); i >= 0 {
		authority = authority[i+len("://"):]
	}
	if i := strings.IndexAny(authority, "/?#"); i >= 0 {
		authority = authority[:i]
	}
	if runes.IsASCII(authority) {
		if len(authority) < len(n.parts.Host) || !strings.Contains(strings.ToLower(authority), n.parts.Host) {
			return false
		}
	} else if !strings.ContainsAny(authority, ".。．｡") {
		return false
	}
	parts, ok := weburl.Parse(written)
	return ok && n.parts.Names(parts, n.matcher == URLPrefix)
}

// endsRun reports whether no address goes on over r: white space, quotes, angle
// brackets, and the punctuation and brackets that only sentences have.
func endsRun(r rune) bool {
	if r < utf8.RuneSelf {
		switch r {
		case '"', '\'', '`', '<', '>', '\\':
			return true
		}
		return r <= ' ' || r == 0x7f
	}
	return isDelimiter(r)
}

func runEnd(s string, at int) int {
	if i := strings.IndexFunc(s[at:], endsRun); i >= 0 {
		return at + i
	}
	return len(s)
}

func runStart(s string, from, at int) int {
	if i := strings.LastIndexFunc(s[from:at], endsRun); i >= 0 {
		return from + i + 1 // only called for ASCII
	}
	return from
}

// trimSentence takes the punctuation of the sentence around an address off its end.
func trimSentence(s string, start, end int) int {
	return start + len(strings.TrimRight(s[start:end], ".,;:!?*"))
}
