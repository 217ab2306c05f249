// Package proof says what the ledger's hashes are over, how its checkpoints are signed,
// and how anybody verifies one record of it with nothing but a file and a public key.
//
// It is small on purpose, and imports the standard library and golang.org/x/mod alone:
// whoever does not trust the guard reads these few files, or writes them anew from
// docs/ledger.md. The bytes are
//
//	event = SHA-256(0x01 ‖ length of the subject ‖ subject ‖ payload)
//	entry = stream sequence ‖ time in nanoseconds ‖ event       (48 bytes)
//	leaf  = SHA-256(0x00 ‖ entry)                               (RFC 6962)
//
// with numbers big endian, of 4 bytes for the length and of 8 bytes otherwise. A
// checkpoint is a signed note over the size and the root of the tree of these leaves
// (C2SP tlog-checkpoint and signed-note).
//
// Invariants:
//   - Pure: no clock, network or disk. Randomness is drawn for a new key alone.
//   - Whatever is read may come from an attacker: what is not exactly as it is written
//     here is an error, in linear time.
//   - A proof has one spelling, spaces aside, so that no two readers see different ones.
package proof
