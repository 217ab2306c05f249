package confirmation

import (
	"iter"

	"github.com/guardstream/guardstream/core/conversation"
)

// Pair is a proposal and the message that accepts it, by their indices in a conversation.
type Pair struct{ Proposal, Acceptance int }

// Pairs ranges over the accepted proposals of a conversation, the latest first: every
// message of the user that accepts, with the message of the assistant before it. Messages
// of tools and of the system between the two are skipped; another message of the user
// between them breaks the pair, because then the yes answers something else. accepts says
// whether the user's message i accepts; it is asked about each at most once, only where it
// matters, and only as far as the range goes. Of the user's messages only the last count,
// or all of them when last is 0.
func Pairs(roles []conversation.Role, accepts func(i int) bool, last int) iter.Seq[Pair] {
	return func(yield func(Pair) bool) {
		seen := 0
		for i := len(roles) - 1; i >= 0; i-- {
			if roles[i] != conversation.User {
				continue
			}
			if seen++; last > 0 && seen > last {
				return
			}
			proposal := i - 1
			for proposal >= 0 && (roles[proposal] == conversation.Tool || roles[proposal] == conversation.System) {
				proposal--
			}
			if proposal >= 0 && roles[proposal] == conversation.Assistant && accepts(i) && !yield(Pair{proposal, i}) {
				return
			}
		}
	}
}
