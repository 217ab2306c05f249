package words

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"
)

var gapNames = map[Gap]string{Glued: "~", Space: " ", Comma: ",", Line: "/", Stop: "."}

// show writes words as gap and text, "?" for a question mark in the gap.
func show(text string) string {
	var out strings.Builder
	list, question := Read(text)
	for _, w := range list {
		out.WriteString(gapNames[w.Gap])
		if w.Question {
			out.WriteString("?")
		}
		if w.Symbol {
			out.WriteString("*")
		}
		out.WriteString(w.Text)
	}
	if question {
		out.WriteString("?")
	}
	return out.String()
}

func TestRead(t *testing.T) {
	for text, want := range map[string]string{
		"":                              "",
		"  \n … !":                      "",
		"Yes":                           ".yes",
		"Yes, go ahead.":                ".yes,go ahead",
		"Yes! Go":                       ".yes.go",
		"ok?":                           ".ok?",
		"Really? Yes":                   ".really.?yes",
		"Really?! Yes":                  ".really.?yes",
		"don't":                         ".don't",
		"don’t don´t don`t donʼt":       ".don't don't don't don't",
		"'quoted' “words”":              ".quoted words",
		"e-mail and/or":                 ".e~mail and~or",
		"Yes - no":                      ".yes,no",
		"Yes—no":                        ".yes,no",
		"Great…yes":                     ".great,yes",
		"go ahead... no":                ".go ahead,no",
		"yes.no":                        ".yes,no",
		"at 6:15 for 1,500.50":          ".at 6~15 for 1~500~50",
		"I do not\nconfirm":             ".i do not/confirm",
		"Hello,\nyes":                   ".hello,yes",
		"one\n\ntwo":                    ".one.two",
		"one\r\ntwo":                    ".one/two",
		"Dr. Weiss":                     ".dr weiss",
		"J. Weiss":                      ".j weiss",
		"no. 5":                         ".no 5",
		"No. Stop":                      ".no.stop",
		"So do I. Yes":                  ".so do i.yes",
		"Pay:\n1. Ana\n2. Bo":           ".pay,1 ana/2 bo",
		"ул. Мира":                      ".ул мира",
		"ВПЕРЁД":                        ".вперед",
		"ДА\u0301":                      ".да",
		"Д\u200bа":                      ".да",
		"й и\u0306":                     ".й й",
		"ｐａｙ":                           ".pay",
		"Straße":                        ".strasse",
		"NAΪΣ ς":                        ".naϊσ σ",
		"İ":                             ".i",
		"हाँ":                           ".हाँ",
		"はい、お願い":                        ".はい,お願い",
		"👍🏽 ok ✔\ufe0f":                 ".*👍 ok *✔",
		"<b>yes</b>":                    ".yes",
		"a < b > c":                     ".a b c",
		"> quoted\nmine\n> quoted\n":    ".mine",
		"a\x00b\xffc":                   ".a b c",
		"x_y _z":                        ".x_y _z",
		"Go\u00a0ahead":                 ".go ahead",
		strings.Repeat("\u0301", 9):     "",
		"a" + strings.Repeat("́", 1000): ".á",
	} {
		got := show(text)
		if got != want {
			t.Errorf("Read(%q) = %q, want %q", text, got, want)
		}
	}
}

// TestCompatibility reads characters whose form under NFKC is several: letters are a
// word, anything with a sign in it separates.
func TestCompatibility(t *testing.T) {
	for text, want := range map[string]string{"™": ".tm", "㎏ x": ".kg x", "a⑴b": ".a,b", "℃": "", "ﬁn": ".fin"} {
		if got := show(text); got != want {
			t.Errorf("Read(%q) = %q, want %q", text, got, want)
		}
	}
}

func TestOffsets(t *testing.T) {
	text := "  Ｄon’t\u200b go, ДА\u0301!"
	list, _ := Read(text)
	var got []string
	for _, w := range list {
		got = append(got, text[w.Start:w.End])
	}
	if want := "[Ｄon’t go ДА\u0301]"; fmt.Sprint(got) != want {
		t.Errorf("the words stand in %q, want %q", fmt.Sprint(got), want)
	}
}

func TestParseLists(t *testing.T) {
	lists, err := ParseLists("# comment\n[one]\na b\nc|d\n\n[two]\n[x] y\n")
	if err != nil || fmt.Sprint(lists) != "map[one:[a b c|d] two:[[x] y]]" {
		t.Errorf("ParseLists = %v, %v", lists, err)
	}
	for _, bad := range []string{"a\n", "[one]\na\n[one]\nb\n"} {
		if lists, err := ParseLists(bad); err == nil {
			t.Errorf("ParseLists(%q) = %v", bad, lists)
		}
	}
}

// FuzzRead: words stand in order, inside the text, at borders of characters, and hold
// word characters only; reading what was read gives the same words.
func FuzzRead(f *testing.F) {
	for _, seed := range []string{"Yes, go ahead.", "don’t\n\n> x\n<b>é</b>", "6:15 … 👍🏽 ½⑴", "\xff\u0301a\u0301", "1. a\n2. b", "हाँ はい"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		list, _ := Read(text)
		at := 0
		for i, w := range list {
			if w.Start < at || w.End <= w.Start || w.End > len(text) || w.Text == "" || !utf8.ValidString(w.Text) {
				t.Fatalf("word %d of %q: %+v", i, text, w)
			}
			if w.Symbol || strings.ContainsRune(w.Text, '_') {
				continue
			}
			if again, _ := Read(w.Text); len(again) != 1 || again[0].Text != w.Text {
				t.Fatalf("word %d of %q is %q, which reads %v", i, text, w.Text, again)
			}
			at = w.End
		}
		if len(list) > 0 && list[0].Gap != Stop {
			t.Fatalf("%q starts with the gap %v", text, list[0].Gap)
		}
	})
}

func BenchmarkScanner(b *testing.B) {
	for name, text := range map[string]string{
		"english": strings.Repeat("I spent an hour on the phone, they told me it's fine. ", 200),
		"russian": strings.Repeat("Я проверила список и хочу уточнить, почему платно. ", 200),
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				for s := NewScanner(text); s.Next(); {
				}
			}
		})
	}
}
