package core

import (
	"testing"

	"github.com/guardstream/guardstream/core/conversation"
	"github.com/guardstream/guardstream/core/grounding"
	"github.com/guardstream/guardstream/core/jsonvalue"
	"github.com/guardstream/guardstream/core/toolcall"
)

// FuzzExactConfirmation holds for any message, answer, tool output and call that there is a
// verdict, that nothing is confirmed without an answer that accepts, and that the evidence
// stands in the messages.
func FuzzExactConfirmation(f *testing.F) {
	guard := exactGuard(f)
	tools := []string{"cancel_booking", "send_money", "move_money", "book_trip", "swap_items", "give_back_items", "set_address", "order_dinner", "delete_project", "post_message"}
	for _, seed := range []struct {
		tool                               uint8
		arguments, output, message, answer string
	}{
		{0, `{"booking_id": "4WQ150", "reason": "booked twice"}`, `{}`, "1. Cancel 4WQ150 (booked twice)\n2. Cancel 8RT221 (too expensive)\nOK?", "yes"},
		{1, `{"to": "Alice", "amount": 1500.5, "note": "a. b"}`, ``, `Send 1,500.50 from A to B -> Alice: "a. b" without c, not d; and e?`, "Yes, 1,500.50 \u212a"},
		{2, `{"from_account": "A-1", "to_account": "A-2", "amount": 5}`, `[]`, "From: A-1\nTo: A-2 (5)\nI'll do it", "да"},
		{3, `{"cabin": "business", "flights": [{"flight_number": "HAT083", "date": "2024-05-20"}], "passengers": [], "payment_id": "card_1", "bags": 1, "insurance": "yes"}`,
			`{"payment_methods": {"card_1": {"id": "card_1", "brand": "visa"}}}`, "HAT083 on May 20, 2024 in business, 1 bag, insurance: yes, your visa. OK?", "ok"},
		{4, `{"order_id": "#K1", "item_ids": ["900001"], "new_item_ids": ["900002"]}`, `{"items": [{"item_id": "900001", "name": "Lamp"}]}`, "#K1: Lamp [900001] → 900002?", "👍"},
		{7, `{"dish": "ramen", "gift_wrap": true}`, `x: {"a": 1}`, "Order ramen with gift wrap \xff\u0000 İ?", "yes"},
	} {
		f.Add(seed.tool, seed.arguments, seed.output, seed.message, seed.answer)
	}
	f.Fuzz(func(t *testing.T, tool uint8, arguments, output, message, answer string) {
		v, err := jsonvalue.ParseText(arguments, jsonvalue.Limits{})
		if err != nil || v.Kind() != jsonvalue.Object {
			return
		}
		call := toolcall.Call{Name: tools[int(tool)%len(tools)], Arguments: v}
		c := conversation.Conversation{Messages: []conversation.Message{
			{Role: conversation.Tool, Text: output}, {Role: conversation.Assistant, Text: message}, {Role: conversation.User, Text: answer}}}
		transcript := NewTranscript(c)
		d, err := guard.Check(t.Context(), Request{Call: call, Transcript: transcript, CallsMade: NewCallsMade()})
		if err != nil {
			t.Fatal(err)
		}
		if d.Allowed() && !transcript.messages[2].accepts() {
			t.Fatalf("%q is confirmed by %q", message, answer)
		}
		for _, e := range d.Evidence {
			if got := transcript.messages[e.Message].text.Slice(grounding.Span{Start: e.Start, End: e.End}); got != e.Quote {
				t.Fatalf("evidence %+v quotes %q", e, got)
			}
		}
	})
}
