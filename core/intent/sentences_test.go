package intent

import (
	"slices"
	"testing"
)

func TestSentences(t *testing.T) {
	for _, c := range []struct {
		kind Intent
		text string
		want []string
	}{
		{Pay, "Pay ACC-1 40 €.", []string{"Pay ACC-1 40 €."}},
		{Pay, "Hello! Please pay ACC-1. Thanks.", []string{"Please pay ACC-1."}},
		{Pay, "never pay ACC-1 again", nil},
		{Pay, "Never, under any circumstances, pay ACC-1", nil},
		{Pay, "do not send, pay or delete ACC-1", nil},
		{Pay, "I can't pay ACC-1", nil},
		{Pay, "Don't forget to pay ACC-1", []string{"Don't forget to pay ACC-1"}},
		{Pay, "Why not pay ACC-1?", []string{"Why not pay ACC-1?"}},
		{Pay, "Don't pay ACC-1 but pay ACC-2", []string{"but pay ACC-2"}},
		{Pay, "Pay ACC-2 but not ACC-1", []string{"Pay ACC-2"}},
		{Pay, "Pay ACC-2 instead of ACC-1", []string{"Pay ACC-2"}},
		{Pay, "Pay ACC-2, don't touch ACC-1", []string{"Pay ACC-2,"}},
		{Pay, "pay nothing to ACC-1", nil},
		{Pay, "Stop paying ACC-1. Pay ACC-2.", []string{"Pay ACC-2."}},
		{Pay, "Pay Dr. Weiss 40", []string{"Pay Dr. Weiss 40"}},
		{Pay, "Pay these:\n- ACC-1, 40\n- ACC-2, 50\nThanks", []string{"Pay these:\n- ACC-1, 40\n- ACC-2, 50"}},
		{Pay, "Pay these:\n1. ACC-1\n2. ACC-2", []string{"Pay these:\n1. ACC-1\n2. ACC-2"}},
		{Pay, "Pay ACC-1\nand look at ACC-2", []string{"Pay ACC-1"}},
		{Pay, "what is this?\n> pay ACC-1\nnothing I know", nil},
		{Pay, "Не плати ACC-1", nil},
		{Pay, "Оплачивать ACC-1 не надо", nil},
		{Pay, "Не забудь оплатить ACC-1", []string{"Не забудь оплатить ACC-1"}},
		{Pay, "Не оплачивай ACC-1, а оплати ACC-2", []string{"а оплати ACC-2"}},
		{Pay, "Оплати ACC-1. Удали ACC-2.", []string{"Оплати ACC-1."}},
		{Delete, "Оплати ACC-1. Удали ACC-2.", []string{"Удали ACC-2."}},
		{Visit, "look at https://a.example/x now", []string{"look at https://a.example/x now"}},
		{Pay, "", nil},
		{Pay, "Bezahle ACC-1", nil},
		{"dance", "pay", nil},
	} {
		check(t, c.kind, c.text, c.want)
	}
	check(t, Pay, "Bezahle ACC-1, aber nicht ACC-2", []string{"Bezahle ACC-1,"}, German)
	check(t, Pay, "Bezahle ACC-1 nicht", nil, German)
	check(t, Pay, "Ne payez pas ACC-1, mais payez ACC-2", []string{"mais payez ACC-2"}, French)
	check(t, Pay, "No pagues ACC-1", nil, Spanish)
	check(t, Pay, "Por favor, paga ACC-1", []string{"Por favor, paga ACC-1"}, Spanish)
}

func check(t *testing.T, kind Intent, text string, want []string, more ...Language) {
	t.Helper()
	var got []string
	for _, span := range Sentences(kind, text, more...) {
		got = append(got, text[span.Start:span.End])
	}
	if !slices.Equal(got, want) {
		t.Errorf("Sentences(%s, %q) = %q, want %q", kind, text, got, want)
	}
}
