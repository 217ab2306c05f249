package weburl

import (
	"net/netip"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/idna"
)

const (
	maxHost  = 253 // of a DNS name (RFC 1035)
	maxLabel = 63
	// maxWrittenHost bounds a host before it is encoded: an internationalised name of
	// maxHost characters never takes more, and encoding is not linear.
	maxWrittenHost = 4 * maxHost
)

// canonicalHost returns a host as it is compared, and whether it is one: a DNS name of
// at least two labels, "localhost", or an IP address in its plain form.
func canonicalHost(s string) (string, bool) {
	if strings.HasPrefix(s, "[") {
		return ipv6(s)
	}
	s = strings.TrimRight(s, ".")
	if s == "" || len(s) > maxWrittenHost {
		return "", false
	}
	if isPlain(s) {
		s = strings.ToLower(s)
	} else {
		// IDNA 2008 as browsers look names up (UTS 46, non-transitional): "straße" and
		// "strasse" are two hosts.
		ascii, err := idna.Lookup.ToASCII(s)
		if err != nil {
			return "", false
		}
		s = strings.TrimRight(ascii, ".") // an ideographic full stop at the end
	}
	dots, ok := checkName(s)
	if !ok {
		return "", false
	}
	if endsInNumber(s) {
		return s, isIPv4(s)
	}
	if dots == 0 {
		return s, s == "localhost"
	}
	if isWWW(s) {
		s = s[len("www."):]
	}
	return s, true
}

// isWWW reports whether a host is another one with "www." in front: "www.a.example",
// but not "www.example".
func isWWW(host string) bool {
	rest, ok := strings.CutPrefix(host, "www.")
	return ok && strings.Contains(rest, ".")
}

// isPlain reports whether a host needs no IDNA: ASCII without a label that has "--"
// where encoded ones have it.
func isPlain(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return !strings.Contains(s, "--")
}

// checkName reports whether s is a DNS name of letters, digits and inner hyphens, and
// how many dots it has.
func checkName(s string) (dots int, ok bool) {
	if len(s) > maxHost {
		return 0, false
	}
	for label := range strings.SplitSeq(s, ".") {
		if label == "" || len(label) > maxLabel || label[0] == '-' || label[len(label)-1] == '-' {
			return 0, false
		}
		for i := range len(label) {
			c := label[i]
			if !('a' <= c && c <= 'z' || '0' <= c && c <= '9' || c == '-') {
				return 0, false
			}
		}
		dots++
	}
	return dots - 1, true
}

// endsInNumber reports whether the last label reads as a number. Such a host is an IPv4
// address to a browser in whatever notation ("0x7f.1", "192.168.4"), so only the plain
// notation is accepted.
func endsInNumber(s string) bool {
	last := s[strings.LastIndexByte(s, '.')+1:]
	if strings.HasPrefix(last, "0x") {
		return strings.Trim(last[2:], "0123456789abcdef") == ""
	}
	return strings.Trim(last, "0123456789") == ""
}

func isIPv4(s string) bool {
	addr, err := netip.ParseAddr(s) // refuses leading zeros, which some programs read as octal
	return err == nil && addr.Is4()
}

// ipv6 returns the address between brackets. Zones name an interface of the machine
// itself and are refused.
func ipv6(s string) (string, bool) {
	if !strings.HasSuffix(s, "]") {
		return "", false
	}
	s = s[1 : len(s)-1]
	addr, err := netip.ParseAddr(s)
	if err != nil || !addr.Is6() || addr.Zone() != "" {
		return "", false
	}
	return strings.ToLower(s), true
}
