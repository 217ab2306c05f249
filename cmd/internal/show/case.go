package show

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/guardstream/guardstream/cmd/internal/command"
	"github.com/guardstream/guardstream/core"
	"github.com/guardstream/guardstream/core/jsonvalue"
	"github.com/guardstream/guardstream/events"
	"github.com/guardstream/guardstream/review"
)

// Widths of cells of a table that hold what somebody else wrote.
const (
	idWidth        = 40
	argumentsWidth = 60
	reasonsWidth   = 100
)

// Cases writes a table of cases, a line each. Ages are those at now.
func Cases(w io.Writer, cases []*review.Case, now time.Time) error {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "AGE\tTENANT\tSESSION\tPROPOSAL\tTOOL\tARGUMENTS\tCOMPLAINTS\tBECAUSE")
	for _, c := range cases {
		fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s\t%s\t%d\t%s\n", now.Sub(c.Time).Truncate(time.Second), command.Cut(c.Tenant, idWidth), command.Cut(c.Session, idWidth),
			command.Cut(c.ProposalID, idWidth), command.Cut(c.Decision.Tool, idWidth),
			command.Cut(c.Decision.Arguments.Write(jsonvalue.Readable), argumentsWidth), len(c.Complaints), command.Cut(reasons(c.Decision), reasonsWidth))
	}
	return table.Flush()
}

func reasons(d *core.Decision) string {
	var texts []string
	for _, r := range d.Reasons {
		texts = append(texts, r.String())
	}
	return strings.Join(texts, "; ")
}

// Case writes a case in full: who proposed it, the decision's audit, and what became of
// it since.
func Case(w io.Writer, c *review.Case) error {
	var b strings.Builder
	fmt.Fprintf(&b, "Proposal  %s\nSession   %s/%s\nEvent     %d, %s\n", c.ProposalID, c.Tenant, c.Session, c.Sequence, timeText(c.Time))
	fmt.Fprintf(&b, "Proposed  %s\n", c.Call)
	if c.Facts != nil {
		fmt.Fprintf(&b, "Facts     %s\n", c.Facts)
	}
	b.WriteString(c.Decision.Audit())
	if c.Decision.Outcome == core.Escalate {
		fmt.Fprintf(&b, "Answer    %s\n", answer(c.Resolution))
	}
	if m := c.Making; m != nil {
		fmt.Fprintf(&b, "Call      %s, %s\n", m.State, timeText(m.Time))
	}
	for _, said := range c.Complaints {
		fmt.Fprintf(&b, "Complaint %s\n", complaint(said))
	}
	_, err := io.WriteString(w, command.Printable(b.String()))
	return err
}

func answer(r *events.ResolutionAnswer) string {
	if r == nil {
		return "waits for a person"
	}
	text := fmt.Sprintf("%s by %s, %s", r.Resolution, r.Reviewer, timeText(r.Time))
	if r.Note != "" {
		text += fmt.Sprintf(": %q", r.Note)
	}
	return text
}

func complaint(c review.Complaint) string {
	if c.By == "" {
		return fmt.Sprintf("%q, %s", c.Text, timeText(c.Time))
	}
	return fmt.Sprintf("%q by %q, %s", c.Text, c.By, timeText(c.Time))
}

func timeText(t time.Time) string { return t.UTC().Format("2006-01-02 15:04:05.000 MST") }

// CaseJSON writes a case as one line of JSON.
func CaseJSON(w io.Writer, c *review.Case) error {
	members := []jsonvalue.Member{
		{Name: "proposal_id", Value: jsonvalue.NewString(c.ProposalID)},
		{Name: "tenant", Value: jsonvalue.NewString(c.Tenant)},
		{Name: "session", Value: jsonvalue.NewString(c.Session)},
		{Name: "sequence", Value: jsonvalue.NewInt(int64(c.Sequence))},
		{Name: "time", Value: timeValue(c.Time)},
		{Name: "open", Value: jsonvalue.NewBool(c.Open())},
	}
	for _, raw := range []struct {
		name string
		data []byte
	}{{"call", c.Call}, {"facts", c.Facts}, {"decision", c.Decision.AppendJSON(nil)}} {
		if raw.data == nil {
			continue
		}
		v, err := jsonvalue.Parse(raw.data, jsonvalue.Limits{Bytes: len(raw.data)})
		if err != nil {
			return fmt.Errorf("%s: %w", raw.name, err)
		}
		members = append(members, jsonvalue.Member{Name: raw.name, Value: v})
	}
	if r := c.Resolution; r != nil {
		members = append(members, jsonvalue.Member{Name: "resolution", Value: jsonvalue.NewObject(
			jsonvalue.Member{Name: "resolution", Value: jsonvalue.NewString(r.Resolution)},
			jsonvalue.Member{Name: "reviewer", Value: jsonvalue.NewString(r.Reviewer)},
			jsonvalue.Member{Name: "note", Value: jsonvalue.NewString(r.Note)},
			jsonvalue.Member{Name: "time", Value: timeValue(r.Time)})})
	}
	if m := c.Making; m != nil {
		members = append(members, jsonvalue.Member{Name: "making", Value: jsonvalue.NewObject(
			jsonvalue.Member{Name: "state", Value: jsonvalue.NewString(string(m.State))},
			jsonvalue.Member{Name: "time", Value: timeValue(m.Time)})})
	}
	if len(c.Complaints) > 0 {
		members = append(members, jsonvalue.Member{Name: "complaints", Value: complaintsValue(c.Complaints)})
	}
	_, err := w.Write(append(jsonvalue.NewObject(members...).Append(nil, jsonvalue.Compact), '\n'))
	return err
}

func timeValue(t time.Time) jsonvalue.Value {
	return jsonvalue.NewString(t.UTC().Format(time.RFC3339Nano))
}
