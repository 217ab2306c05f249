package replay

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// DefaultExamples is how many decisions of a group the text report shows.
const DefaultExamples = 3

// WriteText writes the report for people: what was compared with what, how many
// decisions came out the same, and the groups of those that did not.
func (r *Report) WriteText(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "replayed %d decisions of %d sessions, ledger head %d, root %s\n", r.Decisions, r.Sessions, r.Ledger.Seq, r.Ledger.Root)
	r.Recorded.write(&b, "recorded")
	r.Computed.write(&b, "computed")
	fmt.Fprintf(&b, "\n  %-15s %8d\n", "same", r.Same)
	for _, class := range classes {
		if n := r.Count(class); n > 0 {
			fmt.Fprintf(&b, "  %-15s %8d\n", class, n)
		}
	}
	if unread := r.Ledger.Seq - r.Records; unread > 0 {
		fmt.Fprintf(&b, "  %-15s %8d   records of no session\n", "not replayed", unread)
	}
	heading := ""
	for _, g := range r.Groups(DefaultExamples) {
		if h := g.heading(); h != heading {
			heading = h
			fmt.Fprintf(&b, "\n%s\n", h)
		}
		g.write(&b)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func (v Versions) write(b *strings.Builder, what string) {
	for _, name := range slices.Sorted(maps.Keys(v.Catalogs)) {
		fmt.Fprintf(b, "  %s under catalog %s: %d\n", what, name, v.Catalogs[name])
	}
	for _, name := range slices.Sorted(maps.Keys(v.Engines)) {
		fmt.Fprintf(b, "  %s by engine %s: %d\n", what, name, v.Engines[name])
	}
}

// heading is what groups of a kind stand under.
func (g *Group) heading() string {
	if g.Flip == NoFlip {
		return string(g.Class)
	}
	return fmt.Sprintf("%s: %s", g.Class, g.Flip)
}

func (g *Group) write(b *strings.Builder) {
	fmt.Fprintf(b, "  %6d  %s %s", g.Count, g.Tenant, visible(g.Tool))
	switch {
	case g.Was != g.Now && g.Now != "":
		fmt.Fprintf(b, ": %s -> %s", g.Was, g.Now)
	case g.Was != "":
		fmt.Fprintf(b, ": %s", g.Was)
	}
	list(b, " by ", g.Checks)
	list(b, ", differs in ", g.Members)
	list(b, ", not recorded: ", g.Missing)
	b.WriteByte('\n')
	for _, d := range g.Examples {
		fmt.Fprintf(b, "          record %d, %s, proposal %s", d.Seq, d.Session, visible(d.ProposalID))
		if d.Detail != "" {
			fmt.Fprintf(b, ": %s", visible(d.Detail))
		}
		b.WriteByte('\n')
	}
}

func list(b *strings.Builder, intro string, names []string) {
	if len(names) > 0 {
		b.WriteString(intro)
		b.WriteString(strings.Join(names, ", "))
	}
}

// visible is a text that others wrote, as it may stand on a terminal: escaped where it
// holds what is not seen, a dash where there is none.
func visible(text string) string {
	if text == "" {
		return "-"
	}
	quoted := strconv.Quote(text)
	if inner := quoted[1 : len(quoted)-1]; inner != strings.ReplaceAll(text, `"`, `\"`) {
		return inner
	}
	return text
}
