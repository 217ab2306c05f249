package demo

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"

	"github.com/cockroachdb/pebble/v2"

	"github.com/guardstream/guardstream/cmd/internal/show"
	"github.com/guardstream/guardstream/pebblestore"
)

// tampering is what is done to copies of the ledger, one byte each.
var tampering = []struct {
	how string
	do  func(dir string) error
}{
	{"one byte of a file is another", flipByte},
	{"one digit of an account is another, written with every checksum of the store", changeDigit},
}

// tamper changes a copy of the ledger, which has to be found.
func (p *play) tamper(ctx context.Context, t struct {
	how string
	do  func(dir string) error
}) error {
	dir := filepath.Join(p.Dir, "tampered")
	if err := os.RemoveAll(dir); err != nil {
		return err
	}
	if err := p.installation.Ledger.Backup(ctx, dir); err != nil {
		return err
	}
	if err := t.do(dir); err != nil {
		return err
	}
	p.say("\nVerify a copy of the ledger in which %s.\n", t.how)
	quiet := slog.New(slog.DiscardHandler) // what there is to say is in the report
	report, err := pebblestore.VerifyDir(ctx, dir, pebblestore.Options{Logger: quiet}, pebblestore.VerifyOptions{})
	if err != nil {
		return err
	}
	if err := show.Verification(p.Out, report); err != nil {
		return err
	}
	if report.OK() {
		return otherwise("a changed byte was not found")
	}
	return os.RemoveAll(dir)
}

// flipByte changes the byte in the middle of the largest table.
func flipByte(dir string) error {
	table, err := largestTable(dir)
	if err != nil {
		return err
	}
	data, err := os.ReadFile(table)
	if err != nil {
		return err
	}
	data[len(data)/2] ^= 0x01
	return os.WriteFile(table, data, 0o600)
}

func largestTable(dir string) (path string, err error) {
	var size int64
	err = filepath.WalkDir(dir, func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || !strings.HasSuffix(name, ".sst") {
			return err
		}
		info, err := e.Info()
		if err == nil && info.Size() > size {
			path, size = name, info.Size()
		}
		return err
	})
	if err == nil && path == "" {
		err = fmt.Errorf("no table in %s", dir)
	}
	return path, err
}

// changeDigit is what somebody with access to the disk and the store's own code can do:
// the first record that names an account names another one.
func changeDigit(dir string) (err error) {
	store, err := pebble.Open(dir, &pebble.Options{Logger: silent{}})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	all, err := store.NewIter(nil)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, all.Close()) }()
	for all.First(); all.Valid(); all.Next() {
		at := bytes.Index(all.Value(), []byte("DE89370400440532013000"))
		if at < 0 {
			continue
		}
		value := bytes.Clone(all.Value())
		value[at+2] = '7'
		return store.Set(all.Key(), value, pebble.Sync)
	}
	return errors.Join(all.Error(), errors.New("no record names an account"))
}

// silent is a logger for a store that nobody minds.
type silent struct{}

// Infof says nothing.
func (silent) Infof(string, ...any) {}

// Errorf says nothing.
func (silent) Errorf(string, ...any) {}

// Fatalf ends the program: the store can't go on.
func (silent) Fatalf(format string, args ...any) { panic(fmt.Sprintf(format, args...)) }
