package confirmation

import (
	"strings"
	"testing"
	"time"
)

// FuzzAccepts: what accepts does not refuse or withdraw, and a refusal beside it undoes it.
func FuzzAccepts(f *testing.F) {
	for _, seed := range []string{
		"Yes, go ahead.", "ok?", "I do not\nconfirm", "да, всё верно", "No, that's fine, proceed", "> yes\nno", "Ja, bitte",
		"はいお願いします", "👍🏽", "<b>yes</b>", "yes… no", "Yes. But please send a receipt.", "Д\u200bа", "\xffyes", "If so, yes", "+1",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		accepts := Accepts(text)
		if !accepts {
			Withdraws(text)
			Refuses(text)
			return
		}
		if Refuses(text) && answersNothing(text) {
			t.Errorf("%q accepts and refuses", text)
		}
		if Withdraws(text) {
			t.Errorf("%q accepts and withdraws", text)
		}
		for _, refusal := range []string{"Wait.", "I changed my mind.", "Please don't.", "Нет.", "Never."} {
			if both := text + "\n\n" + refusal; Accepts(both) {
				t.Errorf("Accepts(%q) = true", both)
			}
		}
	})
}

// answersNothing tells whether a message with "no" is one that an acceptance may not hold:
// "No, that's fine, proceed" may.
func answersNothing(text string) bool {
	from, _ := read(text).refusal()
	return from == 0
}

// TestLinear reads hostile text, up to a megabyte of it, in well under the time that
// anything quadratic takes.
func TestLinear(t *testing.T) {
	sizes := map[int][]string{
		1 << 20: {"not ", "yes ", "ok ", "はい", "\u0301"},
		1 << 17: {
			"ok, ", "yes. ", "no problem ", "да ", "не ", "please ", "i do hereby ", "that is quite ", "если ", "👍🏽", "a\n", "to\n",
			"> yes\n", "don't ", "<b>", "yes but ", "\xff", "thank you very much ", "not: ", "- no:\n", "(no ", "and ", "agreed ", "yes, i see, ",
		},
	}
	for size, units := range sizes {
		for _, unit := range units {
			text := strings.Repeat(unit, size/len(unit))
			start := time.Now()
			Withdraws(text)
			Refuses(text)
			Proposals(text, Known{})
			if size > MaxBytes+len(unit) && Accepts(text) {
				t.Errorf("%d bytes of %q accept", len(text), unit)
			}
			Accepts(text[:min(len(text), MaxBytes)])
			if took := time.Since(start); took > 20*time.Second {
				t.Errorf("%d bytes of %q took %v", len(text), unit, took)
			}
		}
	}
}
