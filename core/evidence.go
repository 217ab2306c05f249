package core

import (
	"github.com/guardstream/guardstream/core/conversation"
)

// Names of evidence that backs no argument but the user's yes.
const (
	EvidenceProposal = "(proposal)" // the assistant's message that proposed the call
	EvidenceAccepted = "(accepted)" // the user's message that accepted it
)

// Evidence is one quote that a decision rests on.
type Evidence struct {
	Argument string            // the argument it backs, or EvidenceProposal, EvidenceAccepted, "(source of recipient)"
	Quote    string            // literally in the message
	Role     conversation.Role // of the message
	Message  int               // index of the message in the conversation
	Session  string            // of the conversation, where that is not the call's own: the session that opened it
	Start    int               // code points in the message's text
	End      int               // half open
	Call     string            // of a value that a source gives which the user named: the call, as a [CallText]
}
