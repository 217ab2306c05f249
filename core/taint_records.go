package core

import (
	"strings"

	"github.com/guardstream/guardstream/core/injection"
)

// withinRecord narrows a block that is a record down to its values that carry
// instructions. Instructions that only several of them make taint all.
func withinRecord(text string, block taintedPart) []taintedPart {
	fields := recordFields(text[block.start:block.end])
	if len(fields) < 2 {
		return []taintedPart{block}
	}
	var parts []taintedPart
	for i, field := range fields {
		end := block.end
		if i+1 < len(fields) {
			end = block.start + fields[i+1].key
		}
		start := block.start + field.value
		if !touches(block.passages, start, end) {
			continue
		}
		own := injection.Scan(text[start:end])
		if len(own) == 0 {
			continue
		}
		for j := range own {
			own[j].Start += start
			own[j].End += start
		}
		parts = append(parts, taintedPart{start, end, own})
	}
	if len(parts) == 0 {
		return []taintedPart{block}
	}
	return parts
}

func touches(passages []injection.Passage, start, end int) bool {
	for _, p := range passages {
		if p.Start < end && start < p.End {
			return true
		}
	}
	return false
}

// recordField is where a field of a record begins, and where its value does.
type recordField struct{ key, value int }

// maxKey is the length of the longest name of a field, in bytes.
const maxKey = 40

// recordFields returns the fields of a record: lines that begin with a name, a colon and
// a space. A line that is indented further goes on with the value before it.
func recordFields(text string) []recordField {
	var fields []recordField
	indent := -1
	for at := 0; at < len(text); {
		line, _, _ := strings.Cut(text[at:], "\n")
		content := strings.TrimLeft(line, " ")
		column := len(line) - len(content)
		if item, isItem := strings.CutPrefix(content, "- "); isItem {
			content, column = item, column+2
		}
		if colon := keyLength(content); colon > 0 && (indent < 0 || column <= indent) {
			if indent < 0 {
				indent = column
			}
			fields = append(fields, recordField{at, at + len(line) - len(content) + colon + 1})
		}
		at += len(line) + 1
	}
	return fields
}

// keyLength returns the length of the name that a line of a record begins with, 0 when
// it begins with none.
func keyLength(line string) int {
	colon := strings.IndexByte(line[:min(len(line), maxKey)], ':')
	if colon <= 0 || colon+1 < len(line) && line[colon+1] != ' ' {
		return 0
	}
	for _, c := range line[:colon] {
		if c != '_' && c != '-' && (c < '0' || '9' < c) && (c < 'a' || 'z' < c) && (c < 'A' || 'Z' < c) {
			return 0
		}
	}
	return colon
}
