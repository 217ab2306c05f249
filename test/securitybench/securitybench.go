// Package securitybench replays recorded conversations of tool-using agents, each
// ending in one proposed call, against the guard, and counts what becomes of the honest
// calls and of the injected ones. The README beside the records
// (test/testdata/security-bench) says where they come from, how they are labelled and
// what a guard should do.
//
// A set is a folder with records.jsonl and the catalog it is decided by; a folder with
// corpus.jsonl holds texts for the detector of instruction-like text alone. Where the
// folder has the reference's outcomes ([ReferenceFile]), they are kept beside ours.
//
// Invariants:
//   - No record is left out: a line that cannot be read, a label or an effect that
//     nobody knows, and a decision that could not be made end the run, with the file
//     and the line.
//   - The calls made so far are those of the conversation, with validated arguments: a
//     guard is asked exactly what it would have been asked then.
package securitybench

import (
	"cmp"
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"
)

// The files of a set.
const (
	RecordsFile   = "records.jsonl"
	CorpusFile    = "corpus.jsonl"
	ReferenceFile = "solvi_0.9.0.jsonl" // the reference's outcomes, where they are known
)

// Options say how a run differs from the sets as they are.
type Options struct {
	// Catalogs is a folder of catalogs to decide by in place of the sets' own: for a set
	// agentdojo/banking the first there is of agentdojo/banking.json, .yaml,
	// agentdojo/banking/catalog.json, .yaml, and the same of the set's last name, banking.
	// A set that has none there is decided by its own. Empty: the sets' own.
	Catalogs  string
	Overrides []Override // applied to every catalog
}

// Report is what a run found.
type Report struct {
	Sets     []Set        // by name
	Texts    []TextResult // of every corpus, in its order
	Decided  int          // records
	Deciding time.Duration
}

// MillisecondsPerRecord is the mean time of a decision, reading of the conversation
// included.
func (r *Report) MillisecondsPerRecord() float64 {
	return float64(r.Deciding.Microseconds()) / 1000 / float64(max(1, r.Decided))
}

// Run reads dir and every folder below it that has records or a corpus. It fails with
// [ErrNothing] when there is none.
func Run(ctx context.Context, dir string, o Options) (*Report, error) {
	report := &Report{}
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		switch entry.Name() {
		case RecordsFile:
			return report.addSet(ctx, dir, filepath.Dir(path), o)
		case CorpusFile:
			return report.addCorpus(ctx, filepath.Dir(path))
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	if len(report.Sets) == 0 && len(report.Texts) == 0 {
		return nil, fmt.Errorf("%w: %s", ErrNothing, dir)
	}
	slices.SortFunc(report.Sets, func(a, b Set) int { return cmp.Compare(a.Name, b.Name) })
	return report, nil
}

// nameOf is what a folder is called: its path below dir, else its own name.
func nameOf(dir, folder string) (string, error) {
	name, err := filepath.Rel(dir, folder)
	if err != nil {
		return "", err
	}
	if name != "." {
		return filepath.ToSlash(name), nil
	}
	full, err := filepath.Abs(folder)
	return filepath.Base(full), err
}

// exists reports whether there is such a file. Any other reason for not seeing it is an
// error: a catalog that may not be read must not be passed over.
func exists(file string) (bool, error) {
	_, err := os.Stat(file)
	if os.IsNotExist(err) {
		return false, nil
	}
	return err == nil, err
}
