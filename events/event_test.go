package events

import (
	"errors"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/guardstream/guardstream/core/conversation"
	"github.com/guardstream/guardstream/core/jsonvalue"
)

var session = Session{Tenant: "acme", Name: "s"}

// examples has one event of each type, with every member that it can have.
func examples() []*Event {
	header := Header{Tenant: "äcme", Session: "s/1", Prev: HashOf("x", nil), Time: time.Date(2026, 5, 4, 3, 2, 1, 5000, time.UTC), Inbox: 17}
	bodies := []Body{
		&Decided{ProposalID: "p", Person: "ana", Call: []byte(`{"name":"pay","arguments":"{ \"amount\": 1.50 }"}`), CallHash: "abc", Facts: []byte(`{"x":1.0}`), Tools: []string{"pay", "\u2028"},
			Context: Context{Given: true, From: 2, New: []conversation.Message{
				{Role: conversation.User, Text: "say \"yes\"\u2028\n", Signed: conversation.Signature{Key: "app", Number: 1, After: "00", Value: "AA=="}}, {Role: conversation.Tool, Text: "x", Tainted: true, Answers: conversation.AnswerTo("read", jsonvalue.NewString(`{"a": 1}`))}}, Skipped: 3, Plain: true},
			Decision: []byte(`{"outcome":"allow"}`)},
		&Messages{ProposalID: "p", Context: Context{Given: true, New: []conversation.Message{{Role: conversation.System, Text: "be careful"}}}},
		&Resolved{ProposalID: "p", ID: "r", Resolution: Approved, Reviewer: "ana", Note: "fine", ApprovalKey: "key"},
		&Started{ProposalID: "p", ID: "r"},
		&Made{ProposalID: "p", ID: "r", Result: []byte(`[1]`), ResultHash: "hash"},
		&Failed{ProposalID: "p", ID: "r", Error: "no money"},
		&Attempted{Command: Reports, Attempt: 2},
		&Undecidable{Command: Proposals, ProposalID: "p", ID: "r", Reason: "given up"},
		&Refused{Command: Resolutions, ProposalID: "p", ID: "r", Call: []byte(`{}`), Problem: Problem{Code: IDConflict, Field: "proposal_id", Reason: "no"}},
		&Complained{ProposalID: "p", ID: "c", Text: "no", By: "ana"},
	}
	var all []*Event
	for _, b := range bodies {
		all = append(all, &Event{Header: header, Body: b})
	}
	return all
}

func TestEventsReadAsTheyWereWritten(t *testing.T) {
	for _, e := range examples() {
		t.Run(string(e.Body.Type()), func(t *testing.T) {
			payload := e.AppendJSON(nil)
			got, err := Read(payload)
			if err != nil {
				t.Fatalf("%s: %v", payload, err)
			}
			if !reflect.DeepEqual(got, e) {
				t.Errorf("%s\n got %+v\nwant %+v", payload, got.Body, e.Body)
			}
		})
	}
}

// TestEventBytes pins the bytes of one event: hashes of old logs rest on nothing else
// than what is stored, but readers in other languages rest on the form.
func TestEventBytes(t *testing.T) {
	e := &Event{Header: Header{Time: time.Date(2026, 5, 4, 3, 2, 1, 500, time.UTC), Inbox: 7},
		Body: &Resolved{ProposalID: "p<1>", Resolution: Rejected, Reviewer: "ana"}}
	want := `{"v":1,"type":"resolved","prev":"0000000000000000000000000000000000000000000000000000000000000000",` +
		`"time":"2026-05-04T03:02:01.0000005Z","inbox":7,"proposal_id":"p<1>","resolution":"rejected","reviewer":"ana"}`
	if got := string(e.AppendJSON(nil)); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestReadKeepsWhatItDoesNotKnow(t *testing.T) {
	payload := string(examples()[3].AppendJSON(nil))
	e, err := Read([]byte(strings.TrimSuffix(payload, "}") + `,"grant":{"a":[1, 2]}}`))
	if err != nil || string(e.Extra["grant"]) != `{"a":[1, 2]}` || len(e.Extra) != 1 {
		t.Errorf("member: %v, %v", e, err)
	}
	e, err = Read([]byte(strings.Replace(payload, `"started"`, `"lapsed"`, 1)))
	if err != nil || e.Body.Type() != "lapsed" || len(e.Extra) != 2 {
		t.Errorf("type: %+v, %v", e, err)
	}
}

func TestReadRefuses(t *testing.T) {
	whole := string(examples()[0].AppendJSON(nil))
	change := func(old, new string) string {
		if !strings.Contains(whole, old) {
			t.Fatalf("%s is not in %s", old, whole)
		}
		return strings.Replace(whole, old, new, 1)
	}
	tests := map[string]struct {
		payload string
		is      error
		names   string
	}{
		"no JSON":          {"hello", ErrEvent, ""},
		"no object":        {"[]", ErrEvent, "not a JSON object"},
		"cut off":          {whole[:len(whole)-1], ErrEvent, ""},
		"trailing bytes":   {whole + "{}", ErrEvent, "trailing"},
		"member twice":     {change(`"v":1`, `"v":1,"v":1`), ErrEvent, "duplicate"},
		"inner twice":      {change(`"from":2`, `"from":2,"from":1`), ErrEvent, "duplicate"},
		"no version":       {change(`"v":1,`, ``), ErrEvent, "v: missing"},
		"newer":            {change(`"v":1`, `"v":2`), ErrVersion, "version 2"},
		"version negative": {change(`"v":1`, `"v":-1`), ErrEvent, "v: expected a whole number"},
		"no type":          {change(`"type":"decided",`, ``), ErrEvent, "type: missing"},
		"prev":             {change(`"prev":"`, `"prev":"z`), ErrEvent, "prev: "},
		"time":             {change(`2026-05-04T`, `2026-05-04 `), ErrEvent, "time: "},
		"inbox":            {change(`"inbox":17`, `"inbox":1.5`), ErrEvent, "inbox: "},
		"no call":          {change(`"call":`, `"cal":`), ErrEvent, "call: missing"},
		"context":          {change(`"context":{`, `"context":[{`), ErrEvent, ""},
		"context no list":  {change(`"new":[`, `"new":{"x":[`), ErrEvent, ""},
		"role":             {change(`"role":"tool"`, `"role":"root"`), ErrEvent, "context.new.1.role: unknown"},
		"plain":            {change(`"plain":true`, `"plain":1`), ErrEvent, "context.plain: "},
		"invalid UTF-8":    {change("ana", "a\xffa"), ErrEvent, ""},
		"lone surrogate":   {change("ana", `a\ud800`), ErrEvent, ""},
		"resolution":       {strings.Replace(string(examples()[2].AppendJSON(nil)), `"approved"`, `"maybe"`, 1), ErrEvent, "resolution: expected"},
		"problem":          {strings.Replace(string(examples()[8].AppendJSON(nil)), `"code"`, `"kode"`, 1), ErrEvent, "problem.code: missing"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			_, err := Read([]byte(tt.payload))
			if !errors.Is(err, tt.is) || !strings.Contains(err.Error(), tt.names) {
				t.Errorf("got %v, want an error that names %q", err, tt.names)
			}
		})
	}
}

// FuzzRead: no payload makes a reader panic, and what is read as an event of a known
// type is written as one that reads the same.
func FuzzRead(f *testing.F) {
	for _, e := range examples() {
		f.Add(e.AppendJSON(nil))
	}
	f.Add([]byte(`{"v":1,"type":"x","prev":"`))
	f.Fuzz(func(t *testing.T, payload []byte) {
		e, err := Read(payload)
		if err != nil {
			return
		}
		again, err := Read(e.AppendJSON(nil))
		if err != nil {
			t.Fatalf("written again it can't be read: %v", err)
		}
		again.Extra = e.Extra // is not written
		if again.Body.Type() != e.Body.Type() || again.Prev != e.Prev || !again.Time.Equal(e.Time) {
			t.Fatalf("got %+v, want %+v", again, e)
		}
	})
}
