package securitybench

import (
	"bufio"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/guardstream/guardstream/core/jsonvalue"
)

// DefaultMaxLine bounds one record in bytes. Conversations have at most 30 kB.
const DefaultMaxLine = 4 << 20

// eachLine reads a file of one JSON object a line. What read makes of a line's object
// is told with the file and the line when it is an error.
func eachLine(file string, read func(v jsonvalue.Value) error) error {
	f, err := os.Open(file)
	if err != nil {
		return err
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, DefaultMaxLine)
	number := 0
	for lines.Scan() {
		number++
		if len(lines.Bytes()) == 0 {
			continue
		}
		v, err := jsonvalue.Parse(lines.Bytes(), jsonvalue.Limits{Bytes: DefaultMaxLine})
		if err == nil && v.Kind() != jsonvalue.Object {
			err = fmt.Errorf("%w: a line holds one object, not %s", ErrRecord, v.Kind())
		}
		if err == nil {
			err = read(v)
		}
		if err != nil {
			return fmt.Errorf("%s:%d: %w", file, number, err)
		}
	}
	if err := lines.Err(); err != nil {
		return fmt.Errorf("%s:%d: %w", file, number+1, err)
	}
	return nil
}

// texts reads members of an object that are texts. Every one but those in optional has
// to be there; null counts as not there.
func texts(v jsonvalue.Value, into map[string]*string, optional ...string) error {
	for name, text := range into {
		value, _ := v.Get(name)
		written, isText := value.StringText()
		mayMiss := slices.Contains(optional, name)
		if !isText && !(mayMiss && value.IsNull()) || written == "" && !mayMiss {
			return fmt.Errorf("%w: %q has to be a text", ErrRecord, name)
		}
		*text = written
	}
	return nil
}

// reference reads the reference's outcomes of a folder, by id; none when it has no such
// file.
func reference[T any](folder string, read func(v jsonvalue.Value) (T, error)) (map[string]T, error) {
	all := make(map[string]T)
	err := eachLine(filepath.Join(folder, ReferenceFile), func(v jsonvalue.Value) error {
		id, _ := v.GetString("id")
		outcome, err := read(v)
		all[id] = outcome
		return err
	})
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return all, err
}
