package proof

import (
	"encoding/base64"
	"fmt"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

// Checkpoint says what a ledger held: a size, and the root of the tree over that many
// records.
type Checkpoint struct {
	Origin string    // the ledger's name
	Size   uint64    // records
	Root   tlog.Hash // of the Merkle tree over them
}

// Text is the checkpoint as it is signed: three lines.
func (c Checkpoint) Text() string {
	return fmt.Sprintf("%s\n%d\n%s\n", c.Origin, c.Size, c.Root)
}

// maxSize bounds the size of a tree: package tlog counts its nodes in an int64, and does
// not come to an end beyond this.
const maxSize = 1 << 62

// parseText reads the text of a checkpoint. Lines after the third are extensions of
// other logs, signed as well and nothing that is known here.
func parseText(text string) (Checkpoint, error) {
	lines := strings.SplitN(text, "\n", 4)
	if len(lines) != 4 || lines[0] == "" {
		return Checkpoint{}, fmt.Errorf("%w: it is not three lines", ErrCheckpoint)
	}
	size, err := strconv.ParseUint(lines[1], 10, 64)
	if err != nil || size > maxSize || strconv.FormatUint(size, 10) != lines[1] {
		return Checkpoint{}, fmt.Errorf("%w: its size is %q", ErrCheckpoint, lines[1])
	}
	root, err := base64.StdEncoding.Strict().DecodeString(lines[2])
	if err != nil || len(root) != tlog.HashSize {
		return Checkpoint{}, fmt.Errorf("%w: its root is %q", ErrCheckpoint, lines[2])
	}
	return Checkpoint{Origin: lines[0], Size: size, Root: tlog.Hash(root)}, nil
}

// Sign signs what a ledger of the signer's name holds. The same checkpoint gets the same
// bytes.
func (s *Signer) Sign(size uint64, root tlog.Hash) ([]byte, error) {
	c := Checkpoint{Origin: s.Origin(), Size: size, Root: root}
	signed, err := note.Sign(&note.Note{Text: c.Text()}, s.signer)
	if err != nil {
		return nil, fmt.Errorf("signing a checkpoint: %w", err)
	}
	return signed, nil
}

// Open reads a checkpoint that the verifier's key signed; other signatures beside it,
// of witnesses for instance, are let be.
func (v *Verifier) Open(signed []byte) (Checkpoint, error) {
	n, err := note.Open(signed, note.VerifierList(v.verifier))
	if err != nil {
		return Checkpoint{}, fmt.Errorf("%w: %w", ErrCheckpoint, err)
	}
	c, err := parseText(n.Text)
	if err == nil && c.Origin != v.Origin() {
		err = fmt.Errorf("%w: it is of %q, the key is of %q", ErrCheckpoint, c.Origin, v.Origin())
	}
	if err != nil {
		return Checkpoint{}, err
	}
	return c, nil
}

// Peek reads a checkpoint without looking at its signatures: for what is no claim of
// others, or is verified elsewhere.
func Peek(signed []byte) (Checkpoint, error) {
	text, _, ok := strings.Cut(string(signed), "\n\n")
	if !ok {
		return Checkpoint{}, fmt.Errorf("%w: it is not signed", ErrCheckpoint)
	}
	return parseText(text + "\n")
}
