package confirmation

import "testing"

// TestOffers says of every part whether it is about what the assistant is going to do, and
// where in a list it stands.
func TestOffers(t *testing.T) {
	type part struct {
		text   string
		offers bool
		item   bool
		step   int
	}
	for text, want := range map[string][]part{
		"Order #W2 is obsolete. Shall I pay #W1?": {
			{"Order #W2 is obsolete.", false, false, 0}, {"Shall I pay #W1?", true, false, 0}},
		"I'll pay #W1. The total is 30 EUR. OK?": {
			{"I'll pay #W1.", true, false, 0}, {"The total is 30 EUR.", false, false, 0}, {"OK?", true, false, 0}},
		"Here is everything I will do:\n1. Pay #W1\n- with card 5\n2) Mail it\nOK?": {
			{"Here is everything I will do:", true, false, 0}, {"Pay #W1", true, true, 1}, {"with card 5", true, true, 1}, {"Mail it", true, true, 2}, {"OK?", true, false, 2}},
		"I will: 1. pay #W1 2. mail it to 12 Hill Street (3) call. OK?": {
			{"I will:", true, false, 0}, {"pay #W1", true, true, 1}, {"mail it to 12 Hill Street", true, true, 2}, {"call.", true, true, 3}, {"OK?", true, true, 3}},
		"Your cart contains:\n- a lamp\n- a desk\nShall I send it?": {
			{"Your cart contains:", false, false, 0}, {"a lamp", false, true, 0}, {"a desk", false, true, 0}, {"Shall I send it?", true, false, 0}},
		"Lamp 7 (it is the red one) goes back. OK?": {{"Lamp 7 (it is the red one) goes back.", true, false, 0}, {"OK?", true, false, 0}},
	} {
		var got []part
		for _, p := range Proposals(text, Known{Values: []Span{Span{0, 0}}}) {
			got = append(got, part{text[p.Start:p.End], p.Offers, p.Item, p.Step})
		}
		if len(got) != len(want) {
			t.Errorf("Proposals(%q) = %+v", text, got)
			continue
		}
		for i := range want {
			if got[i] != want[i] {
				t.Errorf("Proposals(%q): part %d is %+v, want %+v", text, i, got[i], want[i])
			}
		}
	}
}

func TestAsks(t *testing.T) {
	for text, want := range map[string]bool{
		"Do you want me to proceed (yes/no)?": true, "Please confirm (yes).": true, "I will do the following:": true, "OK?": true,
		"Shall I also return the mouse?": false, "Do you want me to cancel it?": false,
	} {
		parts := Proposals(text, Known{})
		if len(parts) != 1 || parts[0].Asks != want {
			t.Errorf("Proposals(%q) = %+v", text, parts)
		}
	}
}

// TestValuesNegateNothing: a negation inside of a value of the call is none.
func TestValuesNegateNothing(t *testing.T) {
	const text = `I will cancel #W1 because it is no longer needed. Is that ok?`
	const value = "no longer needed"
	start := len("I will cancel #W1 because it is ")
	if parts := Proposals(text, Known{}); len(parts) != 1 {
		t.Errorf("without the value: %+v", parts)
	}
	if parts := Proposals(text, Known{Values: []Span{Span{start, start + len(value)}}}); len(parts) != 2 || parts[0].Start != 0 {
		t.Errorf("with the value: %+v", parts)
	}
	const declined = `I will not cancel #W1, it is no longer needed. Is that ok?`
	if parts := Proposals(declined, Known{Values: []Span{Span{len(declined) - 30, len(declined) - 14}}}); len(parts) != 1 {
		t.Errorf("declined: %+v", parts)
	}
}
