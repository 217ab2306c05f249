package core

import (
	"slices"
	"strings"

	"github.com/guardstream/guardstream/core/injection"
)

// taintedPart is what one or more passages taint of a text, with the passages in it;
// offsets are bytes of the text.
type taintedPart struct {
	start, end int
	passages   []injection.Passage
}

// taintedParts returns what the passages of a text taint, in the order of the text and
// without overlaps. That is their blocks, but
//   - of a record written in lines ("amount: 5", "note: …") only the values that carry
//     instructions by themselves, as of a JSON object: who writes a note does not write
//     the amount;
//   - not what comes before the first passage of a block, when the passages name
//     everything they ask for: instructions that were put behind somebody else's text do
//     not make that text theirs. A passage that names nothing ("pay it there at once")
//     speaks of what stands before it;
//   - also the paragraph behind a passage that announces it ("do the following:"), one
//     short paragraph between two that are tainted, and all of an element that HTML does
//     not know and that begins with a passage ("<IMPORTANT>…</IMPORTANT>").
func taintedParts(text string, passages []injection.Passage) []taintedPart {
	var parts []taintedPart
	rest := passages
	for _, b := range injection.Blocks(text, passages) {
		n := 0
		for n < len(rest) && rest[n].Start < b.End {
			n++
		}
		parts = append(parts, withinRecord(text, taintedPart{b.Start, b.End, rest[:n]})...)
		rest = rest[n:]
	}
	elements := foreignElements(text)
	if len(parts)*len(elements) > maxNesting {
		return []taintedPart{{0, len(text), passages}}
	}
	for i := range parts {
		p := &parts[i]
		p.end = announcedEnd(text, *p)
		if first := p.passages[0].Start; first > p.start && namesItsValues(text, *p) {
			p.start = first
		}
		for _, e := range elements {
			if e.start <= p.start && p.end <= e.end {
				if first := p.passages[0].Start; isOpening(text[min(e.inside, first):first]) {
					p.start, p.end = e.start, e.end
				}
				break
			}
		}
	}
	return joined(text, parts)
}

// maxNesting bounds the search for the elements around tainted parts: a text that has more
// of both is no page that anybody wrote, and is tainted as a whole.
const maxNesting = 1 << 20

// joined joins parts that overlap, or that one short paragraph separates.
func joined(text string, parts []taintedPart) []taintedPart {
	kept := parts[:0]
	for _, p := range parts {
		if n := len(kept); n > 0 && (p.start <= kept[n-1].end || isShortParagraph(text[kept[n-1].end:p.start])) {
			last := &kept[n-1]
			last.end = max(last.end, p.end)
			last.passages = append(slices.Clip(last.passages), p.passages...)
			continue
		}
		kept = append(kept, p)
	}
	return kept
}

// maxBetween is the length of the longest paragraph between two tainted ones that is
// tainted with them, in bytes.
const maxBetween = 400

// isShortParagraph reports whether a text is at most one paragraph of prose, with the
// breaks around it.
func isShortParagraph(text string) bool {
	if len(text) > maxBetween || !strings.HasPrefix(strings.TrimLeft(text, " \t\r"), "\n") {
		return false
	}
	inside := strings.TrimSpace(text)
	return !strings.Contains(inside, "\n") && !strings.HasPrefix(inside, "- ") && !strings.HasPrefix(inside, "* ") && keyLength(inside) == 0
}

// announcedEnd is the end of a part, or of the paragraph behind it that it announces.
func announcedEnd(text string, p taintedPart) int {
	if !strings.HasSuffix(strings.TrimRight(text[p.start:p.end], " \t\"'*_"), ":") {
		return p.end
	}
	rest := text[p.end:]
	begin := len(rest) - len(strings.TrimLeft(rest, " \t\r\n"))
	if !strings.Contains(rest[:begin], "\n") {
		return p.end
	}
	for at := begin; at < len(rest); at++ {
		if rest[at] == '\n' && strings.HasPrefix(strings.TrimLeft(rest[at+1:], " \t\r"), "\n") {
			return p.end + at
		}
	}
	return len(text)
}

// namesItsValues reports whether the passages of a part, and the sentence behind them,
// name an address, an identifier or something in quotes.
func namesItsValues(text string, part taintedPart) bool {
	end := part.passages[len(part.passages)-1].End
	if next := strings.IndexAny(text[end:part.end], ".!?\n"); next >= 0 {
		rest := text[end+next+1 : part.end] // behind the end of the passage's own sentence
		if strings.Trim(text[end:end+next], " \"')]") != "" {
			rest = text[end:part.end]
		}
		end = part.end - len(rest) + sentenceLength(rest)
	}
	said := text[part.passages[0].Start:end]
	return len(distinctive(said)) > 0 || quotesSomething(said)
}

// sentenceLength is the length of the first sentence of a text, full stop included.
func sentenceLength(text string) int {
	for at := 0; at < len(text); at++ {
		if strings.IndexByte(".!?", text[at]) >= 0 && (at+1 == len(text) || strings.IndexByte(" \n\t\"')", text[at+1]) >= 0) {
			return at + 1
		}
	}
	return len(text)
}

// quotesSomething reports whether a text has words between quotes.
func quotesSomething(text string) bool {
	for _, quotes := range [...][2]string{{`"`, `"`}, {" '", "'"}, {"“", "”"}, {"«", "»"}, {"`", "`"}, {"„", "“"}} {
		if _, after, opened := strings.Cut(text, quotes[0]); opened {
			if quoted, _, closed := strings.Cut(after, quotes[1]); closed && strings.TrimSpace(quoted) != "" {
				return true
			}
		}
	}
	return false
}
