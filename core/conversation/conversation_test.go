package conversation

import (
	"encoding/json"
	"errors"
	"slices"
	"testing"
)

func TestText(t *testing.T) {
	tests := map[string]struct {
		context string
		text    string
		spans   []RoleSpan
		request string
	}{
		"empty":        {`[]`, "", nil, ""},
		"empty string": {`""`, "", []RoleSpan{{0, 0, User}}, ""},
		"string":       {`"[tool] né"`, "[tool] né", []RoleSpan{{0, 9, User}}, "[tool] né"},
		"messages": {`[["user","né"],["tool","a\nb"],["user","c"]]`,
			"[user] né\n[tool] a\nb\n[user] c", []RoleSpan{{7, 9, User}, {17, 20, Tool}, {28, 29, User}}, "né\nc"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			c := Read(parse(t, test.context))
			text, spans := c.Text()
			if text != test.text || !slices.Equal(spans, test.spans) {
				t.Errorf("text %q with %v, want %q with %v", text, spans, test.text, test.spans)
			}
			if got := c.UserRequest(); got != test.request {
				t.Errorf("request %q, want %q", got, test.request)
			}
		})
	}
}

// A string that grew is no plain text any more: its first message needs its label.
func TestTextOfPlainThatGrew(t *testing.T) {
	c := Read(parse(t, `"hi"`))
	c.Messages = append(c.Messages, Message{Role: Tool, Text: "row"})
	if text, _ := c.Text(); text != "[user] hi\n[tool] row" {
		t.Errorf("text %q", text)
	}
}

func TestMessageJSON(t *testing.T) {
	for _, m := range []Message{
		{Role: User, Text: "hé\n"},
		{Role: Tool, Text: "cut", Tainted: true},
		{Role: User, Text: "yes", Signed: Signature{Key: "app", Number: 3, After: TextHash("Pay?"), Value: "AA=="}},
		{Role: User, Text: "yes", Signed: Signature{Key: "app", Number: 3, Value: "AA=="}},
		{Role: Tool, Text: "row", Answers: NewAnswers(Answer{Tool: "read", Arguments: `{"id": 1}`})},
		{Role: Tool, Text: "row\nrow", Answers: NewAnswers(Answer{Tool: "read", Arguments: `{}`, Start: 0, End: 3}, Answer{Tool: "read", Arguments: `{}`, Start: 4, End: 7})},
	} {
		data, err := json.Marshal(m)
		if err != nil {
			t.Fatal(err)
		}
		var back Message
		if err := json.Unmarshal(data, &back); err != nil || back != m {
			t.Errorf("%s reads back as %+v, %v", data, back, err)
		}
		if c := Read(parse(t, string(data))); len(c.Messages) != 1 || c.Messages[0] != m {
			t.Errorf("%s is read as %+v", data, c.Messages)
		}
	}
}

func TestRoleText(t *testing.T) {
	var role Role
	if err := role.UnmarshalText([]byte("developer")); err != nil || role != System {
		t.Errorf("developer: %v, %v", role, err)
	}
	if err := role.UnmarshalText([]byte("narrator")); !errors.Is(err, ErrUnknownRole) {
		t.Errorf("narrator: %v, want %v", err, ErrUnknownRole)
	}
	if _, err := Role(0).MarshalText(); !errors.Is(err, ErrUnknownRole) {
		t.Errorf("no role: %v, want %v", err, ErrUnknownRole)
	}
}
