package naming

import "slices"

// Description is where a text describes a thing.
type Description struct {
	ID         string
	Kind       string
	Start, End int // bytes
	// Clear says that it is one that nobody writes by chance: it has the thing's name, two of
	// its properties, or one and a word of the name.
	Clear bool
}

// longestPause is how many words that say nothing a description may go on over.
const longestPause = 12

// Text is a text in which descriptions are looked for.
type Text struct{ tokens []token }

// NewText prepares a text.
func NewText(text string) *Text { return &Text{tokens(text)} }

// Descriptions returns the things of a kind that a text describes, in order.
func (b *Book) Descriptions(t *Text, kindName string) []Description {
	d := describing{book: b, kind: b.kindNamed(kindName), tokens: t.tokens}
	for i := 0; i < len(d.tokens); {
		i += d.read(i)
	}
	d.close()
	return d.found
}

// describing is a description being read.
type describing struct {
	book   *Book
	kind   *kind
	tokens []token
	found  []Description

	fits       []int // the things that fit all that was said so far; nil: nothing was said
	start, end int   // tokens
	said       map[string]*phrase
	heard      []*holders
	properties int
	name, part bool // its name was said, or a word of it
	wrong      bool // no thing fits
}

// read reads the word at i, or the value that begins with it, and returns its length.
func (d *describing) read(i int) int {
	t := d.tokens[i]
	if t.breaks || t.arrow || d.fits != nil && i-d.end > longestPause {
		d.close()
	}
	if n := d.labels(i); n > 0 {
		return n
	}
	l := d.label(i)
	p := d.longest(i, l != nil)
	if p == nil {
		if l != nil && t.label {
			d.wrong = true // "colour: purple", and nothing is
		} else {
			d.word(i)
		}
		return 1
	}
	fits, key := p.all, p.key
	if l != nil && p.byKey[l.key] != nil {
		fits, key = p.byKey[l.key], l.key
	} else if l != nil && t.label {
		d.wrong = true
	}
	if before := d.said[key]; key != "" && before != nil && (before != p || p.name) {
		d.close()
	}
	d.take(fits, i, i+len(p.words))
	if key != "" {
		if d.said == nil {
			d.said = make(map[string]*phrase)
		}
		d.said[key] = p
	}
	d.heard = append(d.heard, &p.holders)
	d.properties++
	d.name = d.name || p.name
	return len(p.words)
}

// word reads a word that is no value: as a part of a name it narrows what is meant, unless one
// thing fits already.
func (d *describing) word(i int) {
	t := d.tokens[i]
	h := d.kind.words[t.text]
	if h == nil || t.number || everywhere[t.text] || d.kind.neutral[t.text] ||
		len(d.fits) == 1 && len(common(d.fits, h.all)) == 0 {
		return
	}
	d.take(h.all, i, i+1)
	d.heard, d.part = append(d.heard, h), true
}

// take narrows the description. What does not fit begins another one behind a word that
// separates; otherwise the text describes nothing there is.
func (d *describing) take(fits []int, start, end int) {
	both := common(d.fits, fits)
	if d.fits != nil && both == nil {
		if d.separated(start) {
			d.close()
		} else {
			d.wrong = true
		}
	}
	if d.fits == nil {
		d.start, both = start, fits
	}
	d.fits, d.end = both, end
	if both == nil {
		d.fits = fits
	}
}

// separated reports whether a word between the description and the word at i says that
// another thing is meant.
func (d *describing) separated(i int) bool {
	for _, t := range d.tokens[d.end:i] {
		if separates[t.text] && !t.bracket {
			return true
		}
	}
	return false
}

// longest returns the longest value that begins at a word, nil when none does that says
// something there.
func (d *describing) longest(i int, labelled bool) *phrase {
	var best *phrase
	for _, p := range d.kind.phrases[d.tokens[i].text] {
		if (best == nil || len(p.words) > len(best.words)) && d.writes(i, p.words) && (labelled || !d.byChance(i, p)) {
			best = p
		}
	}
	return best
}

func (d *describing) writes(i int, words []string) bool {
	if i < 0 || i+len(words) > len(d.tokens) {
		return false
	}
	for k, word := range words {
		if t := d.tokens[i+k]; t.text != word || k > 0 && (t.breaks || t.arrow || t.label) {
			return false
		}
	}
	return true
}

// byChance reports whether a value is a word that is written everywhere, a letter outside of
// brackets, or a small number.
func (d *describing) byChance(i int, p *phrase) bool {
	t := d.tokens[i]
	const shortNumber, shortWord = 3, 2
	switch {
	case len(p.words) > 1:
		return false
	case t.number:
		return len(t.text) <= shortNumber
	}
	return everywhere[t.text] || len(t.text) <= shortWord && !t.bracket
}

// label returns the key that stands before a word as its label: "size: 12", "size 12".
func (d *describing) label(i int) *label {
	if i == 0 || d.tokens[i].breaks || d.tokens[i].arrow {
		return nil
	}
	var longest *label
	labels := d.kind.labels[d.tokens[i-1].text]
	for n := range labels {
		if l := &labels[n]; (longest == nil || len(l.words) > len(longest.words)) && d.writes(i-len(l.words), l.words) {
			longest = l
		}
	}
	return longest
}

// labels returns the length of the label that begins at a word, with a colon behind it.
func (d *describing) labels(i int) int {
	for _, l := range d.kind.starts[d.tokens[i].text] {
		if end := i + len(l.words); end < len(d.tokens) && d.tokens[end].label && d.writes(i, l.words) {
			return len(l.words)
		}
	}
	return 0
}

// close ends the description, which names a thing when one thing alone fits, and something
// was said of it alone.
func (d *describing) close() {
	if len(d.fits) == 1 && !d.wrong && d.saidOf(d.fits[0]) {
		thing := d.book.things[d.fits[0]]
		d.found = append(d.found, Description{ID: thing.id, Kind: thing.kind,
			Start: d.tokens[d.start].start, End: d.tokens[d.end-1].end, Clear: d.name || d.properties > 1 || d.properties == 1 && d.part})
	}
	d.fits, d.said, d.heard, d.properties, d.name, d.part, d.wrong = nil, nil, d.heard[:0], 0, false, false, false
}

func (d *describing) saidOf(thing int) bool {
	for _, h := range d.heard {
		if _, found := slices.BinarySearch(h.own, thing); found {
			return true
		}
	}
	return false
}

// common returns what two sorted lists have in common, nil when nothing.
func common(a, b []int) []int {
	if len(a) > len(b) {
		a, b = b, a
	}
	if len(a) == 1 {
		if _, found := slices.BinarySearch(b, a[0]); found {
			return a
		}
		return nil
	}
	var both []int
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch {
		case a[i] < b[j]:
			i++
		case a[i] > b[j]:
			j++
		default:
			both = append(both, a[i])
			i++
			j++
		}
	}
	return both
}

// everywhere are words that stand in every text: as a value they are meant only with a
// label. Plurals are without "s", as tokens are.
var everywhere = set("a an the of for to in on at by with from into and or not no yes none all any this that it is are be as my your our his her its their new old one other you i we will " +
	"да нет не и или в на с к по для от из у мой моя ваш ваша")

// separates are words between two descriptions of different things.
var separates = set("and or for to with by into plus than from и или на с для к")

func set(words string) map[string]bool {
	m := make(map[string]bool)
	for _, word := range texts(words) {
		m[word] = true
	}
	return m
}
