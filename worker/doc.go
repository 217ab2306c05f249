// Package worker is the service that decides: it binds guards, read from catalog files,
// to the inbox and the log, and keeps every catalog that decides where a replay finds it.
//
// Invariants:
//   - A decision is the guard's alone: the request is made of the proposal and the
//     session's log, and nothing else reaches it. The calls made come from the log.
//   - A worker decides nothing under a catalog that is not stored: whoever replays a
//     decision later finds the catalog by its fingerprint.
//   - What can be repaired by waiting is waited for, with growing pauses; what can't
//     (streams that would lose data, a server that is too old) ends the start.
package worker
