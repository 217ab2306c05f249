package pebblestore

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"

	"github.com/cockroachdb/pebble/v2/vfs"
)

// headFileName is a file beside the store that holds the head as text.
const headFileName = "HEAD"

// headFileSize is longer than any head's text; the rest is filled up, so that the file
// is overwritten in one piece.
const headFileSize = 192

// headFile notes every head once its batch is on disk. It is not synced, so after a
// power cut it may be an older head or none, but never a newer one than the store
// has: where the store ends before it, acknowledged records are gone. Pebble alone
// cannot tell a damaged end of its log from a write that was never finished.
type headFile struct{ file vfs.File }

func openHeadFile(files vfs.FS, dir string) (headFile, error) {
	file, err := files.OpenReadWrite(files.PathJoin(dir, headFileName), vfs.WriteCategoryUnspecified)
	return headFile{file}, err
}

func (h headFile) write(head Head) error {
	text := append([]byte(head.String()), bytes.Repeat([]byte{' '}, headFileSize)...)[:headFileSize]
	text[headFileSize-1] = '\n'
	if _, err := h.file.WriteAt(text, 0); err != nil {
		return fmt.Errorf("noting the head: %w", err)
	}
	return nil
}

func (h headFile) close() error { return errors.Join(h.file.Sync(), h.file.Close()) }

// readHeadFile reads the noted head; the zero Head when there is none, or none that
// can be read: the file is no part of what it watches.
func readHeadFile(files vfs.FS, dir string) (Head, error) {
	file, err := files.Open(files.PathJoin(dir, headFileName))
	if errors.Is(err, fs.ErrNotExist) {
		return Head{}, nil
	}
	if err != nil {
		return Head{}, err
	}
	text, err := io.ReadAll(io.LimitReader(file, headFileSize))
	if err := errors.Join(err, file.Close()); err != nil {
		return Head{}, err
	}
	head, err := ParseHead(string(bytes.TrimSpace(text)))
	if err != nil {
		return Head{}, nil
	}
	return head, nil
}
