package replay

import (
	"cmp"
	"slices"
	"strings"

	"github.com/guardstream/guardstream/core"
)

// Group is the differences of one kind, of one tool of a tenant, that the same checks
// make.
type Group struct {
	Class    Class
	Flip     Flip
	Was, Now core.Outcome
	Tenant   string
	Tool     string
	Checks   []string
	Members  []string // what differs, where it is not the outcome
	Missing  []string
	Count    int
	Examples []Difference // the first few, by place
}

// group is the group that a difference belongs to.
func (d Difference) group() *Group {
	g := &Group{Class: d.Class, Flip: d.Flip(), Was: d.Was, Now: d.Now, Tenant: d.Session.Tenant, Tool: d.Tool, Checks: d.Checks, Missing: d.Missing}
	if g.Flip == NoFlip && d.Class != FactsMissing {
		g.Members = d.Members
	}
	return g
}

// key is the same for the same group.
func (g *Group) key() string {
	lists := make([]string, 0, 8)
	for _, list := range [][]string{{string(g.Class), string(g.Was), string(g.Now), g.Tenant, g.Tool}, g.Checks, g.Members, g.Missing} {
		lists = append(lists, strings.Join(list, "\x00"))
	}
	return strings.Join(lists, "\x01")
}

// Groups gathers the differences: the most urgent kinds first, within a kind the
// largest group, with at most so many examples each.
func (r *Report) Groups(examples int) []*Group {
	var groups []*Group
	index := make(map[string]*Group)
	for _, d := range r.Differences {
		g := d.group()
		if known := index[g.key()]; known != nil {
			g = known
		} else {
			index[g.key()] = g
			groups = append(groups, g)
		}
		g.Count++
		if len(g.Examples) < examples {
			g.Examples = append(g.Examples, d)
		}
	}
	// Differences come by urgency, and all of a group are equally urgent: only the
	// sizes are out of order.
	slices.SortStableFunc(groups, func(a, b *Group) int {
		return cmp.Or(compareUrgency(a.kind(), b.kind()), cmp.Compare(b.Count, a.Count))
	})
	return groups
}

// kind is a difference as urgent as those of the group.
func (g *Group) kind() Difference { return Difference{Class: g.Class, Was: g.Was, Now: g.Now} }
