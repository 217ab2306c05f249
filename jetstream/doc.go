// Package jetstream keeps the guard's log on NATS JetStream: its streams, the rule by
// which workers append, how a session is loaded, the inbox loop, and how the log is
// read.
//
// Invariants:
//   - One write path. Only workers append to the log, each event with the sequence of
//     its session's last event as a condition, on the session's one literal subject.
//     That, not windows of ids, locks or which worker has a session, is why a proposal
//     is decided once and an escalation resolved once.
//   - The log is the truth. An append whose outcome is unknown (refused, timed out,
//     called a duplicate) is settled by reading the session again.
//   - A command is acknowledged last: when its event is stored, its answer published
//     and, if it could not be followed, its dead letter stored.
//   - No stored event, no answer. When the log can't be written, commands wait.
//   - Streams are data ([Streams]). A start makes what is missing and refuses what would
//     lose something; only [Plan.Apply] changes what is there.
package jetstream
