package core

import (
	"crypto/ed25519"
	"fmt"

	"github.com/guardstream/guardstream/core/conversation"
)

// view is how the conversation looks to the checks of one call. Mostly it is the
// transcript itself. What only says that it is the user's has no role in it, so that no
// check has to know who is the user:
//
//   - Of a tool with verified: required, the user's messages are those that an
//     application has signed.
//   - In a sub-agent's session, the user's messages are those of the session where the
//     user speaks. They and what that session's agent answered stand before the
//     sub-agent's own messages, and what an agent wrote to the sub-agent as `user` is
//     nobody's.
type view struct {
	transcript *Transcript
	root       *Parent   // where the user speaks; nil: in the request's own session
	between    []*Parent // sessions between that one and the request's own
	inherited  []int     // of the messages that stand before the own: their index in the root
	unverified int       // user messages that nobody has signed
}

// nobody is the role of messages that only say that they are the user's. It grounds
// nothing, confirms nothing and asks for nothing.
const nobody conversation.Role = 0

func (g *Guard) viewOf(t *tool, r Request) (*view, error) {
	root, between, err := r.ancestors()
	if err != nil {
		return nil, err
	}
	v := &view{transcript: r.Transcript, root: root, between: between}
	if root == nil && !t.spec.Verified {
		return v, nil
	}
	session, users := r.Session, r.Transcript
	if root != nil {
		session, users = root.Session, root.Transcript
	}
	words := users.messages
	if t.spec.Verified {
		words = v.verified(g.keys, session, words)
	}
	v.transcript = v.seen(r.Transcript, words)
	return v, nil
}

// verified returns the messages with those users' words that an application has signed.
func (v *view) verified(keys map[string]ed25519.PublicKey, session string, messages []*message) []*message {
	seen := make([]*message, len(messages))
	var number int64
	after := ""
	for i, m := range messages {
		seen[i] = m
		switch m.Role {
		case conversation.Assistant:
			after = m.Text
		case conversation.User:
			if session == "" || m.Signed.Number <= number || !m.verify(keys, session) {
				v.unverified++
				seen[i] = m.as(nobody)
				continue
			}
			number = m.Signed.Number
			if m.Signed.After == "" || m.Signed.After != conversation.TextHash(after) {
				seen[i] = m.as(conversation.User) // the user's words, but no yes to this message
				seen[i].readYes, seen[i].yes = true, false
			}
		}
	}
	return seen
}

// seen returns what the checks see: the messages with users' words, which are the
// session's own or stand before them.
func (v *view) seen(own *Transcript, words []*message) *Transcript {
	if v.root == nil {
		seen := *own
		own.taintedOutputs() // found once for all calls, not for every view
		seen.messages, seen.tainted, seen.scanned = words, own.tainted, own.scanned
		return &seen
	}
	seen := &Transcript{skipped: own.skipped}
	for i, m := range words {
		if m.Role == conversation.User || m.Role == conversation.Assistant {
			seen.messages = append(seen.messages, m)
			v.inherited = append(v.inherited, i)
		}
	}
	for _, m := range own.messages {
		if m.Role == conversation.User {
			m = m.as(nobody)
		}
		seen.messages = append(seen.messages, m)
	}
	return seen
}

// as returns a copy of the message in another role.
func (m *message) as(role conversation.Role) *message {
	other := *m
	other.Role = role
	return &other
}

// place names where evidence stands: its session, if that is another one, and its index
// there.
func (v *view) place(evidence []Evidence) {
	if v.root == nil {
		return
	}
	for i := range evidence {
		if e := &evidence[i]; e.Message < len(v.inherited) {
			e.Session, e.Message = v.root.Session, v.inherited[e.Message]
		} else {
			e.Message -= len(v.inherited)
		}
	}
}

// note says that there are words which nobody vouches for, for the reason of a check
// that did not find the user's.
func (v *view) note() string {
	if v.unverified == 0 {
		return ""
	}
	return fmt.Sprintf(" (%d of the user's messages not verified)", v.unverified)
}

// verify reports whether the user's message is signed with one of the keys. It is found
// out once for a key.
func (m *message) verify(keys map[string]ed25519.PublicKey, session string) bool {
	key, known := keys[m.Signed.Key]
	if !known {
		return false
	}
	asked := verification{string(key), session}
	if m.verifications == nil {
		m.verifications = make(map[verification]bool)
	}
	verified, done := m.verifications[asked]
	if !done {
		verified = m.Signed.Verify(key, session, m.Text)
		m.verifications[asked] = verified
	}
	return verified
}

// verification is what a signature is checked with.
type verification struct{ key, session string }
