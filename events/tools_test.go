package events

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/guardstream/guardstream/core"
	"github.com/guardstream/guardstream/core/catalog"
)

// TestToolsOfASession: a proposal can take tools from its session and give it none, in
// the state that decides as in the one that replays.
func TestToolsOfASession(t *testing.T) {
	b := newBook(t)
	for i, step := range []struct {
		tools string // the member as it is sent
		want  []string
	}{
		{`null`, nil},
		{`["allow", "deny", "pay"]`, []string{"allow", "deny", "pay"}},
		{`null`, []string{"allow", "deny", "pay"}},
		{`["pay", "allow", "rm"]`, []string{"pay", "allow"}},
		{`["allow", "deny", "pay", "rm"]`, []string{"allow", "pay"}},
		{`[]`, []string{}},
		{`["allow"]`, []string{}},
	} {
		d := b.deliver(Proposals, fmt.Sprintf(`{"proposal_id":"p%d","tools":%s,"call":{"name":"allow","arguments":{}}}`, i, step.tools))
		if d.Problem != nil {
			t.Fatal(d.Problem)
		}
		request := b.state.Request(d.Command.Proposal)
		if !slices.Equal(request.Tools, step.want) || (request.Tools == nil) != (step.want == nil) {
			t.Errorf("%s: decided with %v, want %v", step.tools, request.Tools, step.want)
		}
		recorded, err := b.state.Recorded(b.decided(d, `{"outcome":"allow","tool":"allow","arguments":{}}`))
		if err != nil || !slices.Equal(recorded.Tools, request.Tools) || (recorded.Tools == nil) != (request.Tools == nil) || recorded.Session != session.String() {
			t.Errorf("%s: replayed with %v in %q, %v", step.tools, recorded.Tools, recorded.Session, err)
		}
		b.handle(d)
		if tools := b.state.Tools(); !slices.Equal(tools, step.want) {
			t.Errorf("%s: the session has %v", step.tools, tools)
		}
	}
	again := NewState(session)
	for _, r := range b.records {
		if err := again.Apply(r); err != nil {
			t.Fatal(err)
		}
	}
	if again.Tools() == nil || len(again.Tools()) != 0 {
		t.Errorf("read again, the session has %v", again.Tools())
	}
}

func TestToolsThatCannotBeRead(t *testing.T) {
	for tools, want := range map[string]Code{
		`"pay"`:         Unreadable,
		`{"pay": true}`: Unreadable,
		`[1]`:           Unreadable,
		`[""]`:          Unreadable,
		`["pay", null]`: Unreadable,
		"[" + strings.Repeat(`"a",`, maxTools) + `"a"]`: TooLarge,
		`["` + strings.Repeat("a", maxLiteral+1) + `"]`: Unreadable,
	} {
		d := newBook(t).deliver(Proposals, `{"call":{"name":"allow"},"tools":`+tools+`}`)
		if d.Problem == nil || d.Problem.Code != want || d.Problem.Field != "tools" {
			t.Errorf("%.40s: %v", tools, d.Problem)
		}
	}
}

// TestDecisionsInASessionWithTools: the guard denies what the session may not call.
func TestDecisionsInASessionWithTools(t *testing.T) {
	declared, err := catalog.Read("a.json", []byte(`{"tools": [{"name": "look"}, {"name": "pay"}]}`))
	if err != nil {
		t.Fatal(err)
	}
	guard, err := core.New(declared)
	if err != nil {
		t.Fatal(err)
	}
	b := newBook(t)
	for tool, want := range map[string]core.Outcome{"look": core.Allow, "pay": core.Deny} {
		d := b.deliver(Proposals, `{"call":{"name":"`+tool+`"},"tools":["look"]}`)
		decision, err := guard.Check(t.Context(), b.state.Request(d.Command.Proposal))
		if err != nil || decision.Outcome != want {
			t.Errorf("%s: %v, %v", tool, decision, err)
		}
	}
}
