package events

import "github.com/guardstream/guardstream/core/jsonvalue"

// Limits bound what [ReadCommand] accepts. A zero field means its default.
type Limits struct {
	Bytes int // of the whole command
	Depth int // nesting of its arrays and objects
	Call  int // bytes of a proposal's call
	Facts int // bytes of a proposal's facts
}

// Defaults of [Limits]. Call and facts are bounded apart from the conversation, which
// can go into events of its own: a decision repeats the arguments up to three times
// and has to fit into one message.
const (
	DefaultMaxCommand = 1 << 20
	DefaultMaxDepth   = 64
	DefaultMaxCall    = 256 << 10
	DefaultMaxFacts   = 256 << 10
)

func (l Limits) withDefaults() Limits {
	for _, f := range []struct {
		field *int
		value int
	}{{&l.Bytes, DefaultMaxCommand}, {&l.Depth, DefaultMaxDepth}, {&l.Call, DefaultMaxCall}, {&l.Facts, DefaultMaxFacts}} {
		if *f.field == 0 {
			*f.field = f.value
		}
	}
	return l
}

// Command is what somebody asks for: exactly one of Proposal, Report, Complaint and
// Resolution is set, as Kind says; both a Report and a Complaint are of kind [Reports].
type Command struct {
	Kind    Kind
	Session Session
	// LiteralTenant and LiteralSession are the ids the payload names; "" when it names
	// none.
	LiteralTenant, LiteralSession string
	// ID names a report, a complaint or a resolution, so that its answer can be told from others';
	// "" when the sender gave none. A proposal has its own.
	ID string

	Proposal   *Proposal
	Report     *Report
	Complaint  *Complaint
	Resolution *Resolution
}

// Report is what became of an allowed call:
//
//	{"proposal_id": "…", "outcome": "started" | "made" | "failed", "id"?: "…",
//	 "result"?: any (of "made"), "error"?: "…" (of "failed"), "tenant"?: "…", "session"?: "…"}
type Report struct {
	ProposalID string
	Outcome    Type            // [TypeStarted], [TypeMade] or [TypeFailed]
	Result     jsonvalue.Value // what the tool returned; null when not told
	Error      string
}

// Resolution is a person's answer to an escalation:
//
//	{"proposal_id": "…", "resolution": "approved" | "rejected", "reviewer": "…", "note"?: "…",
//	 "approval_key"?: "…", "id"?: "…", "tenant"?: "…", "session"?: "…"}
//
// An approval_key binds the answer to the decision that was read: it is refused when
// the escalation is about other arguments or reasons.
type Resolution struct {
	ProposalID  string
	Resolution  string // [Approved] or [Rejected]
	Reviewer    string
	Note        string
	ApprovalKey string
}

// ReadCommand reads a command from its subject and payload, strictly. What it returns
// with a [Problem] tells as much as could be read: kind and session (zero for a broken
// subject), ids.
//
// Every error is a *[Problem].
func ReadCommand(subject string, payload []byte, limits Limits) (*Command, error) {
	c, p := readCommand(subject, payload, limits)
	if p != nil {
		return c, p
	}
	return c, nil
}

func readCommand(subject string, payload []byte, limits Limits) (*Command, *Problem) {
	limits = limits.withDefaults()
	kind, session, err := ParseSubject(subject)
	if err != nil {
		return &Command{}, problem(BadSubject, "", "%s", err)
	}
	c := &Command{Kind: kind, Session: session}
	f, unreadable := readFields(payload, limits)
	if unreadable != nil {
		return c, unreadable
	}
	c.ID = f.id("id", false)
	c.readNames(f)
	switch kind {
	case Proposals:
		c.Proposal = readProposal(f, limits)
	case Reports:
		if isComplaint(f) {
			c.Complaint = readComplaint(f)
		} else {
			c.Report = readReport(f)
		}
	case Resolutions:
		c.Resolution = readResolution(f)
	default:
		return c, problem(BadSubject, "", "%q is no kind of command", kind)
	}
	return c, f.finish()
}

// readNames compares the ids the payload names with the subject's tokens. A session
// with a hashed token has to be named: the log would not know whose it is.
func (c *Command) readNames(f *fields) {
	read := func(field, token string, code Code) string {
		literal := f.text(field, maxLiteral)
		switch {
		case literal != "" && Token(literal) != token:
			f.fail(code, field, "the payload names another %s than the subject", field)
			return "" // not to be recorded as this one's
		case literal == "" && IsHashed(token) && c.Kind == Proposals:
			f.fail(MissingField, field, "the subject has only a hash of the %s, the payload has to name it", field)
		}
		return literal
	}
	c.LiteralTenant = read("tenant", c.Session.Tenant, WrongTenant)
	c.LiteralSession = read("session", c.Session.Name, WrongSession)
}

func readReport(f *fields) *Report {
	r := &Report{ProposalID: f.id("proposal_id", true), Outcome: Type(f.needText("outcome"))}
	r.Result, r.Error = f.value("result"), f.text("error", maxNote)
	switch r.Outcome {
	case TypeStarted, TypeMade, TypeFailed:
	default:
		f.fail(Unreadable, "outcome", "expected started, made or failed")
	}
	return r
}

func readResolution(f *fields) *Resolution {
	r := &Resolution{ProposalID: f.id("proposal_id", true), Resolution: f.needText("resolution"),
		Reviewer: f.needText("reviewer"), Note: f.text("note", maxNote), ApprovalKey: f.text("approval_key", maxNote)}
	if r.Resolution != Approved && r.Resolution != Rejected {
		f.fail(Unreadable, "resolution", "expected approved or rejected")
	}
	return r
}
