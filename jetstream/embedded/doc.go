// Package embedded runs a NATS server with JetStream inside the process, for a guard
// that needs no server of its own.
//
// Invariants:
//   - What was acknowledged is on the disk: the store syncs before it acknowledges,
//     unless [Config.SyncInterval] asks for less.
//   - A directory is open once. The server itself has no lock: two of them in one
//     directory both accept writes, so a lock of ours is taken first.
//   - Nobody connects without the credentials that are made at the first start and kept
//     in the directory, readable by the owner alone.
package embedded
