package pebblestore

import "bytes"

// skimMembers calls fn with the members of the JSON object that text begins with, in
// order, until it returns false: names as they are written between their quotes, and
// values as their JSON.
//
// It is no JSON reader: it finds where strings, objects and arrays end and looks at
// nothing else. That is enough for payloads which the workers wrote, several times
// faster than reading them, and every event passes here when it is appended and
// whenever the ledger is verified. Of anything else it finds what it finds, always
// the same, in one pass.
func skimMembers(text []byte, fn func(name, value []byte) bool) {
	i := skipSpace(text, 0)
	if i == len(text) || text[i] != '{' {
		return
	}
	for i++; ; i++ {
		i = skipSpace(text, i)
		if i == len(text) || text[i] != '"' {
			return
		}
		end := stringEnd(text, i)
		if end < 0 {
			return
		}
		name := text[i+1 : end-1]
		i = skipSpace(text, end)
		if i == len(text) || text[i] != ':' {
			return
		}
		i = skipSpace(text, i+1)
		end = valueEnd(text, i)
		if end < 0 || !fn(name, text[i:end]) {
			return
		}
		if i = skipSpace(text, end); i == len(text) || text[i] != ',' {
			return
		}
	}
}

func skipSpace(text []byte, i int) int {
	for i < len(text) && (text[i] == ' ' || text[i] == '\n' || text[i] == '\t' || text[i] == '\r') {
		i++
	}
	return i
}

// stringEnd is the place after the string that begins at i, -1 when it does not end.
func stringEnd(text []byte, i int) int {
	start := i + 1
	for from := start; ; {
		quote := bytes.IndexByte(text[from:], '"')
		if quote < 0 {
			return -1
		}
		quote += from
		backslashes := 0
		for quote-backslashes > start && text[quote-backslashes-1] == '\\' {
			backslashes++
		}
		if backslashes%2 == 0 {
			return quote + 1
		}
		from = quote + 1
	}
}

// valueEnd is the place after the value that begins at i, -1 when it does not end or
// there is none.
func valueEnd(text []byte, i int) int {
	depth := 0
	for start := i; i < len(text); {
		switch text[i] {
		case '"':
			if i = stringEnd(text, i); i < 0 {
				return -1
			}
			if depth == 0 {
				return i
			}
			continue
		case '{', '[':
			depth++
		case '}', ']':
			if depth == 0 {
				return scalarEnd(start, i) // the end of what this value is a member of
			}
			if depth--; depth == 0 {
				return i + 1
			}
		case ',', ' ', '\n', '\t', '\r':
			if depth == 0 {
				return scalarEnd(start, i)
			}
		}
		i++
	}
	return -1
}

// scalarEnd is the end of a number or literal, -1 when it is empty.
func scalarEnd(start, end int) int {
	if start == end {
		return -1
	}
	return end
}
