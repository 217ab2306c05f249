package jetstream_test

import (
	"strings"
	"testing"
	"time"

	"github.com/guardstream/guardstream/core"
	"github.com/guardstream/guardstream/events"
	"github.com/guardstream/guardstream/jetstream"
	"github.com/guardstream/guardstream/jetstream/natstest"
)

// TestBadInput sends what can't be followed, each time between two good proposals: it
// is answered, kept in the log and as a dead letter, and the worker goes on.
func TestBadInput(t *testing.T) {
	s := newStage(t, natstest.Single(t), jetstream.StreamSettings{})
	s.work(decideByTool, jetstream.WorkerSettings{})
	next := s.listen(conversation7)
	deep := strings.Repeat("[", 100) + strings.Repeat("]", 100)
	tests := map[string]struct {
		payload string
		code    events.Code
		buried  bool
	}{
		"no JSON":      {`pay 5 to ana`, events.Unreadable, true},
		"no name":      {`{"call":{"arguments":{}}}`, events.NoCall, true},
		"too deep":     {`{"call":{"name":"pay","arguments":{"x":` + deep + `}}}`, events.TooDeep, true},
		"too large":    {`{"call":{"name":"pay","arguments":{"x":"` + strings.Repeat("x", 300<<10) + `"}}}`, events.TooLarge, true},
		"other tenant": {`{"call":{"name":"pay"},"tenant":"umbrella"}`, events.WrongTenant, true},
		"facts taken":  {`{"call":{"name":"refuse"},"facts":{"amount":1}}`, events.Unreadable, false},
		"id conflict":  {`{"proposal_id":"ok","call":{"name":"pay","arguments":{"n":2}}}`, events.IDConflict, false},
	}
	s.send(conversation7.Subject(events.Proposals), `{"proposal_id":"ok","call":{"name":"pay","arguments":{"n":1}}}`)
	if a := next(); a.Outcome != core.Allow {
		t.Fatalf("%+v", a)
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			buried := len(s.deadLetters())
			inbox := s.send(conversation7.Subject(events.Proposals), tt.payload)
			a := next()
			if a.Type != events.TypeRefused || a.Inbox != inbox || a.Problem == nil || a.Problem.Code != tt.code || a.Problem.Reason == "" {
				t.Fatalf("answer: %+v %v", a, a.Problem)
			}
			record, err := s.log.Get(t.Context(), a.Sequence)
			if err != nil || !strings.Contains(string(record.Payload), string(tt.code)) {
				t.Errorf("log: %s, %v", record.Payload, err)
			}
			letters := s.deadLetters()[buried:]
			if tt.buried != (len(letters) == 1) {
				t.Fatalf("%d dead letters", len(letters))
			}
			if !tt.buried {
				return
			}
			l := letters[0]
			if string(l.Data) != tt.payload || l.Header.Get(jetstream.HeaderCode) != string(tt.code) || l.Subject != "guard.deadletters.acme" ||
				l.Header.Get(jetstream.HeaderSubject) != conversation7.Subject(events.Proposals) || l.Header.Get(jetstream.HeaderReason) == "" {
				t.Errorf("dead letter: %s %v", l.Subject, l.Header)
			}
		})
	}
	s.send(conversation7.Subject(events.Proposals), proposal("last", "pay", nil))
	if a := next(); a.ProposalID != "last" || a.Outcome != core.Allow {
		t.Fatalf("afterwards: %+v", a)
	}
}

// TestBrokenTokens: a subject that names no session has no log to be refused in.
func TestBrokenTokens(t *testing.T) {
	s := newStage(t, natstest.Single(t), jetstream.StreamSettings{})
	s.work(decideByTool, jetstream.WorkerSettings{})
	for _, subject := range []string{"guard.proposals.größe.s", "guard.proposals.acme.a$b", "guard.reports." + strings.Repeat("x", 65) + ".s"} {
		s.send(subject, `{}`)
	}
	natstest.Eventually(t, 10*time.Second, "three dead letters", func() bool { return len(s.deadLetters()) == 3 })
	for _, l := range s.deadLetters() {
		if l.Header.Get(jetstream.HeaderCode) != string(events.BadSubject) || l.Subject != "guard.deadletters._nobody" {
			t.Errorf("%s %v", l.Subject, l.Header)
		}
	}
	if head, err := s.log.Head(t.Context()); err != nil || head.Last != 0 {
		t.Errorf("the log has %d events, %v", head.Last, err)
	}
}

// TestALargeConversationGoesInPieces: no event exceeds a message, nothing is cut.
func TestALargeConversationGoesInPieces(t *testing.T) {
	s := newStage(t, natstest.Single(t), jetstream.StreamSettings{})
	s.work(decideByTool, jetstream.WorkerSettings{})
	next := s.listen(conversation7)
	var messages []string
	for range 9 {
		messages = append(messages, `["user","`+strings.Repeat("x", 100<<10)+`"]`)
	}
	call := `{"name":"pay","arguments":{"note":"` + strings.Repeat("y", 100<<10) + `"}}`
	s.send(conversation7.Subject(events.Proposals), `{"proposal_id":"p","call":`+call+`,"context":[`+strings.Join(messages, ",")+`]}`)
	if a := next(); a.Outcome != core.Allow || !strings.Contains(string(a.Decision), `"messages":9`) {
		t.Fatalf("%+v", a)
	}
	types := s.typesOf(conversation7)
	if len(types) < 3 || types[0] != events.TypeMessages || types[len(types)-1] != events.TypeDecided {
		t.Errorf("log: %v", types)
	}
	s.send(conversation7.Subject(events.Proposals), `{"proposal_id":"q","call":{"name":"pay"}}`)
	if a := next(); !strings.Contains(string(a.Decision), `"messages":9`) {
		t.Errorf("the session holds %s", a.Decision)
	}
	state, err := s.log.Load(t.Context(), conversation7)
	if err != nil || len(state.Conversation().Messages) != 9 || len(state.Conversation().Messages[8].Text) != 100<<10 {
		t.Errorf("loaded: %d messages, %v", len(state.Conversation().Messages), err)
	}
}

// TestAFullSessionTellsItsPublishers: never silent loss.
func TestAFullSessionTellsItsPublishers(t *testing.T) {
	s := newStage(t, natstest.Single(t), jetstream.StreamSettings{InboxPerSession: 2})
	for i := range 3 {
		_, err := s.js.Publish(t.Context(), conversation7.Subject(events.Proposals), []byte(`{}`))
		if (err != nil) != (i == 2) {
			t.Errorf("proposal %d: %v", i, err)
		}
	}
	if _, err := s.js.Publish(t.Context(), events.SessionOf("acme", "other").Subject(events.Proposals), []byte(`{}`)); err != nil {
		t.Errorf("another session: %v", err)
	}
}
