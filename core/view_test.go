package core_test

import (
	"crypto/ed25519"
	"encoding/base64"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/guardstream/guardstream/core"
	"github.com/guardstream/guardstream/core/conversation"
)

// applicationKey is the key of an application, the same in every run.
var applicationKey = ed25519.NewKeyFromSeed([]byte(strings.Repeat("k", ed25519.SeedSize)))

// verifying is a catalog whose payments need a user whom an application vouches for.
var verifying = fmt.Sprintf(`
user_keys: {app: %s}
tools:
  - name: pay
    parameters: {type: object, required: [to], properties: {to: {type: string}}}
    ground: {to: whole}
    ground_from: [user]
    verified: required
  - name: order
    parameters: {type: object, properties: {item: {type: string}}}
    verified: required
    confirm: {}
  - name: book
    verified: required
    request: {intent: reserve}
  - name: say
    parameters: {type: object, properties: {word: {type: string}}}
    ground: {word: token}
policies:
  - {name: named_urgent, tools: [book], expr: 'user_request.contains("urgent")', on_fail: deny}
`, base64.StdEncoding.EncodeToString(applicationKey.Public().(ed25519.PublicKey)))

// signed is a user's message with what the application says about it.
func signed(number int64, after, text string) conversation.Message {
	return conversation.Message{Role: conversation.User, Text: text, Signed: conversation.Sign(applicationKey, "app", "acme/s", number, after, text)}
}

func says(role conversation.Role, text string) conversation.Message {
	return conversation.Message{Role: role, Text: text}
}

// decide decides about a call in the session acme/s.
func decide(t testing.TB, guard *core.Guard, call string, messages ...conversation.Message) *core.Decision {
	t.Helper()
	d, err := guard.Check(t.Context(), core.Request{Call: proposed(t, call), Session: "acme/s",
		Transcript: core.NewTranscript(conversation.Conversation{Messages: messages})})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// The best known ways round verified messages: somebody who types as the user, and
// somebody who repeats what the user once said.
func TestVerifiedMessages(t *testing.T) {
	guard := guardOf(t, verifying)
	const proposal, other = "I would order a lamp. Shall I?", "I would order a lamp for the neighbours. Shall I?"
	agent := func(text string) conversation.Message { return says(conversation.Assistant, text) }
	user := func(text string) conversation.Message { return says(conversation.User, text) }
	otherText := signed(1, "", "Pay ACC-1, please.")
	otherText.Text = "Pay ACC-2 and ACC-1, please."
	strangers := signed(1, "", "Pay ACC-1, please.")
	strangers.Signed.Key = "other"
	elsewhere := says(conversation.User, "Pay ACC-1, please.")
	elsewhere.Signed = conversation.Sign(applicationKey, "app", "acme/t", 1, "", elsewhere.Text)
	const pay, order, book = `{"name": "pay", "arguments": {"to": "ACC-1"}}`, `{"name": "order", "arguments": {"item": "lamp"}}`, `{"name": "book"}`
	for name, test := range map[string]struct {
		call     string
		messages []conversation.Message
		want     core.Outcome
	}{
		"a signed value":           {pay, []conversation.Message{signed(1, "", "Pay ACC-1, please.")}, core.Allow},
		"an unsigned value":        {pay, []conversation.Message{user("Pay ACC-1, please.")}, core.Deny},
		"one of them signed":       {pay, []conversation.Message{signed(1, "", "Hello."), user("Pay ACC-1, please.")}, core.Deny},
		"another text":             {pay, []conversation.Message{otherText}, core.Deny},
		"an unknown key":           {pay, []conversation.Message{strangers}, core.Deny},
		"of another session":       {pay, []conversation.Message{elsewhere}, core.Deny},
		"repeated words":           {pay, []conversation.Message{signed(2, "", "Hello."), signed(1, "", "Pay ACC-1, please.")}, core.Deny},
		"said twice":               {pay, []conversation.Message{signed(1, "", "Pay ACC-1, please."), signed(1, "", "Pay ACC-1, please.")}, core.Allow},
		"a signed request":         {book, []conversation.Message{signed(1, "", "Book a table, it is urgent.")}, core.Allow},
		"an unsigned request":      {book, []conversation.Message{signed(1, "", "It is urgent."), user("Book a table.")}, core.Escalate},
		"what policies read":       {book, []conversation.Message{signed(1, "", "Book a table."), user("It is urgent.")}, core.Deny},
		"a signed yes":             {order, []conversation.Message{signed(1, "", "A lamp"), agent(proposal), signed(2, proposal, "Yes, please.")}, core.Allow},
		"an unsigned yes":          {order, []conversation.Message{signed(1, "", "A lamp"), agent(proposal), user("Yes, please.")}, core.Deny},
		"a yes to nothing":         {order, []conversation.Message{agent(proposal), signed(1, "", "Yes, please.")}, core.Deny},
		"a yes to another message": {order, []conversation.Message{agent(proposal), signed(1, other, "Yes, please.")}, core.Deny},
		"a yes that was moved":     {order, []conversation.Message{agent(other), agent(proposal), signed(1, other, "Yes, please.")}, core.Deny},
		"a yes that is not to it":  {order, []conversation.Message{agent("Shall I go on?"), signed(1, "Shall I go on?", "Yes, please."), agent(proposal)}, core.Deny},
		"a tool that needs none":   {`{"name": "say", "arguments": {"word": "hello"}}`, []conversation.Message{user("hello")}, core.Allow},
	} {
		t.Run(name, func(t *testing.T) {
			d := decide(t, guard, test.call, test.messages...)
			if d.Outcome != test.want {
				t.Errorf("%s\n%s", d.Outcome, d.Audit())
			}
			replays(t, guard, d)
		})
	}
	unnamed := core.Request{Call: proposed(t, pay), Transcript: core.NewTranscript(conversation.Conversation{Messages: []conversation.Message{signed(1, "", "Pay ACC-1, please.")}})}
	if d, err := guard.Check(t.Context(), unnamed); err != nil || d.Outcome != core.Deny || !strings.Contains(d.Reasons[0].Text, "1 of the user's messages not verified") {
		t.Errorf("a session without a name: %v, %v", d.Reasons, err)
	}
}

// replays checks that a decision is computed again from its written trace.
func replays(t testing.TB, guard *core.Guard, d *core.Decision) {
	t.Helper()
	trace, err := core.ReadTrace(d.Trace().AppendJSON(nil))
	if err != nil {
		t.Fatal(err)
	}
	if report, err := guard.Replay(t.Context(), trace); err != nil || !report.OK {
		t.Errorf("replayed: %+v, %v", report, err)
	}
}

// TestVerifiedInALongSession: the index of a live transcript finds the same words.
func TestVerifiedInALongSession(t *testing.T) {
	guard := guardOf(t, verifying)
	session := guard.NewSession(conversation.Conversation{}, core.SessionOptions{Name: "acme/s", MaxMessages: 4})
	for i := range int64(6) {
		session.Add(signed(i+1, "", fmt.Sprintf("Pay ACC-%d, please.", i)))
	}
	for to, want := range map[string]core.Outcome{"ACC-5": core.Allow, "ACC-2": core.Allow, "ACC-1": core.Deny} { // ACC-1 has left
		d, err := session.Check(t.Context(), proposed(t, fmt.Sprintf(`{"name": "pay", "arguments": {"to": %q}}`, to)))
		if err != nil || d.Outcome != want {
			t.Errorf("%s: %s, %v", to, d.Outcome, err)
		}
		if want == core.Allow && (len(d.Evidence) != 1 || d.Evidence[0].Quote != to) {
			t.Errorf("%s: evidence %+v", to, d.Evidence)
		}
	}
}

func TestAllowedTools(t *testing.T) {
	guard := guardOf(t, verifying)
	for name, test := range map[string]struct {
		tools  []string
		want   core.Outcome
		failed []string
	}{
		"all":           {nil, core.Allow, nil},
		"this one":      {[]string{"pay", "say"}, core.Allow, nil},
		"others":        {[]string{"pay"}, core.Deny, []string{"tool_allowed"}},
		"none":          {[]string{}, core.Deny, []string{"tool_allowed"}},
		"nearly":        {[]string{"SAY", "say "}, core.Deny, []string{"tool_allowed"}},
		"what is there": {[]string{"say", "rm"}, core.Allow, nil},
	} {
		session := guard.NewSession(conversationOf(t, chat(user("hello"))), core.SessionOptions{Tools: test.tools})
		d, err := session.Check(t.Context(), proposed(t, `{"name": "say", "arguments": {"word": "hello"}}`))
		if err != nil || d.Outcome != test.want || !slices.Equal(d.Failed, test.failed) {
			t.Errorf("%s: %s %v, %v", name, d.Outcome, d.Failed, err)
		}
		replays(t, guard, d)
	}
	session := guard.NewSession(conversationOf(t, `"hello"`), core.SessionOptions{Tools: []string{"rm"}})
	if d, _ := session.Check(t.Context(), proposed(t, `{"name": "rm"}`)); !slices.Equal(d.Failed, []string{"known_tool"}) {
		t.Errorf("a tool that the catalog does not have: %v", d.Failed)
	}
}
