// Package weburl reads web addresses the one way a guard may: strictly, so that the
// address that is checked is the address that will be fetched.
//
// The rule is semantics §5. An address is http, https or written without a scheme.
// Anything two programs could read differently is no address at all: userinfo, a
// backslash, white space, control and format characters, dot segments however they
// are encoded, a host that is no DNS name, "localhost" or plain IP address.
//
// Invariants:
//   - [Parse] never fails halfway: it returns whole [Parts] or says no.
//   - [Parts] are canonical. Two addresses with equal parts name the same thing, and
//     the parts of [Parts.String] are the parts themselves.
//   - The cost is linear in the text.
package weburl

import "strings"

// Parts are what an address is compared by. A part that is absent is "".
type Parts struct {
	Host     string // lower case, IDNA, no trailing dot, no leading "www."; IPv6 without brackets
	Port     string // decimal; "" for none and for 80 and 443
	Path     string // as written, without trailing "/"; "" is the root
	Query    string // as written, without "?"
	Fragment string // as written, without "#"
	Scheme   string // "http", "https" or "" when none was written
}

// String writes the address that has these parts.
func (p Parts) String() string {
	var b strings.Builder
	if p.Scheme != "" {
		b.WriteString(p.Scheme)
		b.WriteString("://")
	}
	switch {
	case strings.Contains(p.Host, ":"):
		b.WriteString("[" + p.Host + "]")
	case isWWW(p.Host):
		b.WriteString("www." + p.Host) // the one that reading takes off
	default:
		b.WriteString(p.Host)
	}
	if p.Port != "" {
		b.WriteString(":" + p.Port)
	}
	b.WriteString(p.Path)
	if p.Query != "" {
		b.WriteString("?" + p.Query)
	}
	if p.Fragment != "" {
		b.WriteString("#" + p.Fragment)
	}
	return b.String()
}
