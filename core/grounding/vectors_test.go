package grounding_test

import (
	"bufio"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/guardstream/guardstream/core/grounding"
	"github.com/guardstream/guardstream/core/jsonvalue"
)

const conformance = "../../test/testdata/conformance"

// vector is one line of occurrences.jsonl.
type vector struct {
	id, note string
	value    jsonvalue.Value
	text     string
	matcher  grounding.Matcher
	locale   grounding.Locale
	want     []grounding.Span
}

func readVectors(t testing.TB, names ...string) []vector {
	t.Helper()
	var all []vector
	for _, name := range names {
		file, err := os.Open(filepath.Join(conformance, name))
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		lines := bufio.NewScanner(file)
		lines.Buffer(nil, 1<<20)
		before := len(all)
		for lines.Scan() {
			all = append(all, readVector(t, lines.Bytes()))
		}
		if err := lines.Err(); err != nil || len(all) == before {
			t.Fatalf("%s: %d vectors, %v", name, len(all)-before, err)
		}
	}
	return all
}

func readVector(t testing.TB, line []byte) vector {
	t.Helper()
	parsed, err := jsonvalue.Parse(line, jsonvalue.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	in, _ := parsed.Get("in")
	want, _ := parsed.Get("want")
	var v vector
	v.id, _ = parsed.GetString("id")
	v.note, _ = parsed.GetString("note")
	v.value, _ = in.Get("value")
	v.text, _ = in.GetString("text")
	matcher, _ := in.GetString("match")
	if v.matcher, err = grounding.ParseMatcher(matcher); err != nil {
		t.Fatal(err)
	}
	locale, _ := in.GetString("locale")
	if v.locale, err = grounding.ParseLocale(locale); err != nil {
		t.Fatal(err)
	}
	spans, _ := want.Get("spans")
	for _, span := range spans.Items() {
		start, _ := span.Items()[0].Int64()
		end, _ := span.Items()[1].Int64()
		v.want = append(v.want, grounding.Span{Start: int(start), End: int(end)})
	}
	return v
}

func TestVectors(t *testing.T) {
	for _, v := range readVectors(t, "occurrences.jsonl", "occurrences_beyond.jsonl") {
		needle := grounding.NewNeedle(v.value, v.matcher, v.locale)
		text := grounding.NewText(v.text)
		got := needle.All(text)
		if !slices.Equal(got, v.want) {
			t.Errorf("%s (%s): %s in %q under %s %s: %v, want %v",
				v.id, v.note, v.value.Write(jsonvalue.Compact), v.text, v.matcher, v.locale, got, v.want)
		}
		first, ok := needle.First(text)
		if ok != (len(got) > 0) || ok && first != got[0] {
			t.Errorf("%s: First = %v, %v, but All = %v", v.id, first, ok, got)
		}
	}
}
