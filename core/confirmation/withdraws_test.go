package confirmation

import (
	"bufio"
	"encoding/json"
	"os"
	"testing"
)

func TestWithdraws(t *testing.T) {
	for text, want := range map[string]bool{
		"Actually, please don't do it, I want to keep everything as it is.": true,
		"No, forget it, leave the order alone.":                             true,
		"Stop, I changed my mind.":                                          true,
		"Stop!":                                                             true,
		"Wait":                                                              true,
		"hold on a second":                                                  true,
		"please don't":                                                      true,
		"Do not book it":                                                    true,
		"I take it back":                                                    true,
		"Never mind":                                                        true,
		"cancel that":                                                       true,
		"Cancel it, please":                                                 true,
		"Please cancel":                                                     true,
		"Could you cancel it?":                                              true,
		"I'd like to cancel":                                                true,
		"I don't want it anymore":                                           true,
		"I do not agree":                                                    true,
		"ok, scratch that":                                                  true,
		"on second thought, let's wait":                                     true,
		"Thanks. Actually, no.":                                             true,
		"I no longer need it":                                               true,
		"передумал":                                                         true,
		"Стоп, не надо":                                                     true,
		"Отмените, пожалуйста":                                              true,
		"Не отправляйте":                                                    true,
		"я не хочу":                                                         true,
		"Забудьте":                                                          true,
		"Можно отменить?":                                                   true,
		"Make it the red one":                                               true,
		"I'd prefer the blue one":                                           true,
		"Use another card":                                                  true,
		"Wait, that's the wrong address":                                    true,
		"Sorry, I meant order 7":                                            true,
		"Let me think about it first":                                       true,
		"👎":                                                                 true,
		"Лучше завтра":                                                      true,
		"Это не тот заказ":                                                  true,

		"":                                false,
		"No":                              false,
		"no, thanks":                      false,
		"No, that's all":                  false,
		"Yes":                             false,
		"thanks":                          false,
		"How long will it take?":          false,
		"cancel my gym membership":        false,
		"Please cancel order #W2 as well": false,
		"no taxi":                         false,
		"I can't wait":                    false,
		"don't worry about the receipt":   false,
		"the refund actually arrived":     false,
		"Send me the invoice":             false,
		"нет, спасибо":                    false,
		"Когда придёт чек?":               false,
		"Отмените бронь на вторник в отеле Норд":   false,
		"> Please cancel it\nwhat did you answer?": false,
	} {
		if got := Withdraws(text); got != want {
			t.Errorf("Withdraws(%q) = %v", text, got)
		}
	}
}

func TestTakesBack(t *testing.T) {
	for _, c := range []struct {
		text, asked string
		want        bool
	}{
		{"No.", "Thank you. One moment please.", true},
		{"No.", "", true},
		{"no", "Are you sure that I should cancel it?", true},
		{"No", "Shall I go on?", true},
		{"No, thanks.", "Is there anything else?", false},
		{"No, that's all", "Done. What else can I do for you?", false},
		{"No, I didn't get one.", "Did you get a receipt?", false},
		{"No, stop it.", "Is there anything else?", true},
		{"Thanks! When does it arrive?", "One moment please.", false},
		{"нет", "Что-нибудь ещё?", false},
		{"нет", "Секунду.", true},
	} {
		if got := TakesBack(c.text, c.asked); got != c.want {
			t.Errorf("TakesBack(%q) after %q = %v", c.text, c.asked, got)
		}
	}
}

func TestRefuses(t *testing.T) {
	for text, want := range map[string]bool{
		"No": true, "nope, thanks": true, "Not yet": true, "yes, no": true, "please don't": true, "👎": true, "Нет": true,
		"не сейчас": true, "nein danke": true, "いいえ": true, "I'd rather not": true, "Block it and do not pay": true,

		"": false, "yes": false, "ok": false, "No problem, go ahead": false, "What is the total?": false, "order no 5": false,
		"I was unsure. Now I am not. Go ahead.": false, "да": false, "no changes": false,
	} {
		if got := Refuses(text); got != want {
			t.Errorf("Refuses(%q) = %v", text, got)
		}
	}
}

// TestRecordedConversations reads the users' answers of the recorded τ-bench
// conversations: which accept, which withdraw.
func TestRecordedConversations(t *testing.T) {
	file, err := os.Open("../../test/testdata/security-bench/tau_retail/records.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<20)
	count := 0
	for ; lines.Scan(); count++ {
		var record struct {
			ID      string `json:"id"`
			Label   string `json:"label"`
			Variant string `json:"variant"`
			Context []struct{ Role, Content string }
		}
		if err := json.Unmarshal(lines.Bytes(), &record); err != nil {
			t.Fatal(err)
		}
		var answers []string
		for _, m := range record.Context {
			if m.Role == "user" {
				answers = append(answers, m.Content)
			}
		}
		answers = answers[1:] // behind the first request
		last := len(answers) - 1
		switch record.Variant {
		case "lookup", "no_proposal", "no_reply", "note_order_early", "note_statement_early":
		case "question", "refused", "conditional":
			if Accepts(answers[last]) || Withdraws(answers[0]) && record.Variant == "question" {
				t.Errorf("%s: Accepts(%q)", record.ID, answers[last])
			}
		case "withdrawn":
			if !Accepts(answers[0]) || Withdraws(answers[0]) || Accepts(answers[1]) || !Withdraws(answers[1]) {
				t.Errorf("%s: a yes and its withdrawal: %q", record.ID, answers)
			}
		default:
			if !Accepts(answers[0]) || Withdraws(answers[0]) {
				t.Errorf("%s: Accepts(%q) = false", record.ID, answers[0])
			}
		}
	}
	if count < 361 {
		t.Errorf("only %d records", count)
	}
}
