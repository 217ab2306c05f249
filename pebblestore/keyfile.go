package pebblestore

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/guardstream/guardstream/proof"
)

// LoadKey reads the private key that checkpoints are signed with from a file that
// nobody but its owner may read.
func LoadKey(path string) (*proof.Signer, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrKeyFile, err)
	}
	if info.Mode().Perm()&0o077 != 0 {
		return nil, fmt.Errorf("%w: %s may be read by others (mode %o): take that right away, and make another key if somebody may have used it",
			ErrKeyFile, path, info.Mode().Perm())
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrKeyFile, err)
	}
	key, err := proof.NewSigner(string(text))
	if err != nil {
		return nil, fmt.Errorf("%w: %s: %w", ErrKeyFile, path, err)
	}
	return key, nil
}

// LoadOrMakeKey is [LoadKey], and makes the key of the ledger called origin when there is
// no file yet. Two processes that make it at once get the same one.
func LoadOrMakeKey(path, origin string) (*proof.Signer, error) {
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		if err := makeKey(path, origin); err != nil {
			return nil, fmt.Errorf("%w: %w", ErrKeyFile, err)
		}
	}
	return LoadKey(path)
}

// makeKey writes a new key to a file of another name and gives it its name when it is
// whole and on disk; a key that was made meanwhile stays.
func makeKey(path, origin string) (err error) {
	private, err := proof.GenerateKey(origin)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	file, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*") // of mode 0600
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.Remove(file.Name())) }()
	_, err = file.WriteString(private + "\n")
	if err := errors.Join(err, file.Sync(), file.Close()); err != nil {
		return err
	}
	if err := os.Link(file.Name(), path); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	return syncDir(filepath.Dir(path))
}

// syncDir writes to disk which files a directory holds.
func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}
