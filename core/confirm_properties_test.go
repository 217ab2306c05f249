package core

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/guardstream/guardstream/core/confirmation"
	"github.com/guardstream/guardstream/core/conversation"
	"github.com/guardstream/guardstream/core/jsonvalue"
	"github.com/guardstream/guardstream/core/toolcall"
)

// drawnProposal is a conversation in which a trip was proposed, and the call that was.
type drawnProposal struct {
	messages []conversation.Message
	call     toolcall.Call
}

func drawProposal(t *rapid.T) drawnProposal {
	id := rapid.StringMatching(`[A-Z]{3}[0-9]{3}`)
	day := rapid.Custom(func(t *rapid.T) string {
		return fmt.Sprintf("2024-%02d-%02d", rapid.IntRange(1, 12).Draw(t, "month"), rapid.IntRange(1, 28).Draw(t, "day"))
	})
	var flights, lines []string
	for _, flight := range rapid.SliceOfNDistinct(id, 1, 4, rapid.ID[string]).Draw(t, "flights") {
		date := day.Draw(t, "date")
		flights = append(flights, fmt.Sprintf(`{"flight_number": %q, "date": %q}`, flight, date))
		lines = append(lines, "- "+flight+" on "+date)
	}
	name := rapid.SampledFrom([]string{"Mia", "Omar", "Zoë", "Ivan"}).Draw(t, "name")
	bags := rapid.IntRange(3, 9).Draw(t, "bags")
	card := rapid.StringMatching(`card_[1-9][0-9]{4}`).Draw(t, "card")
	cabin := rapid.SampledFrom([]string{"economy", "basic_economy", "business"}).Draw(t, "cabin")
	arguments, err := jsonvalue.ParseText(fmt.Sprintf(`{"cabin": %q, "flights": [%s], "passengers": [{"first_name": %q, "last_name": "Li", "born": "1990-04-05"}], "payment_id": %q, "bags": %d, "insurance": "no"}`,
		cabin, strings.Join(flights, ", "), name, card, bags), jsonvalue.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	text := fmt.Sprintf("I will book in %s:\n%s\nPassenger: %s Li, born 1990-04-05\nBags: %d\nPaid with %s\nDo you want me to proceed (yes/no)?",
		strings.ReplaceAll(cabin, "_", " "), strings.Join(lines, "\n"), name, bags, card)
	return drawnProposal{
		messages: []conversation.Message{{Role: conversation.User, Text: "Book my trip"}, {Role: conversation.Assistant, Text: text},
			{Role: conversation.User, Text: rapid.SampledFrom([]string{"yes", "Yes, please proceed.", "ok", "да"}).Draw(t, "yes")}},
		call: toolcall.Call{Name: "book_trip", Arguments: arguments},
	}
}

func (p drawnProposal) confirmed(t *rapid.T, guard *Guard, more ...conversation.Message) (bool, string) {
	messages := append(p.messages[:len(p.messages):len(p.messages)], more...)
	d, err := guard.Check(t.Context(), Request{Call: p.call, CallsMade: NewCallsMade(),
		Transcript: NewTranscript(conversation.Conversation{Messages: messages})})
	if err != nil {
		t.Fatal(err)
	}
	return d.Allowed(), d.Message()
}

// What was proposed and accepted is confirmed, until the user takes it back.
func TestWithdrawnIsNotConfirmed(t *testing.T) {
	guard := exactGuard(t)
	withdrawals := []string{"Actually, please don't.", "Stop, I changed my mind.", "Forget it.", "cancel that", "Wait.", "No, leave it.", "передумал", "👎", "make it Friday"}
	between := []string{"One moment please.", "Done. Anything else?", "Thank you."}
	harmless := []string{"Thanks!", "When do I get the tickets?", "How is the weather there?"}
	rapid.Check(t, func(t *rapid.T) {
		p := drawProposal(t)
		if ok, why := p.confirmed(t, guard); !ok {
			t.Fatalf("not confirmed: %s", why)
		}
		var more []conversation.Message
		say := func(user string) {
			more = append(more, conversation.Message{Role: conversation.Assistant, Text: rapid.SampledFrom(between).Draw(t, "between")},
				conversation.Message{Role: conversation.User, Text: user})
		}
		for range rapid.IntRange(0, 2).Draw(t, "before") {
			say(rapid.SampledFrom(harmless).Draw(t, "harmless"))
		}
		if ok, why := p.confirmed(t, guard, more...); !ok {
			t.Fatalf("not confirmed after %v: %s", more, why)
		}
		withdrawal := rapid.SampledFrom(withdrawals).Draw(t, "withdrawal")
		if !confirmation.Withdraws(withdrawal) {
			t.Fatalf("%q does not withdraw", withdrawal)
		}
		say(withdrawal)
		for range rapid.IntRange(0, 2).Draw(t, "after") {
			say(rapid.SampledFrom(harmless).Draw(t, "harmless"))
		}
		if ok, _ := p.confirmed(t, guard, more...); ok {
			t.Fatalf("confirmed after %v", more)
		}
	})
}

// With any value replaced by another, be it one of the call's own, the call is not the one
// that was confirmed.
func TestReplacedIsNotConfirmed(t *testing.T) {
	guard := exactGuard(t)
	rapid.Check(t, func(t *rapid.T) {
		p := drawProposal(t)
		leaves := stringLeaves(p.call.Arguments)
		at := rapid.IntRange(0, len(leaves)-1).Draw(t, "leaf")
		others := append([]string{"AAA000", "2024-02-30", "Eve", "card_10000", "yes", "business", "economy"}, leaves...)
		other := rapid.SampledFrom(others).Draw(t, "other")
		if other == leaves[at] {
			return
		}
		n := 0
		was := p.call.Arguments
		p.call.Arguments = replaceLeaf(was, func(v jsonvalue.Value) jsonvalue.Value {
			if n++; n-1 == at {
				return jsonvalue.NewString(other)
			}
			return v
		})
		if ok, _ := p.confirmed(t, guard); ok {
			t.Fatalf("%s is confirmed in place of %s", p.call.Arguments.Write(jsonvalue.Compact), was.Write(jsonvalue.Compact))
		}
	})
}

// Exact confirmation asks for no less than the compatible one: what it confirms, an accepted
// message proposed.
func TestExactIsNarrower(t *testing.T) {
	guard := exactGuard(t)
	rapid.Check(t, func(t *rapid.T) {
		p := drawProposal(t)
		for range rapid.IntRange(0, 3).Draw(t, "more") {
			role := rapid.SampledFrom([]conversation.Role{conversation.User, conversation.Assistant, conversation.Tool}).Draw(t, "role")
			text := rapid.SampledFrom([]string{"yes", "no", "Anything else?", "Shall I?", p.messages[1].Text, "{}", "ok"}).Draw(t, "text")
			at := rapid.IntRange(0, len(p.messages)).Draw(t, "at")
			p.messages = append(p.messages[:at:at], append([]conversation.Message{{Role: role, Text: text}}, p.messages[at:]...)...)
		}
		ok, _ := p.confirmed(t, guard)
		if !ok {
			return
		}
		transcript := NewTranscript(conversation.Conversation{Messages: p.messages})
		for pair := range transcript.acceptedProposals(0) {
			if strings.Contains(transcript.messages[pair.Proposal].Text, "I will book") {
				return
			}
		}
		t.Fatalf("confirmed, and nothing was accepted: %v", p.messages)
	})
}

// stringLeaves returns the texts of a value, in order.
func stringLeaves(v jsonvalue.Value) []string {
	var all []string
	replaceLeaf(v, func(v jsonvalue.Value) jsonvalue.Value {
		all = append(all, v.Text())
		return v
	})
	return all
}

// replaceLeaf returns a value with its texts replaced, in order.
func replaceLeaf(v jsonvalue.Value, replace func(jsonvalue.Value) jsonvalue.Value) jsonvalue.Value {
	switch v.Kind() {
	case jsonvalue.String:
		return replace(v)
	case jsonvalue.Array:
		items := make([]jsonvalue.Value, 0, v.Len())
		for _, item := range v.Items() {
			items = append(items, replaceLeaf(item, replace))
		}
		return jsonvalue.NewArray(items...)
	case jsonvalue.Object:
		var members []jsonvalue.Member
		for name, member := range v.Members() {
			members = append(members, jsonvalue.Member{Name: name, Value: replaceLeaf(member, replace)})
		}
		return jsonvalue.NewObject(members...)
	}
	return v
}
