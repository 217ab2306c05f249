package links

import (
	"strings"
	"unicode/utf8"

	"github.com/guardstream/guardstream/core/runes"
)

// Find returns the addresses of a text in their order, those that only programs follow
// ([Fetched]) not included unless they are plain addresses too.
func Find(text string) []Link {
	f := finder{text: normal(text)}
	for f.at < len(f.text) {
		f.step()
	}
	return f.links
}

// finder goes through a text once.
type finder struct {
	text  string
	at    int
	links []Link
}

// step looks for an address that begins here, and goes on behind it or behind the word.
func (f *finder) step() {
	rest := f.text[f.at:]
	if strings.HasPrefix(rest, "//") || strings.HasPrefix(rest, `\\`) {
		if f.mayBegin() && f.take(2, "") { // the scheme is the page's own
			return
		}
		f.at += 2
		return
	}
	c, size := utf8.DecodeRuneInString(rest)
	if !runes.IsWord(c) {
		f.at += size
		return
	}
	name := nameLength(rest)
	word := rest[:name]
	if dot := strings.LastIndexByte(word, '.'); slashes(rest[name:]) > 0 && dot > 0 { // "the end.https://…"
		f.at, rest, name, word = f.at+dot+1, rest[dot+1:], name-dot-1, word[dot+1:]
	}
	switch after := rest[name:]; {
	case slashes(after) > 0 && f.take(name+slashes(after), word):
	case strings.HasPrefix(after, ":") && isBareScheme(word, after[1:]) && f.take(name+1, word):
	case strings.HasPrefix(after, "@"): // a mail address: its host is no link
		f.at += name + 1
		f.at += nameLength(f.text[f.at:])
	case f.mayBegin() && isHostName(word, after) && f.take(0, ""):
	default:
		f.at += max(name, size)
	}
}

// mayBegin reports whether an address without a scheme may begin here: nothing is joined
// to it.
func (f *finder) mayBegin() bool {
	if f.at == 0 {
		return true
	}
	before, _ := utf8.DecodeLastRuneInString(f.text[:f.at])
	return !runes.IsWord(before) && !strings.ContainsRune(`.@-:/\`, before)
}

// nameLength is the length of the run of letters, digits and what host names and schemes
// have between them, without full stops and dashes at its end.
func nameLength(s string) int {
	end := 0
	for at, c := range s {
		switch {
		case runes.IsWord(c):
			end = at + utf8.RuneLen(c)
		case c != '.' && c != '-' && c != '+':
			return end
		}
	}
	return end
}

// slashes returns the length of what separates a scheme from a host, 0 when this does not:
// browsers take backslashes for slashes.
func slashes(s string) int {
	if len(s) < 3 || s[0] != ':' || !isSlash(s[1]) || !isSlash(s[2]) {
		return 0
	}
	return 3
}

func isSlash(c byte) bool { return c == '/' || c == '\\' }

// isBareScheme reports whether programs follow an address with this scheme that has no
// "//": of http they add it, of the others they need none.
func isBareScheme(scheme, rest string) bool {
	c, _ := utf8.DecodeRuneInString(rest)
	switch strings.ToLower(scheme) {
	case "http", "https", "javascript", "vbscript":
		return runes.IsWord(c) || c == '/' || c == '\\'
	case "data": // "data: 5" is prose, "data:text/html,…" is an address
		kind, _, found := strings.Cut(rest[:min(len(rest), maxMediaType)], "/")
		return found && kind != "" && nameLength(kind) == len(kind)
	default:
		return false
	}
}

// maxMediaType bounds the search for the media type of a data address.
const maxMediaType = 40

// take takes the address that begins here, of which the first bytes are its scheme and
// what separates it; false when there is none.
func (f *finder) take(schemeEnd int, scheme string) bool {
	rest := f.text[f.at:]
	end := schemeEnd + addressLength(rest[schemeEnd:])
	if !strings.ContainsFunc(rest[schemeEnd:end], runes.IsWord) {
		return false
	}
	l := Link{Text: rest[:end], Address: trimWWW(rest[schemeEnd:end])}
	if schemeEnd == 0 || scheme == "" || slashes(rest[len(scheme):]) > 0 || strings.HasPrefix(strings.ToLower(scheme), "http") {
		l.Host = hostOf(l.Address)
	}
	if scheme == "" && schemeEnd > 0 { // "//host/path"
		if !isHostName(rest[schemeEnd:schemeEnd+nameLength(rest[schemeEnd:])], "/") {
			return false
		}
		l.Text = rest[schemeEnd:end]
	}
	f.links = append(f.links, l)
	f.at += end
	return true
}

// addressLength is how far an address goes: to white space, quotes and brackets that
// were not opened in it, without punctuation at its end.
func addressLength(s string) int {
	open, end := 0, len(s)
scan:
	for at, c := range s {
		switch c {
		case '(', '[':
			open++
		case ')', ']':
			if open == 0 {
				end = at
				break scan
			}
			open--
		case '"', '\'', '`', '<', '>', '|', '^', '{', '}', '«', '»', '“', '”':
			end = at
			break scan
		default:
			if c <= ' ' || c == 0x7f || runes.IsSpace(c) {
				end = at
				break scan
			}
		}
	}
	return len(strings.TrimRight(s[:end], ".,;:!?*_~([…"))
}
