package grounding

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/guardstream/guardstream/core/runes"
)

// addressReader finds what may be a web address in a run of characters without white
// space: "(https://a.example/x)", "Link:a.example", "[text](http://a.example)". What is
// no address of the web is skipped whole: an address of another scheme, an e-mail
// address, a path. Nothing inside of an address starts another one.
type addressReader struct {
	s       string // up to the end of the run
	at      int
	listEnd int // end of the address that was read up to a separator in it
}

// writtenAddress is a place where an address may be written. A comma, a semicolon or a
// bar may be part of an address or end it; both readings are tried: up to end, and up
// to cut, the first of them.
type writtenAddress struct{ start, end, cut int }

// maxBracketed bounds how long a bracket in an address may stay open, in bytes
// ("/wiki/Oslo_(city)"). It keeps the reader linear.
const maxBracketed = 128

// next returns the next candidate. All candidates together are not longer than a small
// multiple of the run.
func (r *addressReader) next() (writtenAddress, bool) {
	for r.at < len(r.s) {
		c := after(r.s, r.at)
		switch {
		case c == '/', c == '\\', c == '@', c == '?', c == '#', c == '.', c == '%':
			r.skip() // a path, a mention, a pattern
		case runes.IsWord(c):
			if start, ok := r.start(); ok {
				return r.read(start), true
			}
		case c == '[' && isIPv6Literal(r.s[r.at:]):
			return r.read(r.at), true
		default:
			r.at += utf8.RuneLen(c)
		}
	}
	return writtenAddress{}, false
}

// start reads a name and says where an address begins: with it, or behind it when text
// and address are written together ("請看https://…"). Otherwise it moves on, behind a
// label ("see:", "url=") or past what is no address of the web.
func (r *addressReader) start() (int, bool) {
	begin := r.at
	if hasScheme(r.s[begin:]) {
		return begin, true
	}
	end := begin
	for end < len(r.s) {
		c := after(r.s, end)
		if !runes.IsWord(c) && !unicode.IsMark(c) && c != '.' && c != '．' && c != '-' {
			break
		}
		end += utf8.RuneLen(c)
		if c >= utf8.RuneSelf && hasScheme(r.s[end:]) {
			return end, true
		}
	}
	switch after(r.s, end) {
	case '@':
		r.skip()
		return 0, false
	case '=', '&':
		r.at = end + 1
		return 0, false
	case ':':
		if isPort(r.s[end+1:]) {
			return begin, true
		}
		r.at = end + 1
		if after(r.s, r.at) == '/' || isOtherScheme(r.s[begin:end]) {
			r.skip()
		}
		return 0, false
	}
	return begin, true
}

// read reads a candidate from its start: up to a bracket that was not opened in it, or
// to a separator that another address follows.
func (r *addressReader) read(start int) writtenAddress {
	end, cut := start, -1
	depth, opened := 0, 0
scan:
	for ; end < len(r.s); end++ {
		switch r.s[end] {
		case '(', '[', '{':
			if depth == 0 {
				opened = end
			}
			depth++
		case ')', ']', '}':
			if depth == 0 {
				break scan
			}
			depth--
		case ',', ';', '|':
			if cut < 0 {
				cut = end
			}
			if start < r.listEnd || hasScheme(r.s[end+1:]) {
				break scan
			}
		}
		if depth > 0 && end-opened > maxBracketed {
			break
		}
	}
	if depth > 0 {
		end = opened // it is not closed, so it does not belong to the address
	}
	if cut < 0 || cut > end {
		cut = end
	}
	r.listEnd = max(r.listEnd, end)
	r.at = max(cut, start+1)
	return writtenAddress{start, end, cut}
}

// skip moves to the next character that separates.
func (r *addressReader) skip() {
	if i := strings.IndexAny(r.s[r.at:], ",;|()[]{}"); i >= 0 {
		r.at += i
	} else {
		r.at = len(r.s)
	}
}

// hasScheme reports whether a text begins with http:// or https://.
func hasScheme(s string) bool {
	for _, scheme := range [...]string{"https://", "http://"} {
		if len(s) >= len(scheme) && strings.EqualFold(s[:len(scheme)], scheme) {
			return true
		}
	}
	return false
}

// isPort reports whether a text begins with digits that can only be a port.
func isPort(s string) bool {
	digits := len(s) - len(strings.TrimLeft(s, "0123456789"))
	return digits > 0 && (digits == len(s) || strings.IndexByte("/?#,;|)]}.!*", s[digits]) >= 0)
}

// isOtherScheme reports whether a name in front of a colon is a scheme: what follows it
// is no web address, unlike behind a label ("Link:").
func isOtherScheme(name string) bool {
	switch strings.ToLower(name) {
	case "http", "https", "ftp", "file", "mailto", "tel", "sms", "javascript", "vbscript", "data", "blob", "about":
		return true
	}
	return false
}

// isIPv6Literal reports whether a text begins with an IPv6 address in brackets.
func isIPv6Literal(s string) bool {
	end := strings.IndexByte(s[:min(len(s), len("[ffff:ffff:ffff:ffff:ffff:ffff:255.255.255.255]"))], ']')
	return end > 0 && strings.Trim(s[1:end], "0123456789abcdefABCDEF:.") == "" && strings.Contains(s[:end], ":")
}
