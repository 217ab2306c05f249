package command

import (
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"

	"github.com/guardstream/guardstream/pebblestore"
)

// progressEvery is how often progress is written where there is no terminal.
const progressEvery = 5 * time.Second

// Progress shows how far a long piece of work has come: a bar on a terminal, now and
// then a line elsewhere. done ends it. Both may be called by several goroutines.
func Progress(std Stdio, what string) (show func(pebblestore.Progress), done func()) {
	if terminal(std.Err) {
		return bar(std.Err, what)
	}
	var mu sync.Mutex
	last := time.Now()
	return func(p pebblestore.Progress) {
		mu.Lock()
		defer mu.Unlock()
		if time.Since(last) < progressEvery {
			return
		}
		last = time.Now()
		fmt.Fprintf(std.Err, "%s: %d of %d records, %.0f a second, %s left\n", what, p.Done, p.Total, p.Rate(), p.Left().Round(time.Second))
	}, func() {}
}

func bar(w io.Writer, what string) (show func(pebblestore.Progress), done func()) {
	var mu sync.Mutex
	var b *progressbar.ProgressBar
	return func(p pebblestore.Progress) {
			mu.Lock()
			defer mu.Unlock()
			if b == nil {
				b = progressbar.NewOptions64(int64(p.Total), progressbar.OptionSetWriter(w), progressbar.OptionSetDescription(what),
					progressbar.OptionShowCount(), progressbar.OptionShowIts(), progressbar.OptionSetPredictTime(true),
					progressbar.OptionThrottle(100*time.Millisecond), progressbar.OptionClearOnFinish())
			}
			_ = b.Set64(int64(p.Done)) // what can't be drawn is not worth an error
		}, func() {
			mu.Lock()
			defer mu.Unlock()
			if b != nil {
				_ = b.Finish()
			}
		}
}

func terminal(w io.Writer) bool {
	file, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := file.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}
