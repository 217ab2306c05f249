// Package client is how a Go program proposes calls to a guard, waits for people where
// the guard asks them, and reports what became of the calls.
//
//	session, err := c.Session("conversation-7")
//	defer session.Close()
//	decision, err := session.Propose(ctx, client.Proposal{Call: call, Context: messages, Facts: facts})
//	if err == nil && decision.Outcome == core.Escalate {
//		decision, err = session.Await(ctx, decision.ProposalID)
//	}
//	if err == nil && decision.MayBeMade() {
//		receipt, failure := pay(decision.Arguments)
//		err = session.Record(ctx, decision.ProposalID, receipt, failure)
//	}
//
// Everything is asked with an id of its own, so that asking again is safe: a lost
// connection, a lost acknowledgement or a lost answer costs time, never a second
// decision. What the answers subject did not bring, the status service tells.
package client
