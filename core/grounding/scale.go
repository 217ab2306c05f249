package grounding

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/guardstream/guardstream/core/runes"
)

// longestScaleWord bounds what is read of the word behind a number, in bytes.
const longestScaleWord = 32

// scaleWords multiply the number in front of them: "480 million" does not write 480.
// They are in the case of fold.
var scaleWords = wordSet(
	// English
	"k hundred thousand thousands million millions mn mln billion billions bn bln bil trillion trillions trn tn "+
		"mil mill dozen lakh lakhs crore crores",
	// German, Dutch, Scandinavian
	"hundert tausend tsd teur dutzend mio mill millionen milliarde milliarden mrd billionen bio "+
		"duizend miljoen miljard tusen tusind miljon miljoner miljard miljarder millioner milliarder mia",
	// French, Italian, Spanish, Portuguese
	"mille millier milliers milliard milliards mds mila milione milioni miliardo miliardi mld "+
		"millón millon millones millardo millardos milhão milhao milhões milhoes bilhão bilhões",
	// Polish, Czech
	"tys tysiąc tysiące tysięcy miliony milionów miliard miliardy miliardów milion tisíc milionu miliardu",
	// Russian, Ukrainian
	"тыс тысяча тысячи тысяч млн миллион миллиона миллионов млрд миллиард миллиарда миллиардов "+
		"трлн триллион триллиона триллионов сотня сотни сотен кк тис мільйон мільйона мільйонів мільярд мільярда мільярдів",
)

// moneyScales are letters that multiply an amount of money and are units elsewhere:
// "5 m EUR" is millions, "5 m" is a length.
var moneyScales = wordSet("m b t т")

func wordSet(lists ...string) map[string]struct{} {
	set := make(map[string]struct{})
	for _, list := range lists {
		for _, word := range strings.Fields(list) {
			set[word] = struct{}{}
		}
	}
	return set
}

// isScaled reports whether white space and then a percent sign or a word that
// multiplies follows the number s[start:end].
func isScaled(s string, start, end int) bool {
	for end < len(s) && (s[end] == ' ' || s[end] == '\t') {
		end++
	}
	first := after(s, end)
	if isPercent(first) {
		return true
	}
	wordEnd := end
	for wordEnd < len(s) && wordEnd-end <= longestScaleWord {
		r := after(s, wordEnd)
		if !runes.IsWord(r) {
			break
		}
		wordEnd += utf8.RuneLen(r)
	}
	word := s[end:wordEnd]
	switch {
	case isMyriad(first), word == "M", word == "MM", word == "grand": // not "m" nor "Grand Hotel"
		return true
	}
	word = folding().value(word)
	if _, ok := scaleWords[word]; ok {
		return true
	}
	_, ok := moneyScales[word]
	return ok && (isCurrency(before(s, start)) || moneyFollows(s[wordEnd:]))
}

// isMyriad reports whether r is one of the characters that multiply in Chinese,
// Japanese and Korean; a currency may follow them without a space.
func isMyriad(r rune) bool { return strings.ContainsRune("万萬億亿兆만억조", r) }

func isCurrency(r rune) bool { return r == '$' || r >= 0xa2 && unicode.Is(unicode.Sc, r) }

// moneyFollows reports whether a currency begins a text: its sign, a code of three
// capitals, or rubles as they are abbreviated ("т.р.", "т. руб").
func moneyFollows(s string) bool {
	s = strings.TrimLeft(s[:min(len(s), longestScaleWord)], ". ")
	if isCurrency(after(s, 0)) || strings.HasPrefix(s, "р") {
		return true
	}
	capitals := 0
	for capitals < len(s) && 'A' <= s[capitals] && s[capitals] <= 'Z' {
		capitals++
	}
	return capitals == 3 && !runes.IsWord(after(s, capitals))
}
