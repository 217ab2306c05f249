package securitybench

import "errors"

var (
	// ErrNothing is returned by [Run] for a folder without records and without a corpus.
	ErrNothing = errors.New("no records.jsonl and no corpus.jsonl below")
	// ErrRecord is returned for a line of a file that is not what the file holds.
	ErrRecord = errors.New("not a record")
	// ErrNoCatalog is returned for a set without a catalog.
	ErrNoCatalog = errors.New("no catalog")
	// ErrOverride is returned for an override that names no option, or that gives one a
	// value it cannot have.
	ErrOverride = errors.New("override")
)
