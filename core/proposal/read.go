package proposal

import (
	"slices"
	"sort"
	"strings"
	"unicode/utf8"

	"github.com/guardstream/guardstream/core/confirmation"
	"github.com/guardstream/guardstream/core/grounding"
	"github.com/guardstream/guardstream/core/words"
)

// span is a part of the message in bytes, half open.
type span = confirmation.Span

// maxMentions is how often a value may be written; what is written later does not count.
const maxMentions = 256

// mention is where the message names a value of the call.
type mention struct {
	span
	value   int  // index of the value
	part    int  // that it begins in
	written bool // literally, not by a description
}

// rival is where the message names what could stand in the place of values.
type rival struct {
	span
	part   int
	list   bool // in the place of items of a list
	target bool // in the place of the call's target
	soft   bool // it does not begin another action: another value of an enumeration, another date
	value  int  // one of the values whose place it is
}

// reading is a message read for one call.
type reading struct {
	call     *prepared
	text     string
	words    []words.Word
	parts    []confirmation.Part
	mentions []mention // by where they stand
	rivals   []rival   // by where they stand
	named    []mention // old values, and values labelled as another argument's: they do not count
	places   [][]int   // where each value and what could stand in its place is named
}

// read reads a message. A message without parts proposes nothing.
func (c *prepared) read(message *grounding.Text) *reading {
	r := &reading{call: c, text: message.String()}
	if len(r.text) > MaxBytes {
		return r
	}
	found, others := c.find(message)
	r.parts = confirmation.Proposals(r.text, confirmation.Known{Values: severalWords(r.text, found, others), Names: c.names})
	if len(r.parts) == 0 {
		return r
	}
	r.words, _ = words.Read(r.text)
	for value, spans := range found {
		for _, s := range spans {
			if part, ok := r.partOf(s); ok && !byChance(r.text[s.Start:s.End], r.text[:s.Start]) {
				r.mentions = append(r.mentions, mention{s, value, part, true})
			}
		}
	}
	r.sort()
	for value, spans := range others {
		for _, s := range spans {
			if part, ok := r.partOf(s); ok && !r.within(s) {
				r.rivals = append(r.rivals, rival{span: s, part: part, soft: true, list: c.Values[value].List, value: value})
			}
		}
	}
	book := c.book()
	r.findTokens(book)
	r.findDescriptions(book)
	r.sort()
	r.dropNested()
	r.dropReplaced()
	r.dropMislabelled()
	return r
}

func (r *reading) sort() {
	slices.SortFunc(r.mentions, func(a, b mention) int { return bySpan(a.span, b.span) })
	slices.SortFunc(r.rivals, func(a, b rival) int { return bySpan(a.span, b.span) })
}

func bySpan(a, b span) int {
	if a.Start != b.Start {
		return a.Start - b.Start
	}
	return b.End - a.End
}

// find returns where the message writes each value and what else could stand in its place.
func (c *prepared) find(message *grounding.Text) (found, others [][]span) {
	found, others = make([][]span, len(c.Values)), make([][]span, len(c.Values))
	for i, v := range c.Values {
		if v.Switch != nil {
			continue
		}
		found[i] = bytesOf(message, v.Find(message))
		for _, other := range v.Others {
			others[i] = append(others[i], bytesOf(message, other(message))...)
		}
	}
	return found, others
}

func bytesOf(t *grounding.Text, found []grounding.Span) []span {
	found = found[:min(len(found), maxMentions)]
	spans := make([]span, len(found))
	for i, s := range found {
		start, end := t.Bytes(s)
		spans[i] = span{Start: start, End: end}
	}
	return spans
}

// severalWords returns the spans of several words, in which a negation negates nothing.
func severalWords(text string, lists ...[][]span) []span {
	var all []span
	for _, spans := range lists {
		for _, list := range spans {
			for _, s := range list {
				if strings.ContainsAny(text[s.Start:s.End], " \n\t") {
					all = append(all, s)
				}
			}
		}
	}
	return all
}

// byChance reports whether what is written is a word that stands in every text, and neither
// quotation marks nor a label before it say that it is meant: "Do you want …" names nobody
// called You. In capitals it may be a name: "Will".
func byChance(written, before string) bool {
	if !everyday[written] {
		return false
	}
	last, _ := utf8.DecodeLastRuneInString(strings.TrimRight(before, " "))
	return !strings.ContainsRune(`:="'“„«‘`, last)
}

// everyday are words that stand in every text.
var everyday = wordSet("a an and are as at be by can do for from go here i if in is it me my no not now of ok okay on or our please proceed shall so that the them they this to us want we will with would yes you your")

// partOf returns the part in which a span begins; it must end in a part too.
func (r *reading) partOf(s span) (int, bool) {
	first := r.partAt(s.Start)
	return first, first >= 0 && r.partAt(s.End-1) >= 0
}

// partAt returns the part that holds a byte, or -1.
func (r *reading) partAt(at int) int {
	i := sort.Search(len(r.parts), func(i int) bool { return r.parts[i].Start > at }) - 1
	if i < 0 || at >= r.parts[i].End {
		return -1
	}
	return i
}

// dropNested takes out the mentions that are part of a longer one that is written: "Hill" in
// "5 Hill Road" is not the name of a city.
func (r *reading) dropNested() {
	end := 0 // of the longest mention so far
	longest := -1
	r.mentions = slices.DeleteFunc(r.mentions, func(m mention) bool {
		isID := m.written && r.call.shape(m.value) != ""
		if m.End <= end && !(m.Start == longest && m.End == end) && !isID {
			return true
		}
		if m.written && m.End > end {
			longest, end = m.Start, m.End
		}
		return false
	})
}

// within reports whether a span lies in or over a mention of a value that is written. Mentions
// must be sorted.
func (r *reading) within(s span) bool {
	// Mentions may overlap: the one that reaches furthest need not be the nearest before.
	const back = 8
	i := sort.Search(len(r.mentions), func(i int) bool { return r.mentions[i].Start >= s.End })
	for k := i - 1; k >= 0 && k >= i-back; k-- {
		if m := r.mentions[k]; m.written && m.Start <= s.Start && s.End <= m.End {
			return true
		}
	}
	return false
}
