package secrets

import "unicode/utf8"

// Lengths of card numbers (ISO/IEC 7812).
const (
	minCard = 13
	maxCard = 19
)

// cards finds card numbers: digits in one piece or in groups, of a form that issuers use
// and with a right check digit.
func cards(text string) []Secret {
	var found []Secret
	for at := 0; at < len(text); {
		if !isDigit(text[at]) {
			at++
			continue
		}
		end, digits := digitGroups(text, at)
		if isCard(digits) && standsFree(text, at, end) {
			found = append(found, Secret{Card, at, end})
		}
		at = end
	}
	return found
}

// digitGroups reads digits, single spaces or dashes between them left out. Of more than
// a card has it keeps one too many.
func digitGroups(text string, at int) (end int, digits []byte) {
	digits = make([]byte, 0, maxCard+1)
	for end = at; at < len(text); at++ {
		switch c := text[at]; {
		case isDigit(c):
			if len(digits) <= maxCard {
				digits = append(digits, c-'0')
			}
			end = at + 1
		case (c == ' ' || c == '-') && end == at:
		default:
			return end, digits
		}
	}
	return end, digits
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// standsFree reports whether no letter is glued to a number, as in an IBAN.
func standsFree(text string, start, end int) bool {
	before, _ := utf8.DecodeLastRuneInString(text[:start])
	after, _ := utf8.DecodeRuneInString(text[end:])
	glued := func(c rune) bool {
		return c != utf8.RuneError && (c >= utf8.RuneSelf || c == '_' || 'a' <= c|0x20 && c|0x20 <= 'z')
	}
	return !glued(before) && !glued(after)
}

func isCard(digits []byte) bool {
	return len(digits) >= minCard && len(digits) <= maxCard && isIssued(digits) && checks(digits)
}

// isIssued reports whether issuers give numbers that begin and are as long as this one.
func isIssued(d []byte) bool {
	n := len(d)
	two := int(d[0])*10 + int(d[1])
	four := two*100 + int(d[2])*10 + int(d[3])
	switch {
	case d[0] == 4:
		return n == 13 || n == 16 || n == 19
	case 51 <= two && two <= 55, 2221 <= four && four <= 2720:
		return n == 16
	case two == 34 || two == 37:
		return n == 15
	case two == 36 || two == 38 || two == 39 || four/10 >= 300 && four/10 <= 305:
		return n == 14
	case four == 6011, two == 65, 6440 <= four && four <= 6499, two == 35:
		return n >= 16
	case two == 62, two == 50, 56 <= two && two <= 58, two == 63, two == 67:
		return n >= 16
	default:
		return false
	}
}

// checks reports whether the last digit is the check digit of the others (Luhn).
func checks(digits []byte) bool {
	sum := 0
	for i := range digits {
		d := int(digits[len(digits)-1-i])
		if i%2 == 1 {
			if d *= 2; d > 9 {
				d -= 9
			}
		}
		sum += d
	}
	return sum%10 == 0
}
