package review

import (
	"context"
	"errors"
	"fmt"

	"github.com/guardstream/guardstream/core"
	"github.com/guardstream/guardstream/events"
	"github.com/guardstream/guardstream/jetstream/client"
	"github.com/guardstream/guardstream/jetstream/connect"
)

// Answer is what a person says about a case.
type Answer struct {
	Resolution string // [events.Approved] or [events.Rejected]
	Reviewer   string // who says it
	Note       string
}

// Resolve answers a case as it was read, and waits until that is in the log. An
// [*AnsweredError] tells that somebody else was first; other refusals are
// [client.ErrRefused], as when the case is about other arguments by now.
func Resolve(ctx context.Context, c *connect.Connection, on *Case, a Answer) (*Case, error) {
	switch {
	case on.Decision.Outcome != core.Escalate:
		return nil, fmt.Errorf("%w: it is %s", ErrNotEscalated, on.Decision.Outcome)
	case on.Resolution != nil:
		return nil, &AnsweredError{on}
	}
	session, err := client.New(c, on.Tenant, client.Settings{}).Session(on.Session)
	if err != nil {
		return nil, err
	}
	defer session.Close()
	d, err := session.Resolve(ctx, on.ProposalID, client.Resolution{
		Resolution: a.Resolution, Reviewer: a.Reviewer, Note: a.Note, ApprovalKey: on.ApprovalKey,
	})
	after := *on
	if d != nil {
		after.Resolution, after.Making = d.Resolution, d.Making
	}
	var problem *events.Problem
	if errors.As(err, &problem) && problem.Code == events.AlreadyResolved && after.Resolution != nil {
		return nil, &AnsweredError{&after}
	}
	if err != nil {
		return nil, err
	}
	return &after, nil
}
