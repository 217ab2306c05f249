package pebblestore

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"

	"github.com/guardstream/guardstream/proof"
)

// Anchor is a file of signed checkpoints outside the ledger, oldest first, that is only
// appended to. It is worth as much as it is hard for those who can write the ledger to
// write it as well: another disk, another machine, another account.
type Anchor struct {
	file *os.File
	last []byte // the last signed checkpoint; nil when there is none
}

// OpenAnchor opens the anchor of the ledger called origin to append to it, and makes it
// when there is none. The rest of a checkpoint that was not written to its end, which was
// never acknowledged, is cut off; a file that ends in anything else is left as it is.
func OpenAnchor(path, origin string) (*Anchor, error) {
	_, statErr := os.Stat(path)
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o644)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrAnchor, err)
	}
	a := &Anchor{file: file}
	if err := a.load(origin); err != nil {
		return nil, fmt.Errorf("%w: %s: %w", ErrAnchor, path, errors.Join(err, file.Close()))
	}
	if errors.Is(statErr, fs.ErrNotExist) {
		if err := syncDir(filepath.Dir(path)); err != nil {
			return nil, fmt.Errorf("%w: %w", ErrAnchor, errors.Join(err, file.Close()))
		}
	}
	return a, nil
}

func (a *Anchor) load(origin string) error {
	whole, last, err := proof.Ends(a.file)
	if err != nil {
		return err
	}
	a.last = last
	begin := []byte(origin + "\n")
	rest := make([]byte, len(begin))
	n, err := a.file.ReadAt(rest, whole)
	if err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	if n == 0 {
		return nil
	}
	if !bytes.HasPrefix(begin, rest[:n]) {
		return fmt.Errorf("it ends in something that is no checkpoint of %s", origin)
	}
	return a.file.Truncate(whole)
}

// Last is the last signed checkpoint; nil when there is none.
func (a *Anchor) Last() []byte { return a.last }

// Append adds a signed checkpoint. When it returns without an error that is on disk;
// after an error the anchor has to be opened anew.
func (a *Anchor) Append(signed []byte) error {
	_, err := a.file.Write(proof.AppendToList(nil, signed))
	if err == nil {
		err = a.file.Sync()
	}
	if err != nil {
		return fmt.Errorf("%w: %w", ErrAnchor, err)
	}
	a.last = signed
	return nil
}

// Close closes the file.
func (a *Anchor) Close() error { return a.file.Close() }

// ReadAnchor ranges over the signed checkpoints of an anchor, oldest first. Nothing is
// verified. An error, which wraps [ErrAnchor], ends the range.
func ReadAnchor(path string) iter.Seq2[[]byte, error] {
	return func(yield func([]byte, error) bool) {
		file, err := os.Open(path)
		if err != nil {
			yield(nil, fmt.Errorf("%w: %w", ErrAnchor, err))
			return
		}
		defer func() { _ = file.Close() }() // it was only read
		for signed, err := range proof.List(file) {
			if err != nil {
				err = fmt.Errorf("%w: %s: %w", ErrAnchor, path, err)
			}
			if !yield(signed, err) || err != nil {
				return
			}
		}
	}
}
