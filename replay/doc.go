// Package replay computes stored decisions again. It answers two questions: does
// every decision still come out as it was recorded, and what would another catalog
// have decided.
//
// It reads a snapshot of the ledger, session by session: a session's state is folded
// from its events as a worker folds it, each decision is computed again from the
// request that the log recorded, and the two bodies are compared. Calls made,
// approvals and messages are those of the log also where another catalog would have
// decided otherwise: it is asked about what happened, not about another history.
//
// [Follow] is how the ledger gets its records: it copies a stream of events into it,
// in order and without a gap, for as long as both live.
//
// Invariants:
//   - Nothing is written and nobody is called: replay returns results.
//   - The same ledger and the same guards give the same report, byte for byte, however
//     many goroutines work.
//   - What cannot be computed is said and counted, never guessed: a fact that was never
//     recorded, a catalog that nobody has.
package replay
