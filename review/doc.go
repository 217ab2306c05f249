// Package review is what people see of the log when the guard asks them: the queue of
// escalations that wait for an answer, one of them in full, and their answers.
//
// Invariants:
//   - The queue is a projection: escalations of the log minus resolutions of the log.
//     Nothing is kept beside it.
//   - An answer is bound to what was read: the approval key of the decision goes with
//     it, and it is refused when the escalation is about other arguments or reasons.
//   - An escalation is answered once. Whoever comes second is told by whom and when.
//
// Reading the queue reads the log from its beginning.
package review
