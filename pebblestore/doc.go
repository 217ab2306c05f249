// Package pebblestore is the ledger: the events of a stream, kept in their order
// and with their exact bytes in a Pebble store, so that anybody can tell later
// whether one of them was changed, dropped, swapped, forged or cut off.
//
// A record is one event of the stream: its stream sequence, its time, its subject
// and its payload. Every record is bound twice: by a hash chain, which one pass
// checks, and by an RFC 6962 Merkle tree, from which short proofs for others can
// be made. Both are over the same 48 bytes, the entry:
//
//	event hash = SHA-256(version ‖ length of the subject ‖ subject ‖ payload)
//	entry      = stream sequence ‖ time ‖ event hash
//	leaf       = SHA-256(0x00 ‖ entry)                   (RFC 6962)
//	chain      = SHA-256(0x02 ‖ entry ‖ chain before)    (32 zero bytes before the first)
//
// so the bytes of an event are hashed once, and nothing is canonicalised.
//
// Invariants:
//   - Records, chain, tree, indexes and the head are written in one batch that is
//     synced before [Ledger.Append] returns: what was acknowledged survives a power
//     cut, and the head is always that of the records that are there.
//   - Stream sequences have no gap. A record that does not follow the last one is
//     refused, never skipped or overwritten.
//   - One process at a time has a ledger open, by Pebble's lock.
//   - After a storage error nothing more is written: the ledger says so by
//     [Ledger.Failed], and the process has to end and start again.
//
// The hashes prove nothing against somebody who can rewrite all of them: what does is
// kept outside. [Ledger.Checkpoint] signs what the ledger holds, an [Anchor] keeps that
// elsewhere, and [Ledger.Verify] compares; package proof verifies single records against
// a checkpoint. docs/ledger.md is the whole format.
package pebblestore
