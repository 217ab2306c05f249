package grounding_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/guardstream/guardstream/core/grounding"
	"github.com/guardstream/guardstream/core/jsonvalue"
	"pgregory.net/rapid"
)

// checkSpans checks the invariants of a search, and that First agrees with All.
func checkSpans(t interface{ Fatalf(string, ...any) }, needle grounding.Needle, s string) {
	text := grounding.NewText(s)
	spans := needle.All(text)
	last := grounding.Span{Start: -1}
	for _, span := range spans {
		if span.Start < 0 || span.End <= span.Start || span.End > text.Len() {
			t.Fatalf("%q: span %v of %d code points", s, span, text.Len())
		}
		if span.Start < last.Start || span == last {
			t.Fatalf("%q: spans %v", s, spans)
		}
		last = span
		quote := grounding.NewText(text.Slice(span))
		if again := needle.All(quote); !slices.Contains(again, grounding.Span{Start: 0, End: quote.Len()}) {
			t.Fatalf("%q: the quote %q alone holds %v", s, quote, again)
		}
	}
	first, ok := needle.First(text)
	if ok != (len(spans) > 0) || ok && first != spans[0] {
		t.Fatalf("%q: First = %v, %v; All = %v", s, first, ok, spans)
	}
}

func TestSpans(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		needle := drawNeedle(t)
		checkSpans(t, needle, drawText(t, "text"))
	})
}

// FuzzSearch checks the invariants of a search on any text and value.
func FuzzSearch(f *testing.F) {
	for _, v := range readVectors(f, "occurrences.jsonl", "occurrences_beyond.jsonl") {
		f.Add(v.value.Write(jsonvalue.Compact), v.text, uint8(v.matcher), uint8(v.locale))
	}
	f.Fuzz(func(t *testing.T, value, text string, matcher, locale uint8) {
		v, err := jsonvalue.ParseText(value, jsonvalue.Limits{})
		if err != nil {
			v = jsonvalue.NewString(value)
		}
		m := grounding.Matcher(matcher % uint8(grounding.Substring+1))
		l := grounding.Locale(locale % uint8(grounding.CH+1))
		checkSpans(t, grounding.NewNeedle(v, m, l), text)
	})
}

func TestNothingIsFound(t *testing.T) {
	everything := grounding.NewText("null True [\"a\"] {} Infinity 1e999 \ufffd 5 a ")
	for _, value := range []jsonvalue.Value{
		{},
		jsonvalue.NewString(""),
		jsonvalue.NewString(" \u00a0\t\n"),
		jsonvalue.NewString("\u200b"),
		jsonvalue.NewString("\ufffd"),
		jsonvalue.NewString("a\xff"),
		jsonvalue.NewNumber("1e999"),
	} {
		for m := grounding.Token; m <= grounding.Substring; m++ {
			if spans := grounding.NewNeedle(value, m, grounding.NoLocale).All(everything); spans != nil {
				t.Errorf("%s under %s: %v", value.Write(jsonvalue.Compact), m, spans)
			}
		}
	}
	for _, m := range []grounding.Matcher{grounding.URL, grounding.URLPrefix} {
		for _, value := range []jsonvalue.Value{jsonvalue.NewInt(5), jsonvalue.NewBool(true)} {
			if spans := grounding.NewNeedle(value, m, grounding.NoLocale).All(everything); spans != nil {
				t.Errorf("%s under %s: %v", value.Text(), m, spans)
			}
		}
	}
}

// TestStructuresAreText checks that an object is found as its JSON text.
func TestStructuresAreText(t *testing.T) {
	value := jsonvalue.NewObject(jsonvalue.Member{Name: "n", Value: jsonvalue.NewDouble(2)})
	needle := grounding.NewNeedle(value, grounding.Token, grounding.NoLocale)
	if span, ok := needle.First(grounding.NewText(`args: {"n": 2.0}`)); !ok || span != (grounding.Span{Start: 6, End: 16}) {
		t.Errorf("%v, %v", span, ok)
	}
}

func TestNames(t *testing.T) {
	for m := grounding.Token; m <= grounding.Substring; m++ {
		if got, err := grounding.ParseMatcher(m.String()); got != m || err != nil {
			t.Errorf("matcher %s: %v, %v", m, got, err)
		}
	}
	for l := grounding.NoLocale; l <= grounding.CH; l++ {
		if got, err := grounding.ParseLocale(l.String()); got != l || err != nil {
			t.Errorf("locale %s: %v, %v", l, got, err)
		}
	}
	if _, err := grounding.ParseMatcher("Token"); !errors.Is(err, grounding.ErrUnknownMatcher) {
		t.Error(err)
	}
	if _, err := grounding.ParseLocale("us"); !errors.Is(err, grounding.ErrUnknownLocale) {
		t.Error(err)
	}
}

func ExampleNeedle_All() {
	text := grounding.NewText("Pay 1,500.00 now, not 1,500 and not 1500 %.")
	fmt.Println(grounding.NewNeedle(jsonvalue.NewInt(1500), grounding.Token, grounding.NoLocale).All(text))
	fmt.Println(grounding.NewNeedle(jsonvalue.NewInt(1500), grounding.Token, grounding.EN).All(text))
	// Output:
	// [{4 12}]
	// [{4 12} {22 27}]
}

func ExampleNeedle_First() {
	text := grounding.NewText("Please cancel order w5442520.")
	order := jsonvalue.NewString("#W5442520")
	for _, m := range []grounding.Matcher{grounding.Token, grounding.NoCase, grounding.ID} {
		span, ok := grounding.NewNeedle(order, m, grounding.NoLocale).First(text)
		fmt.Println(m, span, ok)
	}
	// Output:
	// token {0 0} false
	// nocase {0 0} false
	// id {20 28} true
}
