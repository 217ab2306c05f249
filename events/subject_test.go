package events

import (
	"errors"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestToken(t *testing.T) {
	tests := map[string]struct {
		id     string
		hashed bool
	}{
		"plain":                  {"conversation-7_B", false},
		"64 characters":          {strings.Repeat("a", 64), false},
		"65 characters":          {strings.Repeat("a", 65), true},
		"empty":                  {"", true},
		"dot":                    {"a.b", true},
		"wildcards":              {"pay.>", true},
		"star":                   {"*", true},
		"space":                  {"a b", true},
		"not ASCII":              {"größe", true},
		"line break":             {"a\nb", true},
		"ours":                   {"_tenant", true},
		"pretends to be a hash":  {"h-abc", true},
		"underscore in the rest": {"a_", false},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			token := Token(tt.id)
			if hashed := token != tt.id; hashed != tt.hashed || IsHashed(token) != tt.hashed || !isToken(token) {
				t.Errorf("Token(%q) = %q", tt.id, token)
			}
		})
	}
}

// TestTokensTellIDsApart: no id can be written so that it gets another's token.
func TestTokensTellIDsApart(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := rapid.String().Draw(t, "a")
		b := rapid.OneOf(rapid.String(), rapid.Just(Token(a))).Draw(t, "b")
		if a != b && Token(a) == Token(b) {
			t.Fatalf("%q and %q share %s", a, b, Token(a))
		}
		s := SessionOf(a, b)
		kind, parsed, err := ParseSubject(s.Subject(Reports))
		if err != nil || kind != Reports || parsed != s {
			t.Fatalf("%s reads as %s %v, %v", s.Subject(Reports), kind, parsed, err)
		}
	})
}

func TestParseSubjectRefuses(t *testing.T) {
	for subject, names := range map[string]string{
		"":                                     "is not guard.",
		"guard.events.acme":                    "is not guard.",
		"guard.events.acme.a.b":                "is not guard.",
		"other.events.acme.a":                  "is not guard.",
		"guard.events..a":                      `the tenant ""`,
		"guard.events.acme.":                   `the session ""`,
		"guard.events.*.a":                     `the tenant "*"`,
		"guard.events.acme.>":                  `the session ">"`,
		"guard.events.acme.ä":                  `the session "ä"`,
		"guard.events.acme." + longToken + "x": "the session",
	} {
		if _, _, err := ParseSubject(subject); !errors.Is(err, ErrSubject) || !strings.Contains(err.Error(), names) {
			t.Errorf("%q: got %v, want an error that names %s", subject, err, names)
		}
	}
}

var longToken = strings.Repeat("a", MaxToken)
