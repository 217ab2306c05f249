package grounding_test

import (
	"fmt"
	"sync"
	"testing"
	"unicode/utf8"

	"github.com/guardstream/guardstream/core/grounding"
	"github.com/guardstream/guardstream/core/jsonvalue"
	"pgregory.net/rapid"
)

// TestTextOffsets compares the conversions of a Text with counting.
func TestTextOffsets(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var s string
		for range rapid.IntRange(0, 12).Draw(t, "parts") {
			s += drawText(t, "part")
		}
		text := grounding.NewText(s)
		if text.Len() != utf8.RuneCountInString(s) || text.String() != s {
			t.Fatalf("%q: Len = %d", s, text.Len())
		}
		count := 0
		for at := range s {
			if got := text.CodePoints(at); got != count {
				t.Fatalf("%q: CodePoints(%d) = %d, want %d", s, at, got, count)
			}
			if got, _ := text.Bytes(grounding.Span{Start: count, End: count}); got != at {
				t.Fatalf("%q: code point %d begins at %d, want %d", s, count, got, at)
			}
			count++
		}
		span := grounding.Span{Start: rapid.IntRange(0, count).Draw(t, "start"), End: rapid.IntRange(0, count).Draw(t, "end")}
		if got, want := text.Slice(span), grounding.Quote(s, span); got != want {
			t.Fatalf("%q: Slice(%v) = %q, Quote %q", s, span, got, want)
		}
	})
}

func TestOffsetsOutsideOfTheText(t *testing.T) {
	for _, s := range []string{"", "abc", "äöü"} {
		text := grounding.NewText(s)
		if got := text.CodePoints(-1); got != 0 {
			t.Errorf("%q: CodePoints(-1) = %d", s, got)
		}
		if got := text.CodePoints(99); got != text.Len() {
			t.Errorf("%q: CodePoints(99) = %d", s, got)
		}
		for _, span := range []grounding.Span{{-2, 99}, {99, -2}, {2, 1}, {-5, -1}, {98, 99}} {
			want := ""
			if span == (grounding.Span{Start: -2, End: 99}) {
				want = s
			}
			if got := text.Slice(span); got != want {
				t.Errorf("%q: Slice(%v) = %q", s, span, got)
			}
			if got := grounding.Quote(s, span); got != "" {
				t.Errorf("Quote(%q, %v) = %q", s, span, got)
			}
		}
	}
}

// TestTextIsShared searches one text from many goroutines; the race detector looks on.
func TestTextIsShared(t *testing.T) {
	text := grounding.NewText("überweise 1.500,00 an Ünal, https://shop.example/a")
	needles := []grounding.Needle{
		grounding.NewNeedle(jsonvalue.NewInt(1500), grounding.Token, grounding.DE),
		grounding.NewNeedle(jsonvalue.NewString("ünal"), grounding.NoCase, grounding.NoLocale),
		grounding.NewNeedle(jsonvalue.NewString("https://shop.example/a"), grounding.URL, grounding.NoLocale),
	}
	var wait sync.WaitGroup
	for range 8 {
		for _, needle := range needles {
			wait.Go(func() {
				if span, ok := needle.First(text); !ok || text.Slice(span) == "" {
					t.Errorf("not found: %v, %v", span, ok)
				}
			})
		}
	}
	wait.Wait()
}

func ExampleText() {
	text := grounding.NewText("Überweise 40 an DE21 5005\u200b0000.")
	needle := grounding.NewNeedle(jsonvalue.NewString("DE21 50050000"), grounding.Whole, grounding.NoLocale)
	span, ok := needle.First(text)
	fmt.Printf("%v %v %+q\n", span, ok, text.Slice(span))
	// Output: {16 30} true "DE21 5005\u200b0000"
}
