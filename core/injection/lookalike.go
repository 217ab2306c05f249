package injection

// punctuation maps marks of other scripts and typography to the ASCII mark that does
// their work, where NFKC does not.
var punctuation = map[rune]rune{
	'“': '"', '”': '"', '„': '"', '‟': '"', '«': '"', '»': '"', '‹': '"', '›': '"',
	'「': '"', '」': '"', '『': '"', '』': '"', '《': '"', '》': '"', '〝': '"', '〞': '"',
	'’': '\'', '‘': '\'', '‛': '\'', '‚': '\'', 'ʼ': '\'', 'ʹ': '\'', '′': '\'', '`': '\'', '´': '\'',
	'–': '-', '—': '-', '‐': '-', '‑': '-', '‒': '-', '―': '-', '−': '-',
	'。': '.', '｡': '.', '…': '.', '۔': '.', '।': '.', '॥': '.', '։': '.', '።': '.', '¡': '!', '¿': '?',
	'،': ',', '、': ',', '؛': ';', '؟': '?', '⁄': '/', '∕': '/', '∶': ':', '꞉': ':', '׃': ':',
	'【': '[', '】': ']', '〔': '[', '〕': ']', '⟨': '<', '⟩': '>', '❮': '<', '❯': '>',
	'•': '*', '‣': '*', '◦': '*', '⁃': '*', '▪': '*', '●': '*', '○': '*', '■': '*', '►': '*', '→': '*', '·': '*',
	'€': '$', '£': '$', '¥': '$', '₽': '$', '₹': '$', '₩': '$', '₺': '$', '₴': '$', '¢': '$', '₿': '$',
	'№': '#', '│': '|', '┃': '|', '¦': '|',
}

// latinForms are letters that stand for Latin ones in every word: variants of Latin
// letters without a decomposition, small capitals, phonetic letters used as disguise.
var latinForms = map[rune]string{
	'ß': "ss", 'ẞ': "ss", 'æ': "ae", 'œ': "oe", 'ø': "o", 'đ': "d", 'ð': "d", 'þ': "th", 'ł': "l", 'ħ': "h",
	'ı': "i", 'ĸ': "k", 'ŋ': "n", 'ŧ': "t", 'ƀ': "b", 'ɓ': "b", 'ƈ': "c", 'ɗ': "d", 'ǝ': "e", 'ə': "e", 'ɛ': "e",
	'ƒ': "f", 'ɡ': "g", 'ɠ': "g", 'ɢ': "g", 'ɦ': "h", 'ʜ': "h", 'ɪ': "i", 'ɩ': "i", 'ɨ': "i", 'ʝ': "j", 'ƙ': "k", 'ʟ': "l",
	'ɭ': "l", 'ɱ': "m", 'ɴ': "n", 'ɲ': "n", 'ɳ': "n", 'ɵ': "o", 'ɔ': "o", 'ƥ': "p", 'ʀ': "r", 'ɾ': "r", 'ʁ': "r", 'ɽ': "r",
	'ʂ': "s", 'ƭ': "t", 'ʈ': "t", 'ʉ': "u", 'ʊ': "u", 'ʋ': "v", 'ʏ': "y", 'ƴ': "y", 'ʐ': "z", 'ʙ': "b", 'ꜰ': "f", 'ꜱ': "s",
	'ᴀ': "a", 'ᴃ': "b", 'ᴄ': "c", 'ᴅ': "d", 'ᴇ': "e", 'ᴊ': "j", 'ᴋ': "k", 'ᴍ': "m", 'ᴏ': "o", 'ᴘ': "p", 'ᴛ': "t", 'ᴜ': "u",
	'ᴠ': "v", 'ᴡ': "w", 'ᴢ': "z", 'ɑ': "a",
}

// lookalikes are letters of other scripts that a reader takes for a Latin one. They
// are mapped only in a word that would be a word of Latin letters then: Russian and
// Greek words stay what they are.
var lookalikes = map[rune]byte{
	// Cyrillic, small and capital forms alike
	'а': 'a', 'в': 'b', 'с': 'c', 'ԁ': 'd', 'е': 'e', 'ҽ': 'e', 'ғ': 'f', 'ԍ': 'g', 'һ': 'h', 'н': 'h', 'і': 'i', 'ј': 'j',
	'к': 'k', 'ӏ': 'l', 'м': 'm', 'п': 'n', 'о': 'o', 'р': 'p', 'ԛ': 'q', 'г': 'r', 'ѕ': 's', 'т': 't', 'ц': 'u', 'ѵ': 'v',
	'ԝ': 'w', 'ш': 'w', 'х': 'x', 'у': 'y', 'ү': 'y', 'з': 'z',
	// Greek
	'α': 'a', 'β': 'b', 'ς': 'c', 'δ': 'd', 'ε': 'e', 'η': 'n', 'ι': 'i', 'κ': 'k', 'μ': 'm', 'ν': 'v', 'ο': 'o', 'ρ': 'p',
	'σ': 's', 'τ': 't', 'υ': 'u', 'χ': 'x', 'γ': 'y', 'ζ': 'z', 'ω': 'w', 'ϲ': 'c', 'ϳ': 'j', 'π': 'n',
	// Armenian
	'օ': 'o', 'ո': 'n', 'ս': 'u', 'հ': 'h', 'ց': 'g', 'զ': 'q', 'ք': 'p', 'լ': 'l', 'ի': 'h', 'տ': 'n',
}

// cyrillicLookalikes are the Latin letters that a reader of a Cyrillic word takes for
// Cyrillic ones.
var cyrillicLookalikes = map[byte]rune{
	'a': 'а', 'b': 'в', 'c': 'с', 'e': 'е', 'h': 'н', 'i': 'и', 'k': 'к', 'm': 'м', 'n': 'п', 'o': 'о', 'p': 'р',
	'r': 'г', 't': 'т', 'u': 'и', 'w': 'ш', 'x': 'х', 'y': 'у', 'g': 'д',
}
