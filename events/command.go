package events

import (
	"errors"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/guardstream/guardstream/core/jsonvalue"
)

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

// Bounds of single members.
const (
	maxID      = 200     // characters of an id
	maxLiteral = 1 << 10 // bytes of a tenant's or session's literal id, which every event repeats
	maxNote    = 8 << 10 // bytes of a note, a reviewer's name or an error
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

// Command is what somebody asks for: exactly one of Proposal, Report and Resolution is
// set, as Kind says.
type Command struct {
	Kind    Kind
	Session Session
	// LiteralTenant and LiteralSession are the ids the payload names; "" when it names
	// none.
	LiteralTenant, LiteralSession string
	// ID names a report or a resolution, so that its answer can be told from others';
	// "" when the sender gave none. A proposal has its own.
	ID string

	Proposal   *Proposal
	Report     *Report
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
	limits = limits.withDefaults()
	kind, session, err := ParseSubject(subject)
	if err != nil {
		return &Command{}, problem(BadSubject, "", "%s", err)
	}
	c := &Command{Kind: kind, Session: session}
	f, err := readFields(payload, limits)
	if err != nil {
		return c, err
	}
	c.ID = f.id("id", false)
	c.readNames(f)
	switch kind {
	case Proposals:
		c.Proposal = readProposal(f, limits)
	case Reports:
		c.Report = readReport(f)
	case Resolutions:
		c.Resolution = readResolution(f)
	default:
		return c, problem(BadSubject, "", "%q is no kind of command", kind)
	}
	if err := f.finish(); err != nil {
		return c, err
	}
	return c, nil
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
	r := &Report{ProposalID: f.id("proposal_id", true), Outcome: Type(f.needText("outcome", maxNote))}
	r.Result, r.Error = f.value("result"), f.text("error", maxNote)
	switch r.Outcome {
	case TypeStarted, TypeMade, TypeFailed:
	default:
		f.fail(Unreadable, "outcome", "expected started, made or failed")
	}
	return r
}

func readResolution(f *fields) *Resolution {
	r := &Resolution{ProposalID: f.id("proposal_id", true), Resolution: f.needText("resolution", maxNote),
		Reviewer: f.needText("reviewer", maxNote), Note: f.text("note", maxNote), ApprovalKey: f.text("approval_key", maxNote)}
	if r.Resolution != Approved && r.Resolution != Rejected {
		f.fail(Unreadable, "resolution", "expected approved or rejected")
	}
	return r
}

// fields reads the members of a command. The first problem sticks.
type fields struct {
	object  jsonvalue.Value
	known   map[string]bool
	problem *Problem
}

func readFields(payload []byte, limits Limits) (*fields, error) {
	v, err := jsonvalue.Parse(payload, jsonvalue.Limits{Bytes: limits.Bytes, Depth: limits.Depth})
	switch {
	case errors.Is(err, jsonvalue.ErrTooLarge):
		return nil, problem(TooLarge, "", "%s", err)
	case errors.Is(err, jsonvalue.ErrTooDeep):
		return nil, problem(TooDeep, "", "%s levels: the limit is %d", err, limits.Depth)
	case errors.Is(err, jsonvalue.ErrDuplicateKey):
		return nil, problem(DuplicateKey, "", "%s", err)
	case err != nil:
		return nil, problem(Unreadable, "", "%s", err)
	case v.Kind() != jsonvalue.Object:
		return nil, problem(Unreadable, "", "expected a JSON object, not %s", v.Kind())
	}
	return &fields{object: v, known: make(map[string]bool, v.Len())}, nil
}

func (f *fields) fail(code Code, field, format string, args ...any) {
	if f.problem == nil {
		f.problem = problem(code, field, format, args...)
	}
}

// finish returns the first problem; a member that nobody asked for is one: a guard
// that passes over a misspelt "facts" decides about another call than was meant.
func (f *fields) finish() error {
	for name := range f.object.Members() {
		if !f.known[name] {
			f.fail(UnknownField, strings.ToValidUTF8(truncate(name, maxID), ""), "not a member of this command")
		}
	}
	if f.problem != nil {
		return f.problem
	}
	return nil
}

// value returns a member, null when it is not there.
func (f *fields) value(name string) jsonvalue.Value {
	f.known[name] = true
	v, _ := f.object.Get(name)
	return v
}

// text returns a string member of at most limit bytes; "" when it is null or not there.
func (f *fields) text(name string, limit int) string {
	v := f.value(name)
	text, ok := v.StringText()
	switch {
	case !ok && !v.IsNull():
		f.fail(Unreadable, name, "expected a string")
	case len(text) > limit:
		f.fail(TooLarge, name, "%d bytes, the limit is %d", len(text), limit)
	}
	return text
}

func (f *fields) needText(name string, limit int) string {
	text := f.text(name, limit)
	if strings.TrimSpace(text) == "" {
		f.fail(MissingField, name, "missing")
	}
	return text
}

// id returns a member that names something.
func (f *fields) id(name string, needed bool) string {
	id := f.text(name, maxNote)
	if id == "" && needed {
		f.fail(MissingField, name, "missing")
	}
	if why := badID(id); why != "" {
		f.fail(Unreadable, name, "%s", why)
	}
	return id
}

// badID says why a text can't be an id; "" when it can, or is empty. Ids are shown to
// people and compared: two that look alike must be alike.
func badID(id string) string {
	if utf8.RuneCountInString(id) > maxID {
		return "longer than 200 characters"
	}
	if strings.HasPrefix(id, ownMark) {
		return `ids that begin with "_" are the guard's own`
	}
	for _, r := range id {
		if !unicode.IsPrint(r) {
			return "holds a character that can't be seen"
		}
	}
	return ""
}

func truncate(s string, n int) string {
	if len(s) <= n {
		return s
	}
	return s[:n]
}
