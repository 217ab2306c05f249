package grounding_test

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/guardstream/guardstream/core/grounding"
	"github.com/guardstream/guardstream/core/jsonvalue"
	"pgregory.net/rapid"
)

// grouped writes digits in groups of three.
func grouped(digits, separator string) string {
	var b strings.Builder
	for i := range len(digits) {
		if i > 0 && (len(digits)-i)%3 == 0 {
			b.WriteString(separator)
		}
		b.WriteByte(digits[i])
	}
	return b.String()
}

// TestNumbersAreExact writes numbers as people of a locale do: each is found as itself
// and as no other number.
func TestNumbersAreExact(t *testing.T) {
	styles := []struct {
		locale       grounding.Locale
		group, point string
	}{
		{grounding.EN, ",", "."}, {grounding.EN, "", "."}, {grounding.DE, ".", ","}, {grounding.FR, "\u202f", ","},
		{grounding.FR, " ", ","}, {grounding.CH, "'", "."}, {grounding.CH, "’", "."}, {grounding.NoLocale, "'", "."},
	}
	rapid.Check(t, func(t *rapid.T) {
		style := rapid.SampledFrom(styles).Draw(t, "style")
		digits := strings.TrimLeft(rapid.StringMatching(`[0-9]{1,25}`).Draw(t, "digits"), "0") + rapid.StringMatching(`[0-9]`).Draw(t, "last")
		fraction := rapid.StringMatching(`|[0-9]{1,2}|[0-9]{4}`).Draw(t, "fraction") // three are ambiguous without a locale
		sign := rapid.SampledFrom([]string{"", "-", "−"}).Draw(t, "sign")
		written := sign + grouped(digits, style.group)
		if fraction != "" {
			written += style.point + fraction
		}
		text := grounding.NewText("pay " + written + ".")
		whole := grounding.Span{Start: 4, End: text.Len() - 1}

		value := digits
		if sign != "" {
			value = "-" + digits
		}
		if strings.Trim(fraction, "0") == "" {
			if span, ok := numberNeedle(value, grounding.Spaced, style.locale).First(text); !ok || span != whole {
				t.Fatalf("the integer %s is not found in %q: %v", value, text, span)
			}
		} else if span, ok := numberNeedle(value, grounding.Spaced, style.locale).First(text); ok {
			t.Fatalf("the integer %s is found in %q: %v", value, text, span)
		}
		if other := value + "1"; len(numberNeedle(other, grounding.Spaced, style.locale).All(text)) > 0 {
			t.Fatalf("%s is found in %q", other, text)
		}
		if len(digits)+len(fraction) <= 15 { // what a double holds exactly enough
			double := value + "." + fraction + "0"
			if span, ok := numberNeedle(double, grounding.Spaced, style.locale).First(text); !ok || span != whole {
				t.Fatalf("the double %s is not found in %q: %v", double, text, span)
			}
		}
	})
}

// FuzzDouble checks that a double is found in its shortest decimal form, and its
// neighbours are not.
func FuzzDouble(f *testing.F) {
	for _, d := range []float64{0, 1, -1, 0.1, 1500.5, 1e22, 1e-7, math.MaxFloat64, math.SmallestNonzeroFloat64, 0.30000000000000004} {
		f.Add(math.Float64bits(d))
	}
	f.Fuzz(func(t *testing.T, bits uint64) {
		d := math.Float64frombits(bits)
		if math.IsNaN(d) || math.IsInf(d, 0) {
			return
		}
		text := grounding.NewText(strconv.FormatFloat(d, 'f', -1, 64))
		value := grounding.NewNeedle(jsonvalue.NewDouble(d), grounding.Token, grounding.EN)
		if span, ok := value.First(text); !ok || span != (grounding.Span{End: text.Len()}) {
			t.Fatalf("%g is not found in %q", d, text)
		}
		for _, neighbour := range []float64{math.Nextafter(d, math.Inf(1)), math.Nextafter(d, math.Inf(-1))} {
			if math.IsInf(neighbour, 0) {
				continue
			}
			if _, ok := grounding.NewNeedle(jsonvalue.NewDouble(neighbour), grounding.Token, grounding.EN).First(text); ok {
				t.Fatalf("%g is found in %q", neighbour, text)
			}
		}
	})
}
