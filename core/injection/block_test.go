package injection

import (
	"strings"
	"testing"
)

func TestBlock(t *testing.T) {
	for _, c := range []struct{ name, text, passage, want string }{
		{"paragraph", "One.\nTwo.\n\nThree. Four.\nFive.\n\nSix.", "Four.", "Three. Four.\nFive."},
		{"whole text", "One. Two.", "Two.", "One. Two."},
		{"JSON string", `{"a": "One. Two.", "b": "Three"}`, "Two.", "One. Two."},
		{"JSON string with escapes", `{"a": "One \"two\"\n\nThree", "b": 1}`, "Three", `One \"two\"\n\nThree`},
		{"JSON in lines", "{\"a\": \"One. Two.\"}\n{\"a\": \"Three.\"}", "Three.", "Three."},
		{"JSON after text", "Result:\n\n{\"a\": \"One. Two.\", \"b\": \"Three\"}", "One.", "One. Two."},
		{"JSON cut off", `{"a": "One. Two`, "Two", "One. Two"},
		{"Python", `{'a': 'One. Two.', 'b': 'Three'}`, "Two.", "One. Two."},
		{"table cell", "| a | b |\n|---|---|\n| One. Two. | Three |", "Two.", "One. Two."},
		{"tab", "a\tb\nOne. Two.\tThree", "Two.", "One. Two."},
		{"CSV", "id,name,comment\n1,Ana,One. Two.\n2,Bo,Three.", "Two.", "One. Two."},
		{"CSV quoted", "id,comment,name\n1,\"One, two.\nThree.\",Ana", "Three.", "\"One, two.\nThree.\""},
		{"CSV with commas in the last cell", "id,name,comment\n1,Ana,One, two, three", "two", "One, two, three"},
		{"list item", "List:\n- One.\n  Two.\n- Three.\n\nFour.", "Two.", "- One.\n  Two."},
		{"numbered item", "1. One.\n2. Two.\n3. Three.", "Two.", "2. Two."},
		{"record", "- body: One.\n  sender: Ana\n- body: Two.\n  sender: Bo", "Two.", "- body: Two.\n  sender: Bo"},
		{"element", "<div><p>One. <b>Two.</b></p><p>Three.</p></div>", "Two.", "One. <b>Two.</b>"},
		{"comment", "<p>One.</p><!-- Two. --><p>Three.</p>", "Two.", "<!-- Two. -->"},
		{"heading", "# One\nTwo.", "Two.", "Two."},
		{"separator", "One.\n-----\nTwo.\n-----\nThree.", "Two.", "Two."},
		{"over a border", "- One.\n- Two.\n- Three.", "One.\n- Two.", "- One.\n- Two."},
	} {
		at := strings.Index(c.text, c.passage)
		start, end := Block(c.text, Passage{Start: at, End: at + len(c.passage)})
		if got := c.text[start:end]; got != c.want {
			t.Errorf("%s: block of %q is %q, want %q", c.name, c.passage, got, c.want)
		}
	}
}

// TestBlocks finds the blocks of all passages of the corpus: they hold their passages
// and do not overlap.
func TestBlocks(t *testing.T) {
	for _, v := range readLines[corpusText](t, corpus+"corpus.jsonl") {
		passages := Scan(v.Text)
		checkBlocks(t, v.Text, passages, Blocks(v.Text, passages))
	}
}

func checkBlocks(t *testing.T, text string, passages, blocks []Passage) {
	t.Helper()
	last := 0
	for _, b := range blocks {
		if b.Start < last || b.End <= b.Start || b.End > len(text) {
			t.Fatalf("%q: blocks %v", text, blocks)
		}
		last = b.End
	}
	for _, p := range passages {
		held := false
		for _, b := range blocks {
			held = held || b.Start <= p.Start && p.End <= b.End
		}
		if !held {
			t.Fatalf("%q: no block of %v holds %v", text, blocks, p)
		}
	}
}
