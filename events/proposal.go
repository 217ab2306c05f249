package events

import (
	"crypto/sha256"
	"encoding/hex"
	"strconv"

	"github.com/guardstream/guardstream/core/conversation"
	"github.com/guardstream/guardstream/core/jsonvalue"
	"github.com/guardstream/guardstream/core/toolcall"
)

// ownMark begins the ids that the guard makes.
const ownMark = "_"

// Proposal asks whether a call may be made:
//
//	{"call": a call in any shape of package toolcall,
//	 "context"?: a conversation in any shape of package conversation,
//	 "facts"?: {name: value}, "tools"?: ["…"], "proposal_id"?: "…", "person"?: "…",
//	 "tenant"?: "…", "session"?: "…"}
//
// Without a context it is decided on the messages that the session holds. The calls
// made are no fact that can be given: they come from the log.
type Proposal struct {
	// ID is the proposal_id, else the call's id; "" when neither is there: then
	// [Proposal.Identity] names it by its place in the inbox.
	ID      string
	Call    toolcall.Call
	RawCall []byte // compact JSON: the call as it was proposed, for the log
	// Context is the conversation; ContextGiven says whether there is one.
	Context      conversation.Conversation
	ContextGiven bool
	Facts        jsonvalue.Value // an object, or null
	RawFacts     []byte          // compact JSON of the facts; nil when there are none
	Person       string
	// Tools are those that the session may call from this proposal on, of those it might
	// call before; nil when it does not say.
	Tools []string
}

// Identity is the proposal's id within its session: its own, else its sequence in the
// inbox, marked as ours.
func (p *Proposal) Identity(inbox uint64) string {
	if p.ID != "" {
		return p.ID
	}
	return ownMark + strconv.FormatUint(inbox, 10)
}

// CallHash tells two calls apart by the tool's name and the bytes of the arguments as
// they came. Two proposals with one id are one proposal only when it is equal.
func CallHash(c toolcall.Call) string {
	h := sha256.New()
	h.Write(strconv.AppendInt(nil, int64(len(c.Name)), 10))
	h.Write([]byte{':'})
	h.Write([]byte(c.Name))
	h.Write([]byte(c.ArgumentText))
	return hex.EncodeToString(h.Sum(nil))
}

func readProposal(f *fields, limits Limits) *Proposal {
	p := &Proposal{ID: f.id("proposal_id", false), Person: f.text("person", maxNote)}
	p.readCall(f, limits)
	p.readFacts(f, limits)
	p.Tools = readTools(f)
	context := f.value("context")
	if p.ContextGiven = !context.IsNull(); p.ContextGiven {
		switch context.Kind() {
		case jsonvalue.String, jsonvalue.Array, jsonvalue.Object:
		default:
			f.fail(Unreadable, "context", "expected a text or a list of messages, not %s", context.Kind())
		}
		p.Context = conversation.Read(context)
	}
	return p
}

func (p *Proposal) readCall(f *fields, limits Limits) {
	call := f.value("call")
	if call.IsNull() {
		f.fail(MissingField, "call", "missing")
		return
	}
	p.RawCall = call.Append(nil, jsonvalue.Compact)
	if n := len(p.RawCall); n > limits.Call {
		f.fail(TooLarge, "call", "%d bytes, the limit is %d", n, limits.Call)
	}
	var err error
	if p.Call, err = toolcall.Read(call); err != nil {
		f.fail(NoCall, "call", "%s", err)
		return
	}
	if p.ID != "" || p.Call.ID.IsNull() {
		return
	}
	// A call's id is whatever a model's vendor makes it: a number is as good as a text.
	p.ID = p.Call.ID.Text()
	if kind := p.Call.ID.Kind(); kind != jsonvalue.String && kind != jsonvalue.Number {
		f.fail(Unreadable, "call.id", "expected a text or a number")
	}
	if why := badID(p.ID); why != "" {
		f.fail(Unreadable, "call.id", "%s", why)
		p.ID = ""
	}
}

func (p *Proposal) readFacts(f *fields, limits Limits) {
	p.Facts = f.value("facts")
	if p.Facts.IsNull() {
		return
	}
	if p.Facts.Kind() != jsonvalue.Object {
		f.fail(Unreadable, "facts", "expected an object, not %s", p.Facts.Kind())
		return
	}
	if _, given := p.Facts.Get("calls_made"); given {
		f.fail(CallsMadeGiven, "facts.calls_made", "the calls made come from the log alone")
	}
	p.RawFacts = p.Facts.Append(nil, jsonvalue.Compact)
	if n := len(p.RawFacts); n > limits.Facts {
		f.fail(TooLarge, "facts", "%d bytes, the limit is %d", n, limits.Facts)
	}
}
