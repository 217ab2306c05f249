package intent

import (
	"regexp/syntax"
	"unicode/utf8"

	"github.com/guardstream/guardstream/core/runes"
)

// maxInstructions bounds the patterns of one request together, compiled: matching takes
// time proportional to it, times the length of the text.
const maxInstructions = 10_000

// machine runs a compiled regular expression over a text in linear time, all threads in
// step. It exists beside package regexp for one reason: there \b is ASCII.
type machine struct {
	program *syntax.Prog
	// first tells for the ASCII characters which of them can start a match; always is
	// set when a match may be empty, and then first says nothing.
	first  [utf8.RuneSelf]bool
	always bool
}

func newMachine(program *syntax.Prog) *machine {
	m := &machine{program: program}
	threads := newThreads(len(program.Inst))
	m.always = m.follow(threads, uint32(program.Start), ^syntax.EmptyOp(0))
	for _, pc := range threads.list {
		for c := range rune(utf8.RuneSelf) {
			m.first[c] = m.first[c] || m.steps(pc, c)
		}
	}
	return m
}

// match reports whether the expression is found anywhere in text.
func (m *machine) match(text string) bool {
	now, next := newThreads(len(m.program.Inst)), newThreads(len(m.program.Inst))
	before := rune(-1)
	for pos := 0; ; {
		r, size := rune(-1), 0
		if pos < len(text) {
			r, size = utf8.DecodeRuneInString(text[pos:])
		}
		at := place(before, r)
		now.clear()
		for _, pc := range next.list { // behind the character before, their empty steps open
			if m.follow(now, pc, at) {
				return true
			}
		}
		if m.always || r >= utf8.RuneSelf || r >= 0 && m.first[r] {
			if m.follow(now, uint32(m.program.Start), at) {
				return true
			}
		}
		if r < 0 {
			return false
		}
		next.clear()
		for _, pc := range now.list {
			if m.steps(pc, r) {
				next.add(m.program.Inst[pc].Out)
			}
		}
		before, pos = r, pos+size
	}
}

// steps reports whether the instruction reads the character.
func (m *machine) steps(pc uint32, r rune) bool {
	switch inst := &m.program.Inst[pc]; inst.Op {
	case syntax.InstRune, syntax.InstRune1:
		return inst.MatchRune(r)
	case syntax.InstRuneAny:
		return true
	case syntax.InstRuneAnyNotNL:
		return r != '\n'
	}
	return false
}

// follow adds the instructions reached from pc without reading a character, and reports
// whether one of them is the end of a match.
func (m *machine) follow(threads *threads, pc uint32, at syntax.EmptyOp) bool {
	threads.stack = append(threads.stack[:0], pc)
	for len(threads.stack) > 0 {
		pc := threads.stack[len(threads.stack)-1]
		threads.stack = threads.stack[:len(threads.stack)-1]
		if !threads.add(pc) {
			continue
		}
		switch inst := &m.program.Inst[pc]; inst.Op {
		case syntax.InstAlt, syntax.InstAltMatch:
			threads.stack = append(threads.stack, inst.Arg, inst.Out)
		case syntax.InstCapture, syntax.InstNop:
			threads.stack = append(threads.stack, inst.Out)
		case syntax.InstEmptyWidth:
			if syntax.EmptyOp(inst.Arg)&^at == 0 {
				threads.stack = append(threads.stack, inst.Out)
			}
		case syntax.InstMatch:
			return true
		}
	}
	return false
}

// place says what holds between two characters, -1 for none: borders of the text, of a
// line, and of a word of any script.
func place(before, after rune) syntax.EmptyOp {
	at := syntax.EmptyNoWordBoundary
	if isWord(before) != isWord(after) {
		at = syntax.EmptyWordBoundary
	}
	if before < 0 {
		at |= syntax.EmptyBeginText | syntax.EmptyBeginLine
	}
	if before == '\n' {
		at |= syntax.EmptyBeginLine
	}
	if after < 0 {
		at |= syntax.EmptyEndText | syntax.EmptyEndLine
	}
	if after == '\n' {
		at |= syntax.EmptyEndLine
	}
	return at
}

func isWord(r rune) bool { return r >= 0 && runes.IsWord(r) }

// threads is a set of instructions that keeps the order they were added in.
type threads struct {
	list  []uint32
	place []uint32 // of an instruction in list, meaningless unless list has it there
	stack []uint32 // of follow
}

func newThreads(instructions int) *threads {
	return &threads{list: make([]uint32, 0, instructions), place: make([]uint32, instructions)}
}

func (t *threads) clear() { t.list = t.list[:0] }

// add adds an instruction and reports whether it was missing.
func (t *threads) add(pc uint32) bool {
	if at := t.place[pc]; int(at) < len(t.list) && t.list[at] == pc {
		return false
	}
	t.place[pc] = uint32(len(t.list))
	t.list = append(t.list, pc)
	return true
}
