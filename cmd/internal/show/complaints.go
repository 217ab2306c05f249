package show

import (
	"fmt"
	"io"
	"text/tabwriter"

	"github.com/guardstream/guardstream/cmd/internal/command"
	"github.com/guardstream/guardstream/core/jsonvalue"
	"github.com/guardstream/guardstream/review"
)

// complaintWidth bounds what a table says of a complaint.
const complaintWidth = 80

// Complaints writes a table of refusals that somebody complained about, a line each
// complaint.
func Complaints(w io.Writer, cases []*review.Case) error {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "TENANT\tSESSION\tPROPOSAL\tTOOL\tDECIDED\tBY\tCOMPLAINT\tBECAUSE")
	for _, c := range cases {
		for _, said := range c.Complaints {
			fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n", command.Cut(c.Tenant, idWidth), command.Cut(c.Session, idWidth),
				command.Cut(c.ProposalID, idWidth), command.Cut(c.Decision.Tool, idWidth), standing(c),
				command.Cut(said.By, idWidth), command.Cut(said.Text, complaintWidth), command.Cut(reasons(c.Decision), reasonsWidth))
		}
	}
	return table.Flush()
}

// standing is the decision in a word, with a person's answer.
func standing(c *review.Case) string {
	if c.Resolution == nil {
		return string(c.Decision.Outcome)
	}
	return string(c.Decision.Outcome) + ", " + c.Resolution.Resolution
}

// Alarms writes how often each check refused calls of each tool, and how often that was
// wrong as far as people said so.
func Alarms(w io.Writer, alarms []review.Alarm) error {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "REFUSED\tCOMPLAINED\tAPPROVED\tREJECTED\tFALSE\t\tTOOL: CHECK")
	for _, a := range alarms {
		fmt.Fprintf(table, "%d\t%d\t%d\t%d\t%.1f %%\t\t%s: %s\n", a.Refused, a.Complained, a.Approved, a.Rejected, 100*a.FalseRate(),
			command.Cut(a.Tool, idWidth), command.Cut(a.Check, idWidth))
	}
	return table.Flush()
}

// AlarmJSON writes one count as a line of JSON.
func AlarmJSON(w io.Writer, a review.Alarm) error {
	count := func(name string, n int) jsonvalue.Member {
		return jsonvalue.Member{Name: name, Value: jsonvalue.NewInt(int64(n))}
	}
	v := jsonvalue.NewObject(
		jsonvalue.Member{Name: "tool", Value: jsonvalue.NewString(a.Tool)}, jsonvalue.Member{Name: "check", Value: jsonvalue.NewString(a.Check)},
		count("refused", a.Refused), count("complained", a.Complained), count("approved", a.Approved), count("rejected", a.Rejected), count("false", a.False))
	_, err := w.Write(append(v.Append(nil, jsonvalue.Compact), '\n'))
	return err
}

func complaintsValue(complaints []review.Complaint) jsonvalue.Value {
	items := make([]jsonvalue.Value, len(complaints))
	for i, c := range complaints {
		items[i] = jsonvalue.NewObject(
			jsonvalue.Member{Name: "complaint", Value: jsonvalue.NewString(c.Text)},
			jsonvalue.Member{Name: "by", Value: jsonvalue.NewString(c.By)},
			jsonvalue.Member{Name: "time", Value: timeValue(c.Time)})
	}
	return jsonvalue.NewArray(items...)
}
