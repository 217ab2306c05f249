package links

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/idna"
	"golang.org/x/net/publicsuffix"
)

// hostOf returns the host of an address without scheme: up to its path, without user and
// port.
func hostOf(address string) string {
	host := address
	if end := strings.IndexAny(host, `/\?#`); end >= 0 {
		host = host[:end]
	}
	host = host[strings.LastIndexByte(host, '@')+1:]
	if colon := strings.LastIndexByte(host, ':'); colon >= 0 && !strings.HasSuffix(host, "]") {
		host = host[:colon]
	}
	return trimWWW(strings.ToLower(strings.TrimRight(host, ".")))
}

func trimWWW(s string) string {
	if len(s) > 4 && strings.EqualFold(s[:4], "www.") {
		return s[4:]
	}
	return s
}

// Domain returns the part of a host that somebody registered: "example.co.uk" of
// "a.b.example.co.uk". Who owns it owns every host below it. It is the host itself when it
// is no name below a public suffix.
func Domain(host string) string {
	domain, err := publicsuffix.EffectiveTLDPlusOne(host)
	if err != nil {
		return host
	}
	return domain
}

// maxHost bounds the names that are looked at, in bytes: encoding one with characters
// beyond ASCII, which never makes it shorter than a quarter, is not linear.
const maxHost = 4 * 253

// isHostName reports whether a name that stands without a scheme is a host: programs that
// show a text make links of those.
func isHostName(name, after string) bool {
	dot := strings.LastIndexByte(name, '.')
	if dot <= 0 || len(name) > maxHost || strings.Contains(name, "..") || strings.ContainsAny(name, "_+") {
		return false
	}
	if strings.EqualFold(name[:min(4, len(name))], "www.") {
		return true
	}
	last := name[dot+1:]
	if isNewSentence(name[:dot], last) {
		return false
	}
	ascii, err := idna.Lookup.ToASCII(name)
	if err != nil {
		return false
	}
	suffix, official := publicsuffix.PublicSuffix(ascii)
	if suffix == ascii || !official && !strings.Contains(suffix, ".") {
		return false // nothing registers names there
	}
	return !isFileType[strings.ToLower(last)] || goesOn(after)
}

// isNewSentence reports whether a full stop only lacks its space: "we are done.So come".
func isNewSentence(before, after string) bool {
	last, _ := utf8.DecodeLastRuneInString(before)
	first, _ := utf8.DecodeRuneInString(after)
	return unicode.IsLower(last) && unicode.IsUpper(first)
}

// goesOn reports whether an address goes on behind its host.
func goesOn(after string) bool {
	return after != "" && strings.IndexByte(`/\?#`, after[0]) >= 0 ||
		len(after) > 1 && after[0] == ':' && '0' <= after[1] && after[1] <= '9'
}

// isFileType holds public suffixes that mostly end the names of files.
var isFileType = map[string]bool{"md": true, "py": true, "rs": true, "sh": true, "pl": true, "ps": true, "cc": true,
	"so": true, "zip": true, "mov": true, "java": true, "pub": true, "ink": true, "st": true, "as": true}
