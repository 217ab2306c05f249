package injection

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// compile builds the program. It reports a class that no list and no token has: a
// misspelt one would never match.
func compile(words lexicon, rules []rule) (*program, error) {
	c := compiler{marks: map[string]uint64{}, known: map[string]bool{}, byClass: map[string][]int{}, prefixes: map[string]int16{}, program: &program{}}
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
	for i, cipher := range ciphers {
		for j, class := range cipher.classes {
			marks, err := c.markSet([]string{class})
			if err != nil {
				return nil, err
			}
			c.cipherMarks[i][j] = marks
		}
		c.ciphers |= c.cipherMarks[i][0]
	}
	for i := range c.steps {
		s := &c.steps[i]
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
	marks   map[string]uint64 // the classes that conditions ask for
	known   map[string]bool   // all classes
	steps   []step            // of all rules, in their order
	byClass map[string][]int  // the steps that the words of a class take

	prefixes map[string]int16 // the slots of the prefixes of rules
	sets     []slotSet        // of every slot
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
		s := step{prev: prev, next: -1, rule: id, gap: e.gap, at: e.at}
		if i == 0 {
			s.before, s.beforeSpan = before, uint8(r.unlessPrevSpan)
		}
		if i < len(r.elements)-1 {
			prefix := fmt.Sprint(prev, e, s.before, s.beforeSpan)
			slot, shared := c.prefixes[prefix]
			if !shared {
				slot = int16(c.slots)
				c.prefixes[prefix] = slot
				c.sets = append(c.sets, 0)
				c.slots++
			}
			c.sets[slot] |= setOf(int(slot), r.elements[i+1].gap.kind == gapNone)
			prev, s.next = slot, slot
			if shared { // another rule begins like this one
				continue
			}
		}
		for _, class := range e.classes {
			c.byClass[class] = append(c.byClass[class], len(c.steps))
		}
		c.steps = append(c.steps, s)
	}
	return nil
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
	var taken []int
	for _, class := range classes {
		taken = append(taken, c.byClass[class]...)
	}
	slices.Sort(taken)
	for _, i := range slices.Compact(taken) {
		s := c.steps[i]
		if s.prev >= 0 {
			k.later = append(k.later, s)
			k.wants |= s.from
			continue
		}
		k.first = append(k.first, s)
		k.starts |= s.at
		if s.at == 0 {
			k.starts |= posLower | posCapital // every word has one of them
		}
	}
	for _, t := range turnClasses {
		if slices.Contains(classes, t.class) {
			k.turn = t.turn
			break
		}
	}
	for _, class := range classes {
		k.flags |= classFlags[class]
	}
	return k
}
