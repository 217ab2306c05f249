package catalog

import (
	"strings"

	"github.com/guardstream/guardstream/core/jsonvalue"
)

// fold joins the lines of a scalar that is written over several, without quotes or in
// them: a line break is a space, and each empty line a line break.
func fold(written string) string {
	lines := strings.Split(written, "\n")
	if len(lines) == 1 {
		return written
	}
	var b strings.Builder
	empty := 0
	for i, line := range lines {
		if i > 0 {
			line = strings.TrimLeft(line, " \t")
		}
		if i < len(lines)-1 {
			line = strings.TrimRight(line, " \t")
		}
		switch {
		case i == 0:
		case line == "" && i < len(lines)-1:
			empty++
			continue
		case empty > 0:
			b.WriteString(strings.Repeat("\n", empty))
			empty = 0
		default:
			b.WriteByte(' ')
		}
		b.WriteString(line)
	}
	return b.String()
}

// unquote returns the text between quotes. Between double ones the escapes are those
// of JSON: YAML has more, which its readers do not all know.
func unquote(written string) (text string, ok bool) {
	inner := fold(written[1 : len(written)-1])
	if written[0] == '\'' {
		return strings.ReplaceAll(inner, "''", "'"), true
	}
	v, err := jsonvalue.ParseText(`"`+strings.ReplaceAll(inner, "\t", `\t`)+`"`, jsonvalue.Limits{Bytes: 2*MaxBytes + 2})
	return v.Text(), err == nil
}

// blockText returns the text of the lines below | or >, which are indented as far as
// the first one that is not empty. ok is false when a line is less so.
func blockText(header string, lines []string) (text string, ok bool) {
	indent := 0
	for len(lines) > 0 && lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	for i, line := range lines {
		if line == "" {
			continue
		}
		if indent == 0 {
			indent = len(line) - len(strings.TrimLeft(line, " "))
		}
		if len(line)-len(strings.TrimLeft(line, " ")) < indent {
			return "", false
		}
		lines[i] = line[indent:]
	}
	if header[0] == '|' {
		text = strings.Join(lines, "\n")
	} else {
		text = foldBlock(lines)
	}
	if text != "" && !strings.HasSuffix(header, "-") {
		text += "\n"
	}
	return text, true
}

// foldBlock joins lines as > does: as fold, but lines that are indented further keep
// their line breaks.
func foldBlock(lines []string) string {
	var b strings.Builder
	breaks, first, kept := 0, true, false
	for _, line := range lines {
		if line == "" {
			breaks++
			continue
		}
		keeps := line[0] == ' ' || line[0] == '\t'
		switch {
		case first:
		case keeps || kept:
			breaks++
		case breaks == 0:
			b.WriteByte(' ')
		}
		b.WriteString(strings.Repeat("\n", breaks))
		b.WriteString(line)
		breaks, first, kept = 0, false, keeps
	}
	return b.String()
}
