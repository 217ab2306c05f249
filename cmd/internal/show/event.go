package show

import (
	"fmt"
	"io"
	"strings"

	"github.com/guardstream/guardstream/cmd/internal/command"
	"github.com/guardstream/guardstream/core"
	"github.com/guardstream/guardstream/core/jsonvalue"
	"github.com/guardstream/guardstream/events"
)

// lineWidth bounds what a line about an event says.
const lineWidth = 200

// Event writes one line about an event of the log.
func Event(w io.Writer, r events.Record) error {
	_, key, err := events.ParseSubject(r.Subject)
	if err != nil {
		return fmt.Errorf("event %d: %w", r.Sequence, err)
	}
	text := "can't be read"
	e, err := events.Read(r.Payload)
	if err != nil {
		text += ": " + err.Error()
	} else {
		text = string(e.Body.Type()) + " " + about(e.Body)
	}
	_, err = fmt.Fprintf(w, "%6d  %s  %s  %s\n", r.Sequence, r.Stored.UTC().Format("15:04:05.000"), key, command.Cut(text, lineWidth))
	return err
}

// about is what an event says, in a few words.
func about(b events.Body) string {
	switch b := b.(type) {
	case *events.Decided:
		return b.ProposalID + ": " + decided(b)
	case *events.Messages:
		return fmt.Sprintf("%s: %d messages ahead of the decision", b.ProposalID, len(b.Context.New))
	case *events.Resolved:
		return fmt.Sprintf("%s: %s by %s %q", b.ProposalID, b.Resolution, b.Reviewer, b.Note)
	case *events.Started:
		return b.ProposalID
	case *events.Made:
		return fmt.Sprintf("%s: %s", b.ProposalID, b.Result)
	case *events.Failed:
		return fmt.Sprintf("%s: %q", b.ProposalID, b.Error)
	case *events.Complained:
		return fmt.Sprintf("%s: %q by %q", b.ProposalID, b.Text, b.By)
	case *events.Attempted:
		return fmt.Sprintf("attempt %d at a command of %s", b.Attempt, b.Command)
	case *events.Undecidable:
		return fmt.Sprintf("%s: %s", b.ProposalID, b.Reason)
	case *events.Refused:
		return fmt.Sprintf("%s of %s: %s", b.ProposalID, b.Command, b.Problem.Error())
	default:
		return "(of a type that this version does not know)"
	}
}

func decided(b *events.Decided) string {
	d, err := core.ReadDecision(b.Decision)
	if err != nil {
		return err.Error()
	}
	text := fmt.Sprintf("%s %s %s", strings.ToUpper(string(d.Outcome)), d.Tool, d.Arguments.Write(jsonvalue.Readable))
	if len(d.Reasons) > 0 {
		text += " because " + reasons(d)
	}
	return text
}

// EventJSON writes an event as one line of JSON: where it stands in the log, and its
// payload byte by byte.
func EventJSON(w io.Writer, r events.Record) error {
	line := fmt.Appendf(nil, `{"sequence":%d,"stored":%q,"subject":%q,"hash":%q,"event":`, r.Sequence, r.Stored.UTC().Format("2006-01-02T15:04:05.999999999Z07:00"), r.Subject, r.Hash())
	line = append(append(line, r.Payload...), "}\n"...)
	_, err := w.Write(line)
	return err
}
