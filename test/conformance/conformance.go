// Package conformance runs the vectors of test/testdata/conformance, and any others of
// the same kinds, against the guard. The README beside the vectors says what each kind
// of file holds; here every kind is one small file.
//
// Invariants:
//   - A vector passes or fails, none is left out: a line that can't be read, a kind that
//     nothing runs and a panic are failures of that vector.
//   - What the README calls exact is compared exactly, also whether a number is an
//     integer or a double.
package conformance

import (
	"bufio"
	"context"
	"fmt"
	"io"

	"github.com/guardstream/guardstream/core/jsonvalue"
)

// DefaultMaxLine bounds one vector in bytes. The longest so far have some 10 kB.
const DefaultMaxLine = 16 << 20

// Report says what became of the vectors of one file.
type Report struct {
	Passed   int
	Failures []Failure // in the order of the file
}

// Failure is a vector whose operation did not give what it should.
type Failure struct {
	ID   string // "line 7" when the vector has no id that can be read
	Note string // why the case matters
	Got  string // as compact JSON: of two objects, only the members that differ
	Want string
}

// Run runs the vectors that r holds, one a line. What kind a vector is says its id, and
// where the id does not, the name of the file ("check_heldout.jsonl" holds check
// vectors). It fails with [ErrUnknownKind] when neither does, with [ErrNoVectors] when
// there are none, and when r can't be read or ctx ends.
func Run(ctx context.Context, name string, r io.Reader) (Report, error) {
	var report Report
	ofFile := kindOfFile(name)
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, DefaultMaxLine)
	for number := 1; lines.Scan(); number++ {
		if err := ctx.Err(); err != nil {
			return report, err
		}
		if len(lines.Bytes()) == 0 {
			continue
		}
		v, err := readVector(lines.Bytes())
		if err != nil {
			report.Failures = append(report.Failures, Failure{ID: fmt.Sprintf("line %d", number), Got: err.Error()})
			continue
		}
		k := kindOfID(v.id)
		if k == nil {
			k = ofFile
		}
		if k == nil {
			return report, fmt.Errorf("%w: neither the file %q nor the vector %q names one", ErrUnknownKind, name, v.id)
		}
		if failure := k.try(ctx, v); failure != nil {
			report.Failures = append(report.Failures, *failure)
		} else {
			report.Passed++
		}
	}
	if err := lines.Err(); err != nil {
		return report, err
	}
	if report.Passed == 0 && len(report.Failures) == 0 {
		return report, fmt.Errorf("%w: %q", ErrNoVectors, name)
	}
	return report, nil
}

// vector is one line of a file.
type vector struct {
	id, note string
	in, want jsonvalue.Value
}

func readVector(line []byte) (vector, error) {
	v, err := jsonvalue.Parse(line, jsonvalue.Limits{Bytes: DefaultMaxLine, Depth: 1000})
	if err != nil {
		return vector{}, err
	}
	var read vector
	read.id, _ = v.GetString("id")
	read.note, _ = v.GetString("note")
	read.in, _ = v.Get("in")
	read.want, _ = v.Get("want")
	if read.want.Kind() != jsonvalue.Object {
		return vector{}, fmt.Errorf("%w: %q", ErrNoVector, read.id)
	}
	return read, nil
}
