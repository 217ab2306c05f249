package core

import (
	"strings"
	"testing"
	"time"

	"github.com/guardstream/guardstream/core/conversation"
	"github.com/guardstream/guardstream/core/proposal"
)

// TestLongProposals reads messages as long as they are read at all that are made to be slow.
// The bound is generous: what takes time that is quadratic takes minutes.
func TestLongProposals(t *testing.T) {
	guard := exactGuard(t)
	proposals := map[string]string{
		"send_money":     "I will send 30 to Alice, a b, ",
		"cancel_booking": "I will cancel 4WQ150, booked twice, ",
		"book_trip":      "I will book in economy: HAT083 on 2024-05-20, HAT101 on 2024-05-24, for Mia Li (1990-04-05), 2 bags, card_11, ",
		"swap_items":     "I will swap in #K100: 900001 for 900008, 900003 for 900009, ",
	}
	calls := map[string]string{
		"send_money":     `{"to": "Alice", "amount": 30, "note": "a b"}`,
		"cancel_booking": `{"booking_id": "4WQ150", "reason": "booked twice"}`,
		"book_trip":      `{"cabin": "economy", "flights": [{"flight_number": "HAT083", "date": "2024-05-20"}, {"flight_number": "HAT101", "date": "2024-05-24"}], "passengers": [{"first_name": "Mia", "last_name": "Li", "born": "1990-04-05"}], "payment_id": "card_11", "bags": 2, "insurance": "no"}`,
		"swap_items":     `{"order_id": "#K100", "item_ids": ["900001", "900003"], "new_item_ids": ["900008", "900009"]}`,
	}
	output := `{"order_id": "#K100", "items": [` + strings.Repeat(`{"item_id": "900001", "name": "Lamp", "color": "red"}, {"item_id": "900002", "name": "Lamp", "color": "blue"}, `, 900) + `{"item_id": "900003", "name": "Desk"}]}`
	units := []string{"1 ", "30 ", "Alice ", "( ", "\" ", "a b ", "\n1. ", "- ", "from 4WQ150 to 8RT221 ", "4WQ150 booked twice\n", "HAT083 2024-05-20 ", "HAT999 ", "and ", "; ", "#K100: ",
		"900001 -> 900008 ", "900002 ", "red Lamp ", "blue Lamp -> Desk ", "economy business ", "without ", "insurance: no ", "yes/no ", "Mia Li, ", "no ", "is ", "é", "\u0301", "1. 2. "}
	for name, arguments := range calls {
		for _, unit := range units {
			text := proposals[name] + strings.Repeat(unit, (proposal.MaxBytes-200)/len(unit)) + "\nOK?"
			c := conversation.Conversation{Messages: []conversation.Message{
				{Role: conversation.Tool, Text: output}, {Role: conversation.Assistant, Text: text}, {Role: conversation.User, Text: "yes"}}}
			began := time.Now()
			userConfirms(t, guard, name, arguments, Request{Transcript: NewTranscript(c), CallsMade: NewCallsMade()})
			if took := time.Since(began); took > 10*time.Second {
				t.Errorf("%s in %q…: %v", name, unit, took)
			} else if took > 300*time.Millisecond {
				t.Logf("%s in %q…: %v", name, unit, took)
			}
		}
	}
}
