package likeness

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestHolds(t *testing.T) {
	for _, c := range []struct {
		value, text string
		want        bool
	}{
		{"DE89370400440532013000", "pay DE89 3704 0044 0532 0130 00 today", true},
		{"DE89 3704 0044 0532 0130 00", "pay DE89370400440532013000.", true},
		{"de89-3704-0044-0532-0130-00", "ＤＥ８９370400440532013000", true},
		{"Fred", "tell FRED about it", true},
		{"Fred", "Frederic wrote", false},
		{"red", "Fred", false},
		{"Fred", "Al\u200bfred", false},
		{"Fred", "F\u200bred!", true},
		{"José", "jose\u0301 and josé", true},
		{"2024-05-01", "on 2024/05/01", true},
		{"1 2", "12", true},
		{"12", "112 121", false},
		{"evil.example", "see www.evil.example/path", true},
		{"Straße 1", "STRAßE 1", true},
		{"王小明", "请付款给王小明，谢谢", true},
		{"김철수", "김철수에게 보내", true},
		{"ﬁne", "FINE", true},
		{"", "anything", false},
		{"--", "a -- b", false},
		{"ab ab a", "ab ab ab", false},
		{"snake_case", "snake case", true},
	} {
		if got := Reduce(c.text).Holds(Reduce(c.value)); got != c.want {
			t.Errorf("%q holds %q: %t", c.text, c.value, got)
		}
	}
}

func TestTextsEndValues(t *testing.T) {
	for _, c := range []struct {
		value string
		texts []string
		want  bool
	}{
		{"one two", []string{"say one", "two"}, false},
		{"one", []string{"say one", "two"}, true},
		{"two", []string{"say one", "two"}, true},
		{"one two", []string{"", "one two", ""}, true},
	} {
		if got := Reduce(c.texts...).Holds(Reduce(c.value)); got != c.want {
			t.Errorf("%q hold %q: %t", c.texts, c.value, got)
		}
	}
}

func TestRuns(t *testing.T) {
	text := Reduce("Buy one, get", "two free!")
	if got, want := slices.Collect(text.Runs(2)), []string{"buyone", "oneget", "get ", " two", "twofree"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if text.Words() != 6 || slices.Collect(text.Runs(7)) != nil {
		t.Errorf("%d words", text.Words())
	}
	for range text.Runs(1) {
		break // a range that ends early must not go on
	}
}

// Whatever stands around a value, it is found as it was written, in another case and
// with other spaces.
func TestWrittenIsFound(t *testing.T) {
	letters := rapid.StringOfN(rapid.RuneFrom([]rune("abcXYZ019é王Ж")), 1, 12, -1)
	around := rapid.StringOfN(rapid.RuneFrom([]rune("abc 9.,\n-_é")), 0, 20, -1)
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.SliceOfN(letters, 1, 4).Draw(t, "value")
		value := Reduce(strings.Join(words, " "))
		for _, spelled := range []string{strings.Join(words, " "), strings.Join(words, "-"), strings.Join(words, "\u200b \n"), strings.ToUpper(strings.Join(words, " "))} {
			text := around.Draw(t, "before") + " " + spelled + "." + around.Draw(t, "after")
			if !Reduce(text).Holds(value) {
				t.Fatalf("%q does not hold %q", text, words)
			}
		}
	})
}

func FuzzReduce(f *testing.F) {
	f.Add("pay DE89 3704", "de893704")
	f.Add("\xff\xfe", "\xff")
	f.Add("e\u0301\u0301", "é")
	f.Fuzz(func(t *testing.T, text, value string) {
		reduced := Reduce(text)
		if last := -1; true {
			for _, at := range reduced.begins {
				if at <= last || at >= len(reduced.reduced) {
					t.Fatalf("words begin at %v of %q", reduced.begins, reduced.reduced)
				}
				last = at
			}
		}
		v := Reduce(value)
		if v.Len() > 0 && v.Len() <= MaxValue && !Reduce(value+" "+text).Holds(v) {
			t.Fatalf("%q is not found in a text that begins with it", value)
		}
		if reduced.Holds(v) && !Reduce(text, "more").Holds(v) {
			t.Fatalf("%q is lost when a text is added", value)
		}
	})
}

// A text that nearly holds a value everywhere takes no longer, in proportion, when it
// is longer.
func BenchmarkHolds(b *testing.B) {
	value := Reduce(strings.Repeat("ab", MaxValue/2-1) + "a")
	for _, size := range []int{1 << 12, 1 << 16, 1 << 20} {
		text := Reduce(strings.Repeat("ab ", size/3))
		b.Run(fmt.Sprint(size), func(b *testing.B) {
			b.SetBytes(int64(size))
			for b.Loop() {
				text.Holds(value)
			}
		})
	}
}
