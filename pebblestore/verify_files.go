package pebblestore

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"github.com/cockroachdb/pebble/v2/sstable"
	"github.com/cockroachdb/pebble/v2/sstable/block"
	"github.com/cockroachdb/pebble/v2/vfs"
)

// checkFiles reads all tables and compares the checksums of all their blocks, also of
// those that no record stands in. Reading records would not touch these.
func (l *Ledger) checkFiles(ctx context.Context) (*Finding, error) {
	for name, err := range l.tables() {
		if err != nil {
			return nil, err
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if err := checkTable(ctx, l.opts.FS, l.opts.FS.PathJoin(l.dir, name)); err != nil {
			if current, listErr := l.isTable(name); listErr != nil || !current {
				continue // replaced by other tables since
			}
			return &Finding{Kind: Corrupt, Detail: fmt.Sprintf("file %s: %v", name, err)}, nil
		}
	}
	return nil, nil
}

// tables ranges over the names of the tables that make up the store now.
func (l *Ledger) tables() func(yield func(string, error) bool) {
	return func(yield func(string, error) bool) {
		levels, err := l.store.SSTables()
		if err != nil {
			yield("", storageError("listing tables", err))
			return
		}
		for _, level := range levels {
			for _, table := range level {
				if !yield(fmt.Sprintf("%06d.sst", table.BackingSSTNum), nil) {
					return
				}
			}
		}
	}
}

func (l *Ledger) isTable(name string) (bool, error) {
	for current, err := range l.tables() {
		if err != nil || current == name {
			return err == nil, err
		}
	}
	return false, nil
}

// checkTable compares the checksums of one table's blocks, without taking the blocks
// apart. A damaged table is input like any other: where reading it panics, that is the
// error.
func checkTable(ctx context.Context, files vfs.FS, path string) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = errors.Join(err, fmt.Errorf("%w: %v", fs.ErrInvalid, p))
		}
	}()
	file, err := files.Open(path, vfs.SequentialReadsOption)
	if err != nil {
		return err
	}
	readable, err := sstable.NewSimpleReadable(file)
	if err != nil {
		return errors.Join(err, file.Close())
	}
	reader, err := sstable.NewReader(ctx, readable, sstable.ReaderOptions{}) // checks the footer
	if err != nil {
		return errors.Join(err, readable.Close())
	}
	defer func() { err = errors.Join(err, reader.Close()) }()
	layout, err := reader.Layout()
	if err != nil {
		return err
	}
	var buf []byte
	for _, b := range blocksOf(layout) {
		if err := ctx.Err(); err != nil {
			return err
		}
		buf = slices.Grow(buf[:0], int(b.Length)+block.TrailerLen)[:b.Length+block.TrailerLen]
		if _, err := file.ReadAt(buf, int64(b.Offset)); err != nil {
			return err
		}
		if err := block.ValidateChecksum(block.ChecksumTypeCRC32c, buf, b); err != nil {
			return fmt.Errorf("block at byte %d: %w", b.Offset, err)
		}
	}
	return nil
}

// blocksOf lists all blocks of a table that have a checksum, in the order of the file.
func blocksOf(l *sstable.Layout) []block.Handle {
	blocks := slices.Concat(l.Index, l.ValueBlock,
		[]block.Handle{l.TopIndex, l.RangeDel, l.RangeKey, l.ValueIndex, l.Properties, l.MetaIndex, l.BlobReferenceIndex})
	for _, b := range l.Data {
		blocks = append(blocks, b.Handle)
	}
	for _, b := range l.Filter {
		blocks = append(blocks, b.Handle)
	}
	blocks = slices.DeleteFunc(blocks, func(b block.Handle) bool { return b.Length == 0 })
	slices.SortFunc(blocks, func(a, b block.Handle) int { return cmp.Compare(a.Offset, b.Offset) })
	return blocks
}
