package confirmation

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/guardstream/guardstream/core/conversation"
)

// TestPairs checks what a pair is on random conversations: an assistant's message and a
// user's that accepts, nothing but tools and the system between, each used once, the
// latest first.
func TestPairs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		roles := rapid.SliceOfN(rapid.SampledFrom([]conversation.Role{
			conversation.User, conversation.Assistant, conversation.Tool, conversation.System,
		}), 0, 12).Draw(t, "roles")
		yes := rapid.SliceOfN(rapid.Bool(), len(roles), len(roles)).Draw(t, "yes")
		last := rapid.IntRange(0, 4).Draw(t, "last")
		asked := make(map[int]int)
		pairs := slices.Collect(Pairs(roles, func(i int) bool { asked[i]++; return yes[i] }, last))

		var want []Pair
		users, proposal := 0, -1
		for i, role := range roles {
			switch role {
			case conversation.User:
				if proposal >= 0 && yes[i] {
					want = append(want, Pair{proposal, i})
				}
				users, proposal = users+1, -1
			case conversation.Assistant:
				proposal = i
			}
		}
		slices.Reverse(want)
		if last > 0 {
			want = slices.DeleteFunc(want, func(p Pair) bool {
				later := 0
				for _, role := range roles[p.Acceptance:] {
					if role == conversation.User {
						later++
					}
				}
				return later > last
			})
		}
		if !slices.Equal(pairs, want) {
			t.Fatalf("Pairs(%v, %v, %d) = %v, want %v", roles, yes, last, pairs, want)
		}
		for i, times := range asked {
			if times > 1 || roles[i] != conversation.User {
				t.Fatalf("message %d (%v) was asked about %d times", i, roles[i], times)
			}
		}
	})
}
