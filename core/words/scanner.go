package words

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/guardstream/guardstream/core/runes"
)

// Scanner reads the words of a text one after the other, without memory for the text.
//
//	for s := words.NewScanner(text); s.Next(); {
//		use(s.Text())
//	}
type Scanner struct {
	text  string
	pos   int
	plain bool // skip markup and quoted lines

	word       []byte
	start, end int
	gap        Gap
	question   bool
	symbol     bool
	unfinished bool // a comma or colon stands in the gap
	newline    bool // a line break stands in the gap
	spaced     bool // white space stands in the gap
}

// NewScanner returns a scanner before the first word of text.
func NewScanner(text string) *Scanner {
	return &Scanner{text: text, word: make([]byte, 0, 32)}
}

// SkipQuoted makes the scanner skip markup tags (`<b>`) and quoted lines ("> …", the
// words of somebody else). It is called before the first Next.
func (s *Scanner) SkipQuoted() { s.plain = true }

// Text returns the folded word. It is valid until the next call of Next.
func (s *Scanner) Text() []byte { return s.word }

// Start is the byte offset of the word in the text.
func (s *Scanner) Start() int { return s.start }

// End is the byte offset behind the word.
func (s *Scanner) End() int { return s.end }

// Gap is what stands before the word, as in [Word].
func (s *Scanner) Gap() Gap { return s.gap }

// Spaced reports whether white space stands before the word.
func (s *Scanner) Spaced() bool { return s.spaced }

// Question reports whether the gap before the word holds a question mark, and once Next
// has returned false, whether one stands after the last word.
func (s *Scanner) Question() bool { return s.question }

// Symbol reports whether the word is an emoji or another picture.
func (s *Scanner) Symbol() bool { return s.symbol }

// Next reads the next word and reports whether there is one.
func (s *Scanner) Next() bool {
	s.word, s.symbol = s.word[:0], false
	s.gap, s.question, s.unfinished, s.newline, s.spaced = Glued, false, false, false, false
	if s.pos == 0 {
		s.gap = Stop
		if s.plain {
			s.skipQuotedLines()
		}
	}
	for s.pos < len(s.text) {
		if s.wordStarts() {
			s.finishWord()
			return true
		}
	}
	s.gap = Stop
	return false
}

// wordStarts reads one character. It reports whether a word starts with it, which is
// then in s.word; otherwise the character went into the gap.
func (s *Scanner) wordStarts() bool {
	s.start = s.pos
	c := s.text[s.pos]
	if c < utf8.RuneSelf && !s.accented() {
		if class[c] == letter {
			s.word = append(s.word, lowerASCII[c])
			s.pos++
			return true
		}
		s.pos++
		if c == '<' && s.plain {
			s.pos += tagLength(s.text[s.start:])
		}
		s.separate(rune(c))
		return false
	}
	if s.cyrillic() {
		return true
	}
	r, size := utf8.DecodeRuneInString(s.text[s.pos:])
	if isSeparator(r) {
		s.pos += size
		s.separate(r)
		return false
	}
	var n int
	s.word, n = fold(s.word, s.text[s.pos:])
	s.pos += n
	switch folded, size := utf8.DecodeRune(s.word); {
	case len(s.word) == 0: // invisible
		return false
	case size == len(s.word) && unicode.Is(unicode.So, folded):
		s.symbol = true
		return true
	case !allWord(s.word):
		s.word = s.word[:0]
		s.separate(folded)
		return false
	}
	return true
}

// cyrillic reads the letter at the position when it is one of [isCyrillic] without an
// accent, and reports whether it was. It is [fold] for the letters of Russian texts.
func (s *Scanner) cyrillic() bool {
	// U+0400 to U+045F are the bytes d0 80 to d1 9f.
	const size = 2
	if s.text[s.pos]&0xfe != 0xd0 || s.pos+1 >= len(s.text) || s.pos+size < len(s.text) && s.text[s.pos+size]&0xfe == 0xcc {
		return false
	}
	r := rune(s.text[s.pos]&0x1f)<<6 | rune(s.text[s.pos+1]&0x3f)
	if s.text[s.pos+1]&0xc0 != 0x80 || !isCyrillic(r) {
		return false
	}
	s.word = utf8.AppendRune(s.word, lower(r))
	s.pos += size
	return true
}

// accented reports whether an accent follows the ASCII character at the position, with
// which it may compose.
func (s *Scanner) accented() bool {
	// U+0300 to U+036F are the bytes cc 80 to cd af.
	return s.pos+1 < len(s.text) && s.text[s.pos+1]&0xfe == 0xcc && s.text[s.pos] < utf8.RuneSelf
}

// finishWord reads the rest of the word whose first character was read.
func (s *Scanner) finishWord() {
	s.end = s.pos
	if s.symbol {
		return
	}
	for s.pos < len(s.text) {
		c := s.text[s.pos]
		if class[c] == letter && !s.accented() {
			s.word = append(s.word, lowerASCII[c])
			s.pos++
			s.end = s.pos
			continue
		}
		if s.cyrillic() {
			s.end = s.pos
			continue
		}
		if class[c] == other || !s.continues() {
			break
		}
	}
	s.word = bytes.TrimRight(s.word, "'") // what followed was no letter after all
}

// continues reads one character that is no ASCII letter inside of a word and reports
// whether the word goes on.
func (s *Scanner) continues() bool {
	r, size := utf8.DecodeRuneInString(s.text[s.pos:])
	if isApostrophe(r) {
		next, _ := utf8.DecodeRuneInString(s.text[s.pos+size:])
		if !runes.IsWord(next) || isApostrophe(next) {
			return false
		}
		s.word = append(s.word, '\'')
		s.pos += size
		return true
	}
	if isSeparator(r) {
		return false
	}
	before := len(s.word)
	var n int
	s.word, n = fold(s.word, s.text[s.pos:])
	if !allWord(s.word[before:]) && !unicode.IsMark(r) {
		s.word = s.word[:before]
		return false
	}
	s.pos += n
	if len(s.word) > before {
		s.end = s.pos
	}
	return true
}

// allWord reports whether every character of folded text is part of a word.
func allWord(folded []byte) bool {
	for len(folded) > 0 {
		r, size := utf8.DecodeRune(folded)
		if !runes.IsWord(r) {
			return false
		}
		folded = folded[size:]
	}
	return true
}

// tagLength returns how long the markup tag at the start of text is after its "<", or 0.
func tagLength(text string) int {
	const longest = 64 // bytes; a longer "<…" is no tag a person's message holds
	head := text[:min(len(text), longest)]
	name := strings.TrimPrefix(head[1:], "/")
	if name == "" || !unicode.IsLetter(rune(name[0])) {
		return 0
	}
	if end := strings.IndexAny(head, ">\n"); end > 0 && head[end] == '>' {
		return end
	}
	return 0
}

// What an ASCII character is to the scanner. Bytes of other characters are "maybe".
const (
	other = iota
	letter
	maybe
)

var class, lowerASCII = asciiTables()

func asciiTables() (class, lower [256]byte) {
	for c := range 256 {
		lower[c] = byte(c)
		switch {
		case c >= utf8.RuneSelf || isApostrophe(rune(c)):
			class[c] = maybe
		case runes.IsWord(rune(c)):
			class[c] = letter
			lower[c] = byte(unicode.ToLower(rune(c)))
		}
	}
	return class, lower
}
