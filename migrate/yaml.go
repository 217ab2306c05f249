package migrate

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf16"

	"github.com/guardstream/guardstream/core/jsonvalue"
)

// writer writes a catalog as YAML, with comments.
type writer struct {
	text   strings.Builder
	indent int
}

// line writes a line in the present column.
func (w *writer) line(text string) {
	if text != "" {
		w.text.WriteString(strings.Repeat("  ", w.indent))
		w.text.WriteString(text)
	}
	w.text.WriteString("\n")
}

// comment writes lines of a comment.
func (w *writer) comment(text string) {
	if text == "" {
		return
	}
	for line := range strings.SplitSeq(strings.TrimRight(text, "\n"), "\n") {
		w.line(strings.TrimRight("# "+visible(line), " "))
	}
}

// visible leaves out what could end a comment or fool its reader.
func visible(line string) string {
	return strings.Map(func(r rune) rune {
		if r == '\t' || unicode.IsGraphic(r) && r != 0x85 {
			return r
		}
		return -1
	}, line)
}

// in writes something further to the right.
func (w *writer) in(write func()) {
	w.indent++
	write()
	w.indent--
}

// key writes a key and its value, on one line where that is bearable.
func (w *writer) key(name string, v jsonvalue.Value) {
	if flow := flowed(v); len(flow) <= maxFlow || v.Kind() != jsonvalue.Object && v.Kind() != jsonvalue.Array {
		w.line(scalar(name) + ": " + flow)
		return
	}
	w.line(scalar(name) + ":")
	w.in(func() { w.block(v) })
}

// maxFlow is the longest value that is written on the line of its key.
const maxFlow = 100

// block writes the members or items of a value, a line each.
func (w *writer) block(v jsonvalue.Value) {
	if v.Kind() == jsonvalue.Object {
		for name, member := range v.Members() {
			w.key(name, member)
		}
		return
	}
	for _, item := range v.Items() {
		w.line("- " + flowed(item))
	}
}

// flowed writes a value on one line.
func flowed(v jsonvalue.Value) string {
	switch v.Kind() {
	case jsonvalue.String:
		return scalar(v.Text())
	case jsonvalue.Array:
		items := make([]string, 0, v.Len())
		for _, item := range v.Items() {
			items = append(items, flowed(item))
		}
		return "[" + strings.Join(items, ", ") + "]"
	case jsonvalue.Object:
		members := make([]string, 0, v.Len())
		for name, member := range v.Members() {
			members = append(members, scalar(name)+": "+flowed(member))
		}
		return "{" + strings.Join(members, ", ") + "}"
	default:
		return v.Write(jsonvalue.Compact)
	}
}

var (
	plainWord = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_]*$`)
	// reserved are words that some YAML reader takes for something else than a text.
	reserved = []string{"true", "false", "null", "yes", "no", "on", "off", "y", "n"}
)

// scalar writes a text: plain where no reader takes it for anything else.
func scalar(text string) string {
	if plainWord.MatchString(text) && !slices.Contains(reserved, strings.ToLower(text)) {
		return text
	}
	var quoted strings.Builder
	for _, r := range string(jsonvalue.AppendQuoted(nil, text)) {
		if r < 0x7f || r > 0x9f && unicode.IsGraphic(r) {
			quoted.WriteRune(r)
		} else {
			quoted.WriteString(escaped(r))
		}
	}
	return quoted.String()
}

// escaped writes a character that could not be seen as JSON does.
func escaped(r rune) string {
	if high, low := utf16.EncodeRune(r); high != unicode.ReplacementChar {
		return fmt.Sprintf(`\u%04x\u%04x`, high, low)
	}
	return fmt.Sprintf(`\u%04x`, r)
}

func texts(list []string) jsonvalue.Value {
	items := make([]jsonvalue.Value, len(list))
	for i, text := range list {
		items[i] = jsonvalue.NewString(text)
	}
	return jsonvalue.NewArray(items...)
}
