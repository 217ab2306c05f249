package grounding

import (
	"strings"
	"unicode/utf8"

	"github.com/guardstream/guardstream/core/runes"
	"github.com/guardstream/guardstream/core/weburl"
)

// searchAddress is the rule of [URL] and [URLPrefix]: it reads the addresses that are
// written in the text, the way package weburl does, and compares them. Only runs of
// characters that can name the needle's host are read.
func (n *Needle) searchAddress(t *Text, spans []Span, limit int) []Span {
	v := t.plainView()
	hints := hintsOf(t, n.parts.Host)
	for at := 0; len(spans) < limit; {
		hint := hints.next(at)
		if hint < 0 {
			break
		}
		end := runEnd(v.s, hint)
		spans = n.searchRun(v, runStart(v.s, at, hint), end, spans, limit)
		at = end
	}
	return spans
}

// addressHints finds the runs that can name a host. ASCII can write a host in one way
// only. In another text other characters may mean the same, so every run with a full
// stop inside can name it, and for a host without one every run.
type addressHints struct {
	s    string
	want string // the host; "." for a full stop inside of a run; "" for every run
}

func hintsOf(t *Text, host string) addressHints {
	if t.ascii {
		return addressHints{t.foldedView().s, host} // a byte of it is a byte of the plain view
	}
	plain := t.plainView().s
	if !strings.Contains(host, ".") || strings.Contains(plain, wideStop) {
		return addressHints{plain, ""}
	}
	return addressHints{plain, "."}
}

// next returns a byte at or after at of the next run to read, -1 when there is none.
func (h addressHints) next(at int) int {
	if h.want == "" {
		return runBegin(h.s, at)
	}
	for {
		i := strings.Index(h.s[at:], h.want)
		if i < 0 {
			return -1
		}
		at += i
		if h.want != "." || !endsRun(after(h.s, at+1)) {
			return at
		}
		at++
	}
}

// wideStop is a full stop that may stand in a host and does not end a run.
const wideStop = "．"

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
	if hasScheme(written) {
		_, authority, _ = strings.Cut(written, "://")
	}
	if i := strings.IndexAny(authority, "/?#"); i >= 0 {
		authority = authority[:i]
	}
	if runes.IsASCII(authority) {
		if len(authority) < len(n.parts.Host) || !strings.Contains(strings.ToLower(authority), n.parts.Host) {
			return false
		}
	} else if !strings.ContainsAny(authority, "."+wideStop) {
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
		case '"', '\'', '`', '<', '>':
			return true
		}
		return r <= ' ' || r == 0x7f
	}
	return isDelimiter(r)
}

// runBegin returns where the next run begins, -1 when there is none.
func runBegin(s string, at int) int {
	if i := strings.IndexFunc(s[at:], func(r rune) bool { return !endsRun(r) }); i >= 0 {
		return at + i
	}
	return -1
}

// runStart returns where the run begins that goes on at a byte, looking back to from.
func runStart(s string, from, at int) int {
	i := strings.LastIndexFunc(s[from:at], endsRun)
	if i < 0 {
		return from
	}
	return from + i + utf8.RuneLen(after(s, from+i))
}

func runEnd(s string, at int) int {
	if i := strings.IndexFunc(s[at:], endsRun); i >= 0 {
		return at + i
	}
	return len(s)
}

// trimSentence takes what belongs to the text around an address off its end: the
// punctuation of a sentence, emphasis, the backslash in front of an escaped quote.
func trimSentence(s string, start, end int) int {
	return start + len(strings.TrimRight(s[start:end], ".,;:!?*\\"))
}
