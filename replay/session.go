package replay

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/go-json-experiment/json"

	"github.com/guardstream/guardstream/core"
	"github.com/guardstream/guardstream/events"
	"github.com/guardstream/guardstream/pebblestore"
)

// session replays one session, event by event.
type session struct {
	guards Guards
	state  *events.State
	broken bool // no decision can be computed any more
	result Tally
}

// replaySession replays all decisions of a session. Its error says that it could not
// be read or that the replay was called off; everything else is in the tally.
func replaySession(ctx context.Context, ledger *pebblestore.Snapshot, key events.Session, guards Guards) (Tally, error) {
	s := session{guards: guards, state: events.NewState(key), result: newTally()}
	s.result.Sessions = 1
	for e, err := range ledger.Session(ctx, key) {
		if err != nil {
			return Tally{}, err
		}
		if err := s.event(ctx, e); err != nil {
			return Tally{}, err
		}
	}
	return s.result, nil
}

func (s *session) event(ctx context.Context, e pebblestore.Entry) error {
	s.result.Records++
	event, err := events.Read(e.Payload)
	if err != nil {
		s.breakAt(e, err)
		return nil
	}
	if d, ok := event.Body.(*events.Decided); ok {
		s.result.Decisions++
		if err := s.decision(ctx, e, d); err != nil {
			return err
		}
	}
	if s.broken {
		return nil
	}
	if err := s.state.Appended(e.Record, event, e.Hash()); err != nil {
		s.breakAt(e, err)
	}
	return nil
}

// breakAt notes that the session cannot be followed from a record on. That is told
// also where no decision comes after it.
func (s *session) breakAt(e pebblestore.Entry, err error) {
	if !s.broken {
		s.result.add(Difference{Class: Broken, Seq: e.Seq, Session: s.state.Session, Detail: err.Error()})
	}
	s.broken = true
}

// decision computes a decision again and compares.
func (s *session) decision(ctx context.Context, e pebblestore.Entry, d *events.Decided) error {
	var was verdict
	if err := json.Unmarshal(d.Decision, &was); err != nil {
		s.breakAt(e, err)
		return nil
	}
	s.result.Recorded.count(was.Catalog, was.Engine)
	diff := Difference{Seq: e.Seq, Session: s.state.Session, ProposalID: d.ProposalID, Tool: was.Tool, Was: was.Outcome}
	if s.broken {
		s.result.add(diff.because(Broken, "the session is broken before it"))
		return nil
	}
	guard, err := s.guards(ctx, was.Catalog)
	if errors.Is(err, ErrNotReplayable) {
		s.result.add(diff.because(NotReplayable, err.Error()))
		return nil
	}
	if err != nil {
		return fmt.Errorf("record %d: finding catalog %s: %w", e.Seq, was.Catalog, err)
	}
	request, err := s.state.Recorded(d)
	if err != nil {
		s.breakAt(e, err)
		return nil
	}
	now, err := guard.Check(ctx, request)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil && guard.Fingerprint() == was.Catalog:
		s.result.add(diff.because(Drift, err.Error()))
	case err != nil:
		s.result.add(diff.because(Policy, err.Error()))
	default:
		return s.compare(e, diff, d.Decision, now)
	}
	return nil
}

// verdict is what has to be known of every recorded decision. The rest is only read
// where the bodies differ: most of the time they do not.
type verdict struct {
	Outcome core.Outcome `json:"outcome"`
	Tool    string       `json:"tool"`
	Catalog string       `json:"catalog"`
	Engine  string       `json:"engine"`
}

// compare compares the recorded body of a decision with the decision as it is computed
// now.
func (s *session) compare(e pebblestore.Entry, diff Difference, recorded []byte, now *core.Decision) error {
	s.result.Computed.count(now.Catalog, now.Engine)
	again := now.AppendJSON(nil)
	if bytes.Equal(recorded, again) {
		s.result.Same++
		return nil
	}
	was, err := core.ReadDecision(recorded)
	if err != nil {
		s.breakAt(e, err)
		return nil
	}
	members, err := differ(recorded, again)
	if err != nil {
		return fmt.Errorf("record %d: comparing decisions: %w", e.Seq, err)
	}
	members = slices.DeleteFunc(members, func(m string) bool { return !counts(m, was.Catalog == now.Catalog) })
	if len(members) == 0 {
		s.result.Same++
		return nil
	}
	diff.Class, diff.Now, diff.Members, diff.Checks = classOf(was, now), now.Outcome, members, changedChecks(was, now)
	if diff.Class == FactsMissing {
		diff.Missing = unrecorded(was, now)
	}
	s.result.add(diff)
	return nil
}
