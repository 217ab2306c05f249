package words

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/guardstream/guardstream/core/runes"
)

// isSeparator reports whether a character that is not ASCII stands between words.
func isSeparator(r rune) bool { return unicode.IsPunct(r) || runes.IsSpace(r) || isApostrophe(r) }

// widen makes the gap at least g.
func (s *Scanner) widen(g Gap) { s.gap = max(s.gap, g) }

// separate takes the character r, which stands at s.start and was just read, into the gap.
func (s *Scanner) separate(r rune) {
	switch r {
	case '.', '．':
		s.dot()
	case '!', '！', '。', '।', '۔':
		s.widen(Stop)
	case '?', '？', '؟', '‽':
		s.widen(Stop)
		s.question = true
	case ',', ':', '，', '：', '،':
		if !s.between(unicode.IsDigit) { // 1,500 and 6:15 are one thing
			s.widen(Comma)
			s.unfinished = true
		}
	case ';', '；', '؛', '、', '…', '—', '–', '―', '(', ')', '[', ']', '{', '}', '|', '（', '）', '「', '」':
		s.widen(Comma)
	case '-', '‐', '‑', '/':
		if !s.between(runes.IsWord) {
			s.widen(Comma)
		}
	case '\n', '\r', '\v', '\f', 0x85, 0x2028, 0x2029:
		s.spaced = true
		s.lineBreak(r)
	default:
		s.spaced = s.spaced || runes.IsSpace(r)
		s.widen(Space)
	}
}

// dot takes a full stop: the end of a sentence before white space, a pause when there
// are several or when it joins words ("yes.go"), nothing inside of a number.
func (s *Scanner) dot() {
	rest := strings.TrimLeft(s.text[s.pos:], ".")
	if dots := len(s.text) - s.pos - len(rest); dots > 0 {
		s.pos += dots
		s.widen(Comma)
		return
	}
	next, _ := utf8.DecodeRuneInString(rest)
	switch {
	case s.between(unicode.IsDigit):
	case rest != "" && runes.IsWord(next):
		s.widen(Comma)
	case s.abbreviated():
		s.widen(Space)
	default:
		s.widen(Stop)
	}
}

// lineBreak takes a line break. A line that ends with a comma or colon goes on.
func (s *Scanner) lineBreak(r rune) {
	if r == '\r' && strings.HasPrefix(s.text[s.pos:], "\n") {
		s.pos++
	}
	switch {
	case s.unfinished:
	case s.newline:
		s.widen(Stop)
	default:
		s.widen(Line)
	}
	s.newline = true
	if s.plain {
		s.skipQuotedLines()
	}
}

// skipQuotedLines skips lines that quote somebody else, as mail programs write them.
func (s *Scanner) skipQuotedLines() {
	for strings.HasPrefix(s.text[s.pos:], ">") {
		end := strings.IndexByte(s.text[s.pos:], '\n')
		if end < 0 {
			s.pos = len(s.text)
			return
		}
		s.pos += end + 1
		s.widen(Stop)
	}
}

// between reports whether the characters right before and after the one just read both
// have a property.
func (s *Scanner) between(is func(rune) bool) bool {
	before, _ := utf8.DecodeLastRuneInString(s.text[:s.start])
	after, _ := utf8.DecodeRuneInString(s.text[s.pos:])
	return is(before) && is(after)
}

// abbreviations end with a full stop that ends no sentence.
var abbreviations = map[string]bool{
	"mr": true, "mrs": true, "ms": true, "dr": true, "prof": true, "st": true, "nr": true,
	"inc": true, "ltd": true, "approx": true, "tel": true, "art": true,
	"ул": true, "кв": true, "руб": true, "тыс": true, "стр": true, "корп": true, "им": true, "г": true, "д": true,
}

// abbreviated reports whether the full stop just read belongs to an abbreviation, an
// initial ("J. Weiss") or the number of a list item. Taking a sentence's end for one makes the sentence longer, which
// its readers treat as the careful reading.
func (s *Scanner) abbreviated() bool {
	const longest = 16 // bytes, of the longest abbreviation
	before := s.text[max(0, s.start-longest):s.start]
	word := before[strings.LastIndexFunc(before, func(r rune) bool { return !unicode.IsLetter(r) })+1:]
	switch first, size := utf8.DecodeRuneInString(word); {
	case word == "":
		return s.listNumber(before)
	case size == len(word) && unicode.IsUpper(first):
		return !strings.ContainsRune("IYЯА", first) // words of one letter, not initials
	case strings.EqualFold(word, "no"): // "no. 5"
		next, _ := utf8.DecodeRuneInString(strings.TrimLeft(s.text[s.pos:min(len(s.text), s.pos+2)], " "))
		return unicode.IsDigit(next)
	}
	return abbreviations[strings.ToLower(word)]
}

// listNumber reports whether a line starts with the number that ends before.
func (s *Scanner) listNumber(before string) bool {
	line := before[strings.LastIndexByte(before, '\n')+1:]
	number := strings.TrimLeft(line, " \t")
	lineStarts := len(line) < len(before) || len(before) == s.start
	return lineStarts && number != "" && strings.TrimFunc(number, unicode.IsDigit) == ""
}
