package grounding_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/guardstream/guardstream/core/grounding"
	"github.com/guardstream/guardstream/core/jsonvalue"
	"pgregory.net/rapid"
)

// pieces are what the random texts and values of the properties are put together from:
// everything that some rule looks at.
var pieces = []string{
	"1", "0", "48", "480", "500", "1500", "0480", "٤٨٠", "４８０", "5a", "a", "aa", "Nadja", "NADJA", "straße", "Нади", "口座", "é", "e\u0301",
	"ORD-480", "#480", "#a", "DE48", "True", "false", "k", "million", "kg", "€", "$", "M", "万",
	" ", " ", " ", "  ", "\u00a0", "\u202f", "\n", "\t", "\u200b", "\u00ad", ".", ",", ".", ",", "'", "’", "-", "−", "–", "‑", "—", "/", ":", "@", "_", "#", "%", "°",
	"(", ")", "[", "]", "\"", "“", "”", "«", "…", "。", "；", "!", "?", "=", "&", "|", "*", "^", "\xff", "\ufffd", "K",
	"https://", "HTTP://", "ftp://", "a.example", "shop.example", "münchen.example", "xn--mnchen-3ya.example", "ｓhop.example", "www.", "/x", "/x,y", "?q=1", "#f", ":8080", "[::1]", "localhost",
}

func drawText(t *rapid.T, label string) string {
	return strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 1, 12).Draw(t, label), "")
}

// drawValue draws values that have a chance of being written in drawn texts.
func drawValue(t *rapid.T) jsonvalue.Value {
	switch rapid.IntRange(0, 3).Draw(t, "kind") {
	case 0:
		return jsonvalue.NewNumber(rapid.SampledFrom([]string{
			"0", "1", "-1", "48", "480", "-480", "480.0", "480.5", "-480.5", "1500", "1500.5", "1.5", "0.5", "500", "1480", "480480", "48000", "1e3", "1e400",
		}).Draw(t, "number"))
	case 1:
		return jsonvalue.NewBool(rapid.Bool().Draw(t, "bool"))
	default:
		return jsonvalue.NewString(strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 1, 4).Draw(t, "value"), ""))
	}
}

func drawNeedle(t *rapid.T) grounding.Needle {
	matcher := grounding.Matcher(rapid.IntRange(int(grounding.Token), int(grounding.Substring)).Draw(t, "matcher"))
	locale := grounding.Locale(rapid.IntRange(int(grounding.NoLocale), int(grounding.CH)).Draw(t, "locale"))
	return grounding.NewNeedle(drawValue(t), matcher, locale)
}

// TestIndexHidesNothing checks that searching the candidates finds what searching
// every message finds.
func TestIndexHidesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		index := grounding.NewIndex()
		var texts []*grounding.Text
		for range rapid.IntRange(0, 8).Draw(t, "messages") {
			text := grounding.NewText(drawText(t, "text"))
			texts = append(texts, text)
			index.Add(text)
		}
		for range 4 {
			needle := drawNeedle(t)
			candidates := index.Candidates(needle, []int{-1})[1:]
			if !slices.IsSorted(candidates) || len(slices.Compact(slices.Clone(candidates))) != len(candidates) {
				t.Fatalf("candidates %v are not in order", candidates)
			}
			for i, text := range texts {
				if spans := needle.All(text); len(spans) > 0 && !slices.Contains(candidates, i) {
					t.Fatalf("message %d, %q, holds the needle at %v, the candidates are %v", i, text, spans, candidates)
				}
			}
		}
	})
}

// TestIndexNarrows checks that the index is worth having: a value that one of many
// messages holds leads to that one.
func TestIndexNarrows(t *testing.T) {
	index := grounding.NewIndex()
	const messages = 300
	for i := range messages {
		text := "Invoice for the rent of May, 120.00 EUR, see https://bank.example/may. Счёт за май, 1 200 руб."
		if i == 123 {
			text = "Refund order #W5442520 of Ünal, 1’499.90 CHF, to DE21500500009876543210, see https://shop.example/items/42."
		}
		index.Add(grounding.NewText(text))
	}
	tests := []struct {
		value   jsonvalue.Value
		matcher grounding.Matcher
	}{
		{jsonvalue.NewString("DE21500500009876543210"), grounding.Whole},
		{jsonvalue.NewString("#W5442520"), grounding.ID},
		{jsonvalue.NewString("order #W5442520"), grounding.Token},
		{jsonvalue.NewString("refund ORDER"), grounding.NoCase},
		{jsonvalue.NewString("ÜNAL"), grounding.NoCase},
		{jsonvalue.NewString("und order #W5"), grounding.Substring},
		{jsonvalue.NewNumber("1499.9"), grounding.Token},
		{jsonvalue.NewString("https://shop.example/items/42"), grounding.URL},
		{jsonvalue.NewString("https://shop.example/items/42/reviews"), grounding.URLPrefix},
	}
	for _, tt := range tests {
		needle := grounding.NewNeedle(tt.value, tt.matcher, grounding.NoLocale)
		if got := index.Candidates(needle, nil); !slices.Equal(got, []int{123}) {
			t.Errorf("%s under %s: %d candidates", tt.value.Text(), tt.matcher, len(got))
		}
	}
}

// TestIndexFallsBack checks the needles that no word tells: all messages are candidates.
func TestIndexFallsBack(t *testing.T) {
	index := grounding.NewIndex()
	for range 3 {
		index.Add(grounding.NewText("a👍b--c"))
	}
	for _, value := range []string{"👍", "--", "a👍b"} {
		needle := grounding.NewNeedle(jsonvalue.NewString(value), grounding.Substring, grounding.NoLocale)
		if got := index.Candidates(needle, nil); !slices.Equal(got, []int{0, 1, 2}) {
			t.Errorf("%q: %v", value, got)
		}
	}
	if got := index.Candidates(grounding.Needle{}, nil); got != nil {
		t.Errorf("the zero Needle: %v", got)
	}
}

// TestIndexOfForeignHosts checks the hosts that are written in other characters than
// the needle's.
func TestIndexOfForeignHosts(t *testing.T) {
	index := grounding.NewIndex()
	texts := []string{"nothing here. Or there", "https://MÜNCHEN.example/x", "ein Café. Und ä", "xn--mnchen-3ya。example", "(xn--mnchen-3ya．example/x)"}
	for _, s := range texts {
		index.Add(grounding.NewText(s))
	}
	needle := grounding.NewNeedle(jsonvalue.NewString("https://xn--mnchen-3ya.example/x"), grounding.URL, grounding.NoLocale)
	if got := index.Candidates(needle, nil); !slices.Equal(got, []int{1, 3, 4}) && !slices.Equal(got, []int{1, 4}) {
		t.Errorf("candidates %v", got)
	}
	for _, i := range []int{1, 4} {
		if _, ok := needle.First(grounding.NewText(texts[i])); !ok {
			t.Errorf("%q does not hold the address", texts[i])
		}
	}
}
