package conformance

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/guardstream/guardstream/core/jsonvalue"
)

// kind is one kind of vector.
type kind struct {
	// name begins the names of the kind's files and the ids of its vectors.
	name string
	// run does what the kind is about to a vector's input and returns the outcome in the
	// form of "want".
	run func(ctx context.Context, in jsonvalue.Value) (jsonvalue.Value, error)
	// same compares; nil is [sameMembers] without exceptions.
	same func(v vector, got jsonvalue.Value) bool
}

// kindOfFile returns the kind that a file's name begins with, nil when there is none:
// "accepts_beyond.jsonl" and "accepts-2.jsonl" are accepts vectors.
func kindOfFile(name string) *kind { return longestPrefix(filepath.Base(name)) }

// kindOfID returns the kind that a vector's id begins with, nil when there is none.
func kindOfID(id string) *kind { return longestPrefix(id) }

// longestPrefix prefers the longest name, so that a kind may be named like the
// beginning of another.
func longestPrefix(name string) *kind {
	var best *kind
	for i := range kinds {
		if k := &kinds[i]; strings.HasPrefix(name, k.name) && (best == nil || len(k.name) > len(best.name)) {
			best = k
		}
	}
	return best
}

// try runs one vector; nil means that it passed. A panic fails the vector alone.
func (k *kind) try(ctx context.Context, v vector) (failure *Failure) {
	failed := func(got, want string) *Failure {
		return &Failure{ID: v.id, Note: v.note, Got: got, Want: want}
	}
	defer func() {
		if p := recover(); p != nil {
			failure = failed(fmt.Sprintf("panic: %v", p), compact(v.want))
		}
	}()
	got, err := k.run(ctx, v.in)
	if err != nil {
		return failed("error: "+err.Error(), compact(v.want))
	}
	same := k.same
	if same == nil {
		same = sameMembers()
	}
	if same(v, got) {
		return nil
	}
	return failed(differing(got, v.want), differing(v.want, got))
}

func compact(v jsonvalue.Value) string { return v.Write(jsonvalue.Compact) }
