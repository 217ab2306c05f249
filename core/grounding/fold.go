package grounding

import "github.com/guardstream/guardstream/core/runes"

// clean reads one visible character as every matcher does: a Unicode space (category
// Zs) as a plain one. Line breaks and tabs stay what they are.
func clean(r rune) rune {
	switch {
	case r < 0xa0:
		return r
	case r == 0xa0, r == 0x1680, 0x2000 <= r && r <= 0x200a, r == 0x202f, r == 0x205f, r == 0x3000:
		return ' '
	}
	return r
}

// fold reads one visible character as the matchers without case do: lower case,
// typographic dashes and quotes as the plain ones. It maps character to character, so
// that offsets stay comparable; "ß" is not "ss" and "ﬁ" not "fi".
func fold(r rune) rune {
	if r < 0x80 {
		if 'A' <= r && r <= 'Z' {
			r += 'a' - 'A'
		}
		return r
	}
	r = clean(r)
	switch {
	case isTypographicHyphen(r), r == '—', r == '―':
		return '-'
	}
	switch r {
	case '‘', '’', '‚', '‛', '′', '‹', '›', '´', 'ʼ', '＇':
		return '\''
	case '“', '”', '„', '‟', '″', '«', '»', '＂':
		return '"'
	}
	return runes.Lower(r)
}

// isTypographicHyphen reports whether r is written where a plain "-" is meant: in a
// word, in a range or as a minus sign. The em dash is not: it stands between words.
func isTypographicHyphen(r rune) bool {
	return 0x2010 <= r && r <= 0x2013 || r == 0x2212 || r == 0xfe58 || r == 0xfe63 || r == 0xff0d
}
