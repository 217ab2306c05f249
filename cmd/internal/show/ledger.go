package show

import (
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/guardstream/guardstream/cmd/internal/command"
	"github.com/guardstream/guardstream/pebblestore"
)

// Verification writes what verifying a ledger found.
func Verification(w io.Writer, r pebblestore.Report) error {
	text := fmt.Sprintf("verified %d records, %d bytes, in %s\nhead %s\neverything is as it was written\n", r.Records, r.Bytes, r.Elapsed.Round(time.Millisecond), r.Head)
	if !r.OK() {
		first, _, _ := strings.Cut(r.First.String(), "\n") // the rest is for whoever mends stores
		text = fmt.Sprintf("NOT AS WRITTEN: %s\n", first)
		if r.Records > 0 {
			text += fmt.Sprintf("%d records before it are as they were written\n", r.Records)
		}
	}
	_, err := io.WriteString(w, command.Printable(text))
	return err
}
