package review

import (
	"errors"
	"fmt"
	"strings"
)

var (
	// ErrNotFound is returned for a proposal that was not decided.
	ErrNotFound = errors.New("no decision about this proposal")
	// ErrAmbiguous is returned for an id that proposals of several sessions have.
	ErrAmbiguous = errors.New("several sessions have a proposal of this id")
	// ErrNotEscalated is returned for an answer to a decision that no person is asked about.
	ErrNotEscalated = errors.New("the decision asks no person")
)

// AnsweredError tells that somebody else was first, whom [Case.Resolution] names.
type AnsweredError struct{ Case *Case }

// Error says what was answered, by whom and when.
func (e *AnsweredError) Error() string {
	r := e.Case.Resolution
	text := fmt.Sprintf("already %s by %s at %s", r.Resolution, r.Reviewer, r.Time.UTC().Format("2006-01-02 15:04:05.000 MST"))
	if r.Note != "" {
		text += fmt.Sprintf(" (%q)", r.Note)
	}
	return text
}

func ambiguous(id string, cases []*Case) error {
	var sessions []string
	for _, c := range cases {
		sessions = append(sessions, c.Tenant+"/"+c.Session)
	}
	return fmt.Errorf("%w: %q is one of %s; name the tenant and the session", ErrAmbiguous, id, strings.Join(sessions, ", "))
}
