// Package events holds what is written on the guard's log and what is sent to it:
// commands (a proposal, a report, a resolution), the events they become, their exact
// bytes, subjects and hashes, and the fold that makes a session's state from them.
//
// Commands ask; nothing happens because of them. A worker turns each into exactly one
// event of its session, or finds that the event is there already. The log of a
// session is the messages on its one literal subject, in the order of the stream.
//
// Invariants:
//   - An event's payload is never written twice: it is hashed, stored, copied and
//     verified as the bytes it was appended with. A reader keeps members and types
//     that it does not know.
//   - Every event names the hash of the event before it in its session ([Header].Prev),
//     and [State.Apply] refuses one that does not.
//   - A [State] is a function of the session's records alone. The same records give
//     the same state in a worker, a reviewer and a replay.
//   - The rules that turn a command into an event ([State.Propose], [State.Report],
//     [State.Resolve]) are pure: they see a state and a command, and nothing else. Told
//     the same command twice, they answer from what the first became.
//   - Whatever is written in a command is hostile. Tenant and session are those of the
//     subject, which the broker's permissions guard; a payload that names others is
//     refused. The calls made come from the log, never from a command.
//
// The schema version of an event ("v") is raised when a reader that ignores what is
// new would decide otherwise; members and types that are safe to ignore are added
// without. A reader refuses versions it does not know ([ErrVersion]).
package events
