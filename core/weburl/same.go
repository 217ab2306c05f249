package weburl

import "strings"

// Same reports whether the address value (of a call's argument) names the address
// written (in a conversation). With prefix, the path of value may also continue the
// written one at a "/": for reading only, since a path can carry data out.
func Same(value, written string, prefix bool) bool {
	v, ok := Parse(value)
	if !ok {
		return false
	}
	w, ok := Parse(written)
	return ok && v.Names(w, prefix)
}

// Names is [Same] of addresses that are already read: it reports whether the address p
// names the written one.
func (p Parts) Names(written Parts, prefix bool) bool {
	return p.Host == written.Host && p.Port == written.Port &&
		p.Query == written.Query && p.Fragment == written.Fragment &&
		!p.downgrades(written) &&
		(p.Path == written.Path || prefix && continues(p.Path, written.Path))
}

// downgrades reports whether p gives up the protection that was written: a written
// https allows https only. What was written as http, or without a scheme, allows all.
func (p Parts) downgrades(written Parts) bool {
	return written.Scheme == "https" && p.Scheme != "https"
}

// continues reports whether path goes on where the written one ends, at a "/".
func continues(path, written string) bool {
	return strings.HasPrefix(path, written) && strings.HasPrefix(path[len(written):], "/")
}
