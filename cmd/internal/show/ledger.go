package show

import (
	"fmt"
	"io"
	"time"

	"github.com/guardstream/guardstream/cmd/internal/command"
	"github.com/guardstream/guardstream/pebblestore"
)

// Verification writes what verifying a ledger found.
func Verification(w io.Writer, r pebblestore.Report) error {
	text := fmt.Sprintf("verified %d records, %d bytes, in %s\nhead %s\n", r.Records, r.Bytes, r.Elapsed.Round(time.Millisecond), r.Head)
	if r.OK() {
		text += "everything is as it was written\n"
	} else {
		text += fmt.Sprintf("NOT AS WRITTEN: %s\n", r.First)
	}
	_, err := io.WriteString(w, command.Printable(text))
	return err
}
