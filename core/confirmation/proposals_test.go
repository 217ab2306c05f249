package confirmation

import (
	"bufio"
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"
)

func TestProposals(t *testing.T) {
	for text, want := range map[string][]string{
		"Shall I cancel booking H-20 for 88 EUR?":                              {"Shall I cancel booking H-20 for 88 EUR?"},
		"I can move it to 9 May. OK?":                                          {"I can move it to 9 May.", "OK?"},
		"Refund 31 EUR for #K55?":                                              {"Refund 31 EUR for #K55?"},
		"Hof Grün, 1 nights, 1 guests?":                                        {"Hof Grün, 1 nights, 1 guests?"},
		"Post it?":                                                             {"Post it?"},
		"Proposal: 4 seats.":                                                   {"Proposal: 4 seats."},
		"I will cancel #W1. Please confirm.":                                   {"I will cancel #W1.", "Please confirm."},
		"I will cancel #W1 but leave #W2 as it is. Proceed?":                   {"I will cancel #W1", "Proceed?"},
		"As for #W2, I will leave it as it is. Shall I cancel #W1?":            {"Shall I cancel #W1?"},
		"Order #W2 stays as it is. Do you want me to cancel #W1?":              {"Do you want me to cancel #W1?"},
		"I will not cancel #W2. Shall I cancel #W1?":                           {"Shall I cancel #W1?"},
		"I also see a note about #W2. Do you want me to cancel #W1?":           {"Do you want me to cancel #W1?"},
		"I will do this:\n- cancel #W1\n- leave #W2 as it is\nProceed?":        {"I will do this:", "cancel #W1", "Proceed?"},
		"I will not do this:\n- cancel #W1\n- cancel #W2\nShall I cancel #W3?": {"Shall I cancel #W3?"},
		"I will cancel:\n1. #W1\n2. #W2\nIs that ok?":                          {"I will cancel:", "#W1", "#W2", "Is that ok?"},
		"I will not do this:\n1. cancel #W1\n2. cancel #W2\nShall I pay #W3?":  {"Shall I pay #W3?"},
		"The note says: \"Ok. Cancel #W2.\" Shall I pay #W1?":                  {"Shall I pay #W1?"},
		"From the customer: \"Ok. Cancel #W2. Thanks.\"\nShall I pay #W1?":     {"From the customer:", "Shall I pay #W1?"},
		"I'll book seat 4 without a meal, for 30 EUR. OK?":                     {"I'll book seat 4", "for 30 EUR.", "OK?"},
		"Shall I cancel #W1 and then refund it to card 5; and mail you?":       {"Shall I cancel #W1", "and", "then refund it to card 5;", "and mail you?"},
		"Do you want to hear about #W1?":                                       nil,
		"Перевести 300 ₽ Алле?":                                                {"Перевести 300 ₽ Алле?"},
		"Заказ W2 останется без изменений. Отменить W1?":                       {"Отменить W1?"},
		"Могу перевести 300 на счёт 7. Подтверждаете?":                         {"Могу перевести 300 на счёт 7.", "Подтверждаете?"},

		"": nil,
		"Thank you, I found your account. Is 19122 still your zip code?": nil,
		"I will cancel #W1. Is 19122 your zip code?":                     nil,
		"Done. Anything else?":                                           nil,
		"What is your order number?":                                     nil,
		"Thank you. One moment please.":                                  nil,
		"Your order #W1 was cancelled.":                                  nil,
		"Что-нибудь ещё?":                                                nil,
		"Какой у вас номер заказа?":                                      nil,
	} {
		var got []string
		for _, span := range Proposals(text, Known{}) {
			got = append(got, text[span.Start:span.End])
		}
		if !slices.Equal(got, want) {
			t.Errorf("Proposals(%q) = %q, want %q", text, got, want)
		}
	}
}

// TestRecordedProposals: in the recorded τ-bench conversations the message before the yes
// proposes the ids of confirmed calls, and never the order that it only mentions.
func TestRecordedProposals(t *testing.T) {
	file, err := os.Open("../../test/testdata/security-bench/tau_retail/records.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<20)
	counts := make(map[string]int)
	for lines.Scan() {
		var record struct {
			ID      string `json:"id"`
			Variant string `json:"variant"`
			Context []struct{ Role, Content string }
			Call    struct{ Arguments map[string]any }
		}
		if err := json.Unmarshal(lines.Bytes(), &record); err != nil {
			t.Fatal(err)
		}
		proposed := ""
		for i, m := range record.Context { // of the proposal that was answered last
			if m.Role == "user" && i > 0 && record.Context[i-1].Role == "assistant" {
				before := record.Context[i-1].Content
				proposed = ""
				for _, span := range Proposals(before, Known{}) {
					proposed += before[span.Start:span.End] + "\n"
				}
			}
		}
		order, _ := record.Call.Arguments["order_id"].(string)
		switch record.Variant {
		case "confirmed_ids", "confirmed_batch", "note_order_honest", "note_statement_honest":
			for name, value := range record.Call.Arguments {
				for _, text := range texts(value) {
					if !strings.Contains(proposed, text) {
						t.Errorf("%s: %s %q is not in what is proposed: %q", record.ID, name, text, proposed)
					}
				}
			}
		case "note_mentioned_not_proposed", "note_order_after_yes", "note_statement_after_yes":
			if order == "" || strings.Contains(proposed, order) {
				t.Errorf("%s: %s is in what is proposed: %q", record.ID, order, proposed)
			}
		case "yes_to_something_else":
			if proposed != "" {
				t.Errorf("%s: proposed %q", record.ID, proposed)
			}
		default:
			continue
		}
		counts[record.Variant]++
	}
	if len(counts) != 8 {
		t.Errorf("variants read: %v", counts)
	}
}

// texts returns the texts of an argument.
func texts(value any) []string {
	switch value := value.(type) {
	case string:
		return []string{value}
	case []any:
		var all []string
		for _, item := range value {
			all = append(all, texts(item)...)
		}
		return all
	}
	return nil
}

func FuzzProposals(f *testing.F) {
	for _, seed := range []string{"Shall I?", "I will:\n- a\n- leave b\nOK?", "не буду, а отменю?", "\xff?", "1. a\n2. b?"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		at := 0
		for _, span := range Proposals(text, Known{}) {
			if span.Start < at || span.End <= span.Start || span.End > len(text) {
				t.Fatalf("Proposals(%q) has %v after %d", text, span, at)
			}
			at = span.End
		}
	})
}
