package weburl

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/guardstream/guardstream/core/runes"
)

// Parse reads one address. White space around it is ignored; ok is false when it is
// not a plain web address.
func Parse(s string) (parts Parts, ok bool) {
	s = strings.TrimFunc(s, unicode.IsSpace)
	if strings.ContainsFunc(s, forbidden) {
		return Parts{}, false
	}
	var p Parts
	s, p.Scheme = cutScheme(s)
	authority, rest := s, ""
	if i := strings.IndexAny(s, "/?#"); i >= 0 {
		authority, rest = s[:i], s[i:]
	}
	host, port, ok := splitAuthority(authority, p.Scheme != "")
	if !ok {
		return Parts{}, false
	}
	if p.Host, ok = canonicalHost(host); !ok {
		return Parts{}, false
	}
	if p.Port, ok = canonicalPort(port); !ok {
		return Parts{}, false
	}
	rest, p.Fragment, _ = strings.Cut(rest, "#")
	rest, p.Query, _ = strings.Cut(rest, "?")
	if hasDotSegment(rest) {
		return Parts{}, false
	}
	p.Path = strings.TrimRight(rest, "/")
	return p, true
}

// forbidden characters make programs disagree about where an address ends or what
// its host is.
func forbidden(r rune) bool {
	if r < utf8.RuneSelf {
		return r <= ' ' || r == '\\' || r == 0x7f
	}
	return runes.IsSpace(r) || unicode.IsControl(r) || runes.IsInvisible(r) || r == unicode.ReplacementChar
}

// cutScheme takes "http://" or "https://" off the front. Any other scheme is left in
// place, where it makes no valid host.
func cutScheme(s string) (rest, scheme string) {
	for _, scheme := range [...]string{"https", "http"} {
		n := len(scheme)
		if len(s) >= n+3 && strings.EqualFold(s[:n], scheme) && s[n:n+3] == "://" {
			return s[n+3:], scheme
		}
	}
	return s, ""
}

// splitAuthority separates host and port. Userinfo is refused: "good.example@evil.test"
// is an address of evil.test. After a scheme the port may be empty ("https://x.example:/");
// without one, "x.example:" could be the start of anything.
func splitAuthority(s string, hasScheme bool) (host, port string, ok bool) {
	if strings.Contains(s, "@") {
		return "", "", false
	}
	at := strings.LastIndexByte(s, ':')
	if at < strings.LastIndexByte(s, ']') {
		at = -1 // a colon of an IPv6 address
	}
	if at < 0 {
		return s, "", true
	}
	host, port = s[:at], s[at+1:]
	return host, port, port != "" || hasScheme
}

// canonicalPort returns a port without leading zeros; the default ports are no port.
func canonicalPort(s string) (port string, ok bool) {
	if s == "" {
		return "", true
	}
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return "", false // also "+80", "8_0" and digits of other scripts
		}
	}
	n, err := strconv.ParseUint(strings.TrimLeft(s[:len(s)-1], "0")+s[len(s)-1:], 10, 16)
	if err != nil {
		return "", false
	}
	if n == 80 || n == 443 {
		return "", true
	}
	return strconv.FormatUint(n, 10), true
}

// hasDotSegment reports whether a segment of the path is "." or "..". An encoded dot
// is a dot, and an encoded slash separates: servers that decode first would leave the
// path that was written.
func hasDotSegment(path string) bool {
	dots, other := 0, false
	for i := 0; i < len(path); i++ {
		c := path[i]
		if c == '%' && i+2 < len(path) {
			switch path[i+1 : i+3] {
			case "2e", "2E":
				c, i = '.', i+2
			case "2f", "2F", "5c", "5C":
				c, i = '/', i+2
			}
		}
		switch c {
		case '/':
			if !other && (dots == 1 || dots == 2) {
				return true
			}
			dots, other = 0, false
		case '.':
			dots++
		default:
			other = true
		}
	}
	return !other && (dots == 1 || dots == 2)
}
