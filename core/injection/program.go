package injection

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"
)

// kindID numbers the kinds of tokens: two words are of one kind when they are of the
// same classes. Kind 0 is a word that is in no list.
type kindID uint16

// kind is all that the matcher knows of a token.
type kind struct {
	first  []step   // steps that begin a rule
	starts position // where one of them can
	later  []step   // steps that go on with one
	wants  slotSet  // the slots that the later steps go on from
	marks  uint64   // the classes that conditions ask for, one bit each
	turn   turn
	flags  kindFlags
}

type kindFlags uint8

const (
	kindFiller  kindFlags = 1 << iota // stands between the words of a rule without counting
	kindBreaker                       // no loose gap passes it
	kindLabel                         // with a colon, opens an order: "TODO:"
	kindOpen                          // a line that ends with it goes on in the next
	kindTLD                           // the end of a domain name
	kindInline                        // a tag that stands within a sentence: "b", "span"
	kindSplit                         // is found when it is split in two
	kindURL                           // begins an address: "http", "www"
)

// slotSet is a set of slots, folded into bits: it may say that a slot is in it which is
// not, never the opposite. The low bits are of slots that only the very next token can
// go on from.
type slotSet uint64

const (
	nearBits          = 24
	nearSlots slotSet = 1<<nearBits - 1
)

// setOf is the set of one slot.
func setOf(slot int, near bool) slotSet {
	if near {
		return 1 << (slot % nearBits)
	}
	return 1 << (nearBits + slot%(64-nearBits))
}

// step is one element of a rule: when a token of its kind comes after the prefix in
// slot prev, the prefix in slot next is there too, or the rule matches.
type step struct {
	prev, next  int16 // slots; prev -1 begins a rule, next -1 ends it
	rule        int16
	gap         gap
	at          position
	from, opens slotSet // the slots prev and next
	before      uint64  // marks that must not stand in the span words before
	beforeSpan  uint8
}

// Kinds of tokens that are no words of a list.
const (
	kindUnknown kindID = iota
	kindName           // an unknown word with a capital letter
	kindNumber
	kindAmount   // a number beside a sign of currency
	kindPercent  // a number before a percent sign
	kindDigits   // a number so long that it names something
	kindCode     // letters and digits, or a number after "#"
	kindAddress  // a web address
	kindMail     // an e-mail address
	kindColon    // punctuation that rules ask for, from here on
	kindComma    //
	kindOpenBox  // "["
	kindCloseBox // "]"
	kindOpenTag  // "<" or "</" before a name
	kindCloseTag // ">" after one
	kindChatTag  // "<|"
	kindHeading  // "###" that opens a line
	kindLineEnd  // a line break, where a rule waits for one
	kindsFixed
)

// fixedClasses are the classes of the kinds above.
var fixedClasses = [kindsFixed][]string{
	kindUnknown: {"WORD"}, kindName: {"NAME", "WORD"}, kindNumber: {"NUMBER"}, kindAmount: {"AMOUNT", "NUMBER"},
	kindPercent: {"PERCENT"}, kindDigits: {"ID", "NUMBER"}, kindCode: {"ID"}, kindAddress: {"URL"}, kindMail: {"EMAIL"},
	kindColon: {"COLON"}, kindComma: {"COMMA"}, kindOpenBox: {"OPENBOX"}, kindCloseBox: {"CLOSEBOX"},
	kindOpenTag: {"OPENTAG"}, kindCloseTag: {"CLOSETAG"}, kindChatTag: {"CHATTAG"}, kindHeading: {"HEADING"},
	kindLineEnd: {"LINEEND"},
}

// program is the rules and word lists, compiled. It is immutable.
type program struct {
	rules             []compiledRule
	kinds             []kind
	slots             int
	shifted, reversed [2]uint64 // marks of words in ciphers, see readCipher
	named             []step    // steps that a capitalised word of a list takes as a name
	latin             *keyTable
	others            map[string]kindID // words of other scripts that write spaces
	dense             *denseNode        // words of scripts that do not
}

type compiledRule struct {
	name      string
	unless    uint64 // marks that the sentence must not have
	after     uint64 // marks that the words after the match must not have
	afterSpan uint8
}

// rulebooks are the programs of this package, one for each scope. The word lists and
// rules are part of the binary, so a mistake in them is a mistake of the build: the tests
// load them.
var rulebooks = [scopes]func() *program{
	scopeTool: sync.OnceValue(func() *program { return load(func(rule) bool { return true }) }),
	scopeUser: sync.OnceValue(func() *program { return load(func(r rule) bool { return r.user }) }),
}

func load(wanted func(rule) bool) *program {
	words, err := readLexicon(wordFiles)
	if err != nil {
		panic("injection: " + err.Error())
	}
	rules, err := readRules(ruleFiles)
	if err != nil {
		panic("injection: " + err.Error())
	}
	p, err := compile(words, slices.DeleteFunc(rules, func(r rule) bool { return !wanted(r) }))
	if err != nil {
		panic("injection: " + err.Error())
	}
	return p
}

// compile builds the program. It reports a class that no list and no token has: a
// misspelt one would never match.
func compile(words lexicon, rules []rule) (*program, error) {
	c := compiler{marks: map[string]uint64{}, known: map[string]bool{}, prefixes: map[string]int16{}, program: &program{}}
	for _, classes := range fixedClasses {
		for _, class := range classes {
			c.known[class] = true
		}
	}
	for _, classes := range words {
		for class := range classes {
			c.known[class] = true
		}
	}
	var unknown []string
	for _, class := range usedClasses(rules) {
		if !c.known[class] && class == strings.ToLower(class) { // a literal word is a class of its own
			words.add(foldWord(class), class)
			c.known[class] = true
		}
		if !c.known[class] {
			unknown = append(unknown, class)
		}
	}
	if len(unknown) > 0 {
		return nil, fmt.Errorf("classes that no list has: %v", unknown)
	}
	for _, r := range rules {
		if err := c.addRule(r); err != nil {
			return nil, fmt.Errorf("rule %s: %w", r.name, err)
		}
	}
	var err error
	if c.shifted, err = c.markPair("SHIFTEDA", "SHIFTEDB"); err != nil {
		return nil, err
	}
	if c.reversed, err = c.markPair("TURNEDA", "TURNEDB"); err != nil {
		return nil, err
	}
	for i := range c.steps {
		s := &c.steps[i].step
		if s.prev >= 0 {
			s.from = c.sets[s.prev]
		}
		if s.next >= 0 {
			s.opens = c.sets[s.next]
		}
	}
	c.addKinds(words)
	return c.program, nil
}

// usedClasses returns the classes that the rules name.
func usedClasses(rules []rule) []string {
	var all []string
	for _, r := range rules {
		for _, e := range r.elements {
			all = append(all, e.classes...)
		}
		all = slices.Concat(all, r.unless, r.unlessNext, r.unlessPrev)
	}
	return all
}

type compiler struct {
	*program
	marks map[string]uint64 // the classes that conditions ask for
	known map[string]bool   // all classes
	steps []classStep

	prefixes map[string]int16 // the slots of the prefixes of rules
	sets     []slotSet        // of every slot
}

type classStep struct {
	class string
	step  step
}

func (c *compiler) addRule(r rule) error {
	id := int16(len(c.rules))
	unless, err := c.markSet(r.unless)
	if err != nil {
		return err
	}
	after, err := c.markSet(r.unlessNext)
	if err != nil {
		return err
	}
	before, err := c.markSet(r.unlessPrev)
	if err != nil {
		return err
	}
	c.rules = append(c.rules, compiledRule{r.name, unless, after, uint8(r.unlessNextSpan)})
	prev := int16(-1)
	for i, e := range r.elements {
		s := step{prev: prev, next: -1, gap: e.gap, at: e.at}
		if i == 0 {
			s.before, s.beforeSpan = before, uint8(r.unlessPrevSpan)
		}
		if i == len(r.elements)-1 {
			s.rule = id
		} else {
			s.next = c.slotAfter(fmt.Sprint(prev, e, s.before, s.beforeSpan))
			c.sets[s.next] |= setOf(int(s.next), r.elements[i+1].gap.kind == gapNone)
		}
		for _, class := range e.classes {
			c.steps = append(c.steps, classStep{class, s})
		}
		prev = s.next
	}
	return nil
}

// slotAfter returns the slot of a prefix. Rules that begin alike share it.
func (c *compiler) slotAfter(prefix string) int16 {
	slot, ok := c.prefixes[prefix]
	if !ok {
		slot = int16(c.slots)
		c.prefixes[prefix] = slot
		c.sets = append(c.sets, 0)
		c.slots++
	}
	return slot
}

// markSet is the set of classes as bits. There are 64 of them for all conditions.
func (c *compiler) markSet(classes []string) (uint64, error) {
	var set uint64
	for _, class := range classes {
		if c.marks[class] == 0 {
			if len(c.marks) == 64 {
				return 0, fmt.Errorf("more than 64 classes in conditions")
			}
			c.marks[class] = 1 << len(c.marks)
		}
		set |= c.marks[class]
	}
	return set, nil
}

func (c *compiler) markPair(a, b string) (pair [2]uint64, err error) {
	if pair[0], err = c.markSet([]string{a}); err != nil {
		return pair, err
	}
	pair[1], err = c.markSet([]string{b})
	return pair, err
}

func (c *compiler) addKinds(words lexicon) {
	for _, classes := range fixedClasses {
		c.kinds = append(c.kinds, c.kindOf(classes))
	}
	ids := map[string]kindID{}
	latin := map[key]kindID{}
	c.others, c.dense = map[string]kindID{}, &denseNode{}
	for word := range words {
		classes := append(words.classesOf(word), "WORD")
		set := strings.Join(classes, " ")
		id, ok := ids[set]
		if !ok {
			id = kindID(len(c.kinds))
			ids[set] = id
			c.kinds = append(c.kinds, c.kindOf(classes))
		}
		first, _ := utf8.DecodeRuneInString(word)
		switch k, packed := packWord(word); {
		case packed:
			latin[k] = id
		case isDense(first):
			c.dense.add(word, id)
		default:
			c.others[word] = id
		}
	}
	c.latin = newKeyTable(latin)
	c.named = c.kindOf([]string{"NAME"}).later
}

func (c *compiler) kindOf(classes []string) kind {
	var k kind
	for _, class := range classes {
		k.marks |= c.marks[class]
	}
	for _, s := range c.steps {
		if !slices.Contains(classes, s.class) {
			continue
		}
		list := &k.later
		if s.step.prev < 0 {
			list = &k.first
			k.starts |= s.step.at
			if s.step.at == 0 {
				k.starts |= posLower | posCapital // every word has one of them
			}
		}
		k.wants |= s.step.from
		if !slices.Contains(*list, s.step) { // or the kind has two of the element's classes
			*list = append(*list, s.step)
		}
	}
	for _, t := range turnClasses {
		if slices.Contains(classes, t.class) {
			k.turn = t.turn
			break
		}
	}
	for class, flag := range map[string]kindFlags{
		"FILLER": kindFiller, "BREAKER": kindBreaker, "LABEL": kindLabel, "OPEN": kindOpen, "TLD": kindTLD, "URLSTART": kindURL, "INLINETAG": kindInline, "IGNORE": kindSplit, "RULES": kindSplit, "PREVIOUS": kindSplit,
	} {
		if slices.Contains(classes, class) {
			k.flags |= flag
		}
	}
	return k
}
