package proof

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"iter"
)

// maxCheckpoint bounds a signed checkpoint in a list: three lines, and a signature of
// about 150 bytes for the ledger and for each witness.
const maxCheckpoint = 64 << 10

// separator ends a checkpoint in a list.
const separator = "\n"

// AppendToList appends a signed checkpoint as it stands in a list of them: itself and
// an empty line.
func AppendToList(dst, signed []byte) []byte {
	return append(append(dst, signed...), separator...)
}

// List ranges over the signed checkpoints of a list, in their order, as they are:
// nothing is verified. Each is good until the next one is asked for. A last one that was not written to its end is left out; where the
// whole ones end is told by [Ends].
func List(r io.Reader) iter.Seq2[[]byte, error] {
	return func(yield func([]byte, error) bool) {
		scanner := bufio.NewScanner(r)
		scanner.Buffer(nil, maxCheckpoint)
		scanner.Split(splitList)
		for scanner.Scan() {
			if !yield(bytes.TrimSuffix(scanner.Bytes(), []byte(separator)), nil) {
				return
			}
		}
		if err := scanner.Err(); err != nil {
			yield(nil, fmt.Errorf("reading checkpoints: %w", err))
		}
	}
}

// Ends reads a list and says where its whole checkpoints end and which is the last one;
// nil when there is none.
func Ends(r io.Reader) (size int64, last []byte, err error) {
	for signed, err := range List(r) {
		if err != nil {
			return 0, nil, err
		}
		size += int64(len(signed) + len(separator))
		last = append(last[:0], signed...)
	}
	return size, last, nil
}

// splitList is a [bufio.SplitFunc]: text, empty line, signatures, empty line.
func splitList(data []byte, _ bool) (advance int, token []byte, err error) {
	blank := []byte("\n\n")
	text := bytes.Index(data, blank)
	if text < 0 {
		return 0, nil, nil
	}
	start := text + len(blank)
	signatures := bytes.Index(data[start:], blank)
	if signatures < 0 {
		return 0, nil, nil
	}
	end := start + signatures + len(blank)
	return end, data[:end], nil
}
