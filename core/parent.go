package core

import (
	"fmt"

	"github.com/guardstream/guardstream/core/conversation"
	"github.com/guardstream/guardstream/core/grounding"
	"github.com/guardstream/guardstream/core/jsonvalue"
)

// maxParents bounds how deep sub-agents open sessions in each other.
const maxParents = 16

// Parent is the session that another one was opened in: an agent's, which gave a part of
// its work to a sub-agent (semantics §13). What is written to the sub-agent as `user` is
// its agent's. The user's words are those of the session without a parent, as far as
// they were passed on.
type Parent struct {
	Session    string // what it is called; evidence names it
	Transcript *Transcript
	Parent     *Parent // of a sub-agent that has sub-agents; nil: a user speaks here
}

// ancestors returns the session where a user speaks and those between it and the request's
// own, the nearest first.
func (r Request) ancestors() (root *Parent, between []*Parent, err error) {
	for p := r.Parent; p != nil; p = p.Parent {
		if p.Transcript == nil {
			return nil, nil, fmt.Errorf("%w: session %q has no messages", ErrParents, p.Session)
		}
		if root != nil {
			between = append(between, root)
		}
		if root = p; len(between) == maxParents {
			return nil, nil, fmt.Errorf("%w: more than %d", ErrParents, maxParents)
		}
	}
	return root, between, nil
}

// passedOn reports whether a value was written to the sub-agent as `user`, and to every
// agent between it and the user.
func (c *examination) passedOn(rule groundRule, needle grounding.Needle, value jsonvalue.Value) bool {
	written := func(t *Transcript) bool {
		for _, m := range t.messages {
			if m.Role == conversation.User {
				if _, ok := first(rule, needle, value, m); ok {
					return true
				}
			}
		}
		return false
	}
	for _, p := range c.view.between {
		if !written(p.Transcript) {
			return false
		}
	}
	return written(c.request.Transcript)
}
