package events

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"strings"
)

// Kind says what the messages on a subject are: its second token.
type Kind string

// The kinds of subjects of a session, guard.<kind>.<tenant>.<session>.
const (
	Proposals   Kind = "proposals"   // commands of agents: calls they would like to make
	Reports     Kind = "reports"     // commands of whoever makes calls: what became of them
	Resolutions Kind = "resolutions" // commands of people: what became of escalations
	Log         Kind = "events"      // the log, written by workers alone
	Answers     Kind = "answers"     // what became of a command, published after it is stored
	StatusOf    Kind = "status"      // requests: what became of a proposal
)

// Root is the first token of every subject of the guard.
const Root = "guard"

// MaxToken is the longest token of a subject.
const MaxToken = 64

// hashedMark begins a token that stands for an id which is no token itself.
const hashedMark = "h-"

// Session names a session by the two tokens of its subjects.
type Session struct {
	Tenant string
	Name   string
}

// SessionOf returns the session with these literal ids.
func SessionOf(tenant, session string) Session {
	return Session{Tenant: Token(tenant), Name: Token(session)}
}

// Subject returns the session's subject of a kind.
func (s Session) Subject(k Kind) string {
	return Root + "." + string(k) + "." + s.Tenant + "." + s.Name
}

// String is "tenant/session".
func (s Session) String() string { return s.Tenant + "/" + s.Name }

// Token returns the subject token of an id: the id itself when it is one to 64
// letters, digits, "_" and "-" of ASCII, else "h-" and its SHA-256. Ids that begin
// with "_" (ours) or "h-" (so that nobody can name a hash) are hashed too.
func Token(id string) string {
	if isToken(id) && id[0] != '_' && !strings.HasPrefix(id, hashedMark) {
		return id
	}
	sum := sha256.Sum256([]byte(id))
	return hashedMark + base64.RawURLEncoding.EncodeToString(sum[:])
}

// IsHashed reports whether a token stands for an id that only the payload can tell.
func IsHashed(token string) bool { return strings.HasPrefix(token, hashedMark) }

func isToken(s string) bool {
	if s == "" || len(s) > MaxToken {
		return false
	}
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', c == '_', c == '-':
		default:
			return false
		}
	}
	return true
}

// ParseSubject reads guard.<kind>.<tenant>.<session>. Its error wraps [ErrSubject] and
// names the broken token.
func ParseSubject(subject string) (Kind, Session, error) {
	tokens := strings.Split(subject, ".")
	if len(tokens) != 4 || tokens[0] != Root {
		return "", Session{}, fmt.Errorf("%w: %q is not %s.<kind>.<tenant>.<session>", ErrSubject, subject, Root)
	}
	s := Session{Tenant: tokens[2], Name: tokens[3]}
	if !isToken(s.Tenant) {
		return "", Session{}, fmt.Errorf("%w: the tenant %q is not 1 to %d of A-Z a-z 0-9 _ -", ErrSubject, s.Tenant, MaxToken)
	}
	if !isToken(s.Name) {
		return "", Session{}, fmt.Errorf("%w: the session %q is not 1 to %d of A-Z a-z 0-9 _ -", ErrSubject, s.Name, MaxToken)
	}
	return Kind(tokens[1]), s, nil
}
