package secrets

import (
	"embed"
	"fmt"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/guardstream/guardstream/core/words"
)

//go:embed lexicon/*.txt
var lists embed.FS

// The tags of the words in the lists.
const (
	announces words.Tags = 1 << iota // a secret may follow
	joins                            // between the two
	nothing                          // no secret, whatever announces it
)

var sections = map[string]words.Tags{"announces": announces, "joins": joins, "nothing": nothing}

// lexicon reads the lists once. They are part of the program, so an error is a defect of
// it, which the tests of this package find.
var lexicon = sync.OnceValue(func() *words.Lexicon {
	l, err := readLists()
	if err != nil {
		panic(err)
	}
	return l
})

func readLists() (*words.Lexicon, error) {
	l := &words.Lexicon{}
	files, err := lists.ReadDir("lexicon")
	if err != nil {
		return nil, err
	}
	for _, f := range files {
		data, err := lists.ReadFile("lexicon/" + f.Name())
		if err != nil {
			return nil, err
		}
		parsed, err := words.ParseLists(string(data))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", f.Name(), err)
		}
		for section, patterns := range parsed {
			tag, known := sections[section]
			if !known {
				return nil, fmt.Errorf("%s: %w: unknown section %q", f.Name(), words.ErrPattern, section)
			}
			for _, pattern := range patterns {
				if err := l.Add(pattern, tag); err != nil {
					return nil, fmt.Errorf("%s: %w", f.Name(), err)
				}
			}
		}
	}
	return l, nil
}

// announced finds what a text calls a secret itself.
func announced(text string) []Secret {
	var found []Secret
	run := lexicon().NewRun()
	secretEnds := 0                                                            // of the last one: words inside of a secret announce nothing
	for s := words.NewScanner(strings.ReplaceAll(text, "_", " ")); s.Next(); { // "api_key" is two words
		if run.Step(s)&announces == 0 || s.Start() < secretEnds {
			continue
		}
		if start, end := valueAfter(text, s.End()); start < end {
			found = append(found, Secret{Announced, start, end})
			secretEnds = end
		}
	}
	return found
}

// Announces reports whether a name — of a fact, of a member — announces a secret:
// "db_password", "apiKey".
func Announces(name string) bool {
	run := lexicon().NewRun()
	for s := words.NewScanner(spaced(name)); s.Next(); {
		if run.Step(s)&announces != 0 {
			return true
		}
	}
	return false
}

// spaced writes a name as words.
func spaced(name string) string {
	var b strings.Builder
	var before rune
	for _, c := range name {
		switch {
		case c == '_' || c == '-' || c == '.':
			c = ' '
		case unicode.IsUpper(c) && unicode.IsLower(before):
			b.WriteByte(' ')
		}
		b.WriteRune(c)
		before = c
	}
	return b.String()
}

// minValue is how many characters a secret has at least: fewer protect nothing, and are
// found everywhere.
const minValue = 4

// valueAfter returns where the secret stands that was announced at a place; an empty
// piece when there is none. Behind ":" or "=" anything is one; behind a word that joins
// ("is") only what looks like one or stands in quotes.
func valueAfter(text string, at int) (start, end int) {
	at += skip(text[at:], `"'`+"`*])")
	rest := text[at:]
	sure := false
	if n := signLength(rest); n > 0 {
		at, sure = at+n, true
	} else if n := joinLength(rest); n > 0 {
		at += n
		at += signLength(text[at:])
	} else {
		return at, at
	}
	at += skip(text[at:], " \t*")
	start, end, quoted := valueAt(text, at)
	value := text[start:end]
	switch {
	case utf8.RuneCountInString(value) < minValue, !strings.ContainsFunc(value, isLetterOrDigit), saysNothing(value):
		return at, at
	case sure, quoted, looksSecret(value):
		return start, end
	default:
		return at, at
	}
}

// valueAt returns the text in quotes, or the word, that begins at a place.
func valueAt(text string, at int) (start, end int, quoted bool) {
	for _, q := range [...][2]string{{`"`, `"`}, {`'`, `'`}, {"`", "`"}, {"“", "”"}, {"«", "»"}, {"„", "“"}} {
		if after, opened := strings.CutPrefix(text[at:], q[0]); opened {
			line, _, _ := strings.Cut(after[:min(len(after), maxQuoted)], "\n")
			if length := strings.Index(line, q[1]); length > 0 {
				return at + len(q[0]), at + len(q[0]) + length, true
			}
		}
	}
	end = at
	for end < len(text) {
		c, size := utf8.DecodeRuneInString(text[end:])
		if unicode.IsSpace(c) || strings.ContainsRune(`"'<>,;)]}`+"`", c) {
			break
		}
		end += size
	}
	return at, at + len(strings.TrimRight(text[at:end], ".!?*:")), false
}

// maxQuoted bounds the search for the end of a quote, in bytes.
const maxQuoted = 200

// signLength is the length of a sign that gives a name its value, white space around it
// included; 0 when there is none.
func signLength(s string) int {
	n := skip(s, " \t")
	for _, sign := range []string{"=>", "->", ":=", ":", "=", "：", "→", "|"} {
		if strings.HasPrefix(s[n:], sign) {
			n += len(sign)
			return n + skip(s[n:], " \t")
		}
	}
	return 0
}

// maxBetween is how many words may stand between an announcement and its secret, those
// that join them included: "the password for the door is …".
const maxBetween = 5

// joinLength is the length of the words that join a name to its value, with what stands
// before them; 0 when there are none.
func joinLength(s string) int {
	run, length := lexicon().NewRun(), 0
	scan := words.NewScanner(s)
	for n := 0; n < maxBetween && scan.Next(); n++ {
		if n == 0 && strings.TrimSpace(s[:scan.Start()]) != "" || n > 0 && scan.Gap() > words.Space {
			break
		}
		switch tags := run.Step(scan); {
		case tags&joins != 0:
			length = scan.End()
		case length > 0:
			return length
		}
	}
	return length
}

func skip(s, chars string) int { return len(s) - len(strings.TrimLeft(s, chars)) }

func isLetterOrDigit(c rune) bool { return unicode.IsLetter(c) || unicode.IsDigit(c) }

// saysNothing reports whether a value is a word that stands for none.
func saysNothing(value string) bool {
	s := words.NewScanner(value)
	if !s.Next() {
		return true
	}
	tags := lexicon().NewRun().Step(s)
	return tags&nothing != 0 && !s.Next()
}

// looksSecret reports whether a word is none of a language: it has a digit, a sign, or a
// capital behind a small letter.
func looksSecret(value string) bool {
	var before rune
	for _, c := range value {
		if unicode.IsDigit(c) || unicode.IsUpper(c) && unicode.IsLower(before) || !unicode.IsLetter(c) && c != '\'' && c != '’' && c != '-' && c != '.' {
			return true
		}
		before = c
	}
	return false
}
