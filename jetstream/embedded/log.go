package embedded

import (
	"fmt"
	"log/slog"
	"strings"
	"sync/atomic"
)

// serverLog hands the server's log to slog. Where the server's own logger would end
// the process, this one remembers why, and the program decides.
type serverLog struct {
	log   *slog.Logger
	fatal atomic.Pointer[string]
}

// Noticef logs what is worth knowing; the server is talkative when it starts.
func (l *serverLog) Noticef(format string, v ...any) {
	l.log.Debug("nats: " + fmt.Sprintf(format, v...))
}

// Warnf logs a warning.
func (l *serverLog) Warnf(format string, v ...any) {
	if strings.HasPrefix(format, "Plaintext passwords") {
		return // ours is made of random bits, and kept in a file that only its owner reads
	}
	l.log.Warn("nats: " + fmt.Sprintf(format, v...))
}

// Errorf logs an error.
func (l *serverLog) Errorf(format string, v ...any) {
	l.log.Error("nats: " + fmt.Sprintf(format, v...))
}

// Fatalf logs an error that the server can't go on with.
func (l *serverLog) Fatalf(format string, v ...any) {
	said := fmt.Sprintf(format, v...)
	l.fatal.Store(&said)
	l.log.Error("nats: " + said)
}

// Debugf is never called: the server is started without debug and trace logs, which
// would show the content of messages.
func (l *serverLog) Debugf(string, ...any) {}

// Tracef is never called, as [serverLog.Debugf].
func (l *serverLog) Tracef(string, ...any) {}

func (l *serverLog) lastFatal() string {
	if said := l.fatal.Load(); said != nil {
		return *said
	}
	return ""
}
