package pebblestore

import (
	"bytes"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/guardstream/guardstream/events"
)

// labels are what a record can be found by. What a record does not say, or says in a
// way that cannot be read, is empty and not indexed: the ledger keeps whatever the
// stream holds.
type labels struct {
	session  events.Session
	proposal string
	tool     string // of a decision
	outcome  string // of a decision
}

// labelsOf reads a record's labels: the session from its subject, the rest from the
// members of its payload, which come in the order that events are written in. It is a
// function of the record alone, so that the indexes can be verified and made again.
func labelsOf(r events.Record) (l labels) {
	if kind, session, err := events.ParseSubject(r.Subject); err == nil && kind == events.Log {
		l.session = session
	}
	decided := false
	skimMembers(r.Payload, func(name, value []byte) bool {
		switch string(name) {
		case "type":
			decided = text(value) == string(events.TypeDecided)
		case "proposal_id":
			l.proposal = text(value)
			return decided // events of other types have nothing more to say
		case "decision":
			if decided {
				l.readDecision(value)
			}
			return false
		}
		return true
	})
	return l
}

func (l *labels) readDecision(decision []byte) {
	skimMembers(decision, func(name, value []byte) bool {
		switch string(name) {
		case "tool":
			l.tool = text(value)
		case "outcome":
			l.outcome = text(value)
		}
		return l.tool == "" || l.outcome == ""
	})
}

// text is the content of a JSON string, "" of anything else.
func text(value []byte) string {
	if len(value) < 2 || value[0] != '"' {
		return ""
	}
	if bytes.IndexByte(value, '\\') < 0 {
		return string(value[1 : len(value)-1])
	}
	unquoted, err := jsontext.AppendUnquote(nil, value)
	if err != nil {
		return ""
	}
	return string(unquoted)
}

// eachIndexKey calls fn with every index key of a record, until it returns false. The
// keys are built in buf, one after the other.
func eachIndexKey(buf *[]byte, seq uint64, r events.Record, fn func(key []byte) bool) {
	l := labelsOf(r)
	emit := func(family string, terms ...string) bool {
		*buf = appendKey(appendTerms((*buf)[:0], family, terms...), "", seq)
		return fn(*buf)
	}
	known := l.session != (events.Session{})
	if known && !emit(sessionPrefix, l.session.Tenant, l.session.Name) {
		return
	}
	if known && l.proposal != "" && !emit(proposalPrefix, indexTerm(l.proposal), l.session.Tenant, l.session.Name) {
		return
	}
	if l.tool != "" && !emit(toolPrefix, indexTerm(l.tool)) {
		return
	}
	if l.outcome != "" {
		emit(outcomePrefix, indexTerm(l.outcome))
	}
}

func sessionTerms(s events.Session) []byte {
	return appendTerms(nil, sessionPrefix, s.Tenant, s.Name)
}

// sessionOfKey reads the session of one of its index keys.
func sessionOfKey(key []byte) (events.Session, bool) {
	rest := bytes.TrimPrefix(key, []byte(sessionPrefix))
	if len(rest) < seqSize {
		return events.Session{}, false
	}
	tenant, rest, ok := bytes.Cut(rest[:len(rest)-seqSize], []byte{0})
	name, rest, ends := bytes.Cut(rest, []byte{0})
	s := events.Session{Tenant: string(tenant), Name: string(name)}
	return s, ok && ends && len(rest) == 0
}
