package jetstream

import (
	"fmt"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// delivery is a message of the inbox as it was handed to this worker.
type delivery struct {
	message    jetstream.Msg
	session    string // what the commands of one session have in common
	sequence   uint64
	stored     time.Time
	deliveries uint64 // 1 for the first time
}

func newDelivery(m jetstream.Msg) (*delivery, error) {
	meta, err := m.Metadata()
	if err != nil {
		return nil, fmt.Errorf("a message on %s that is none of the inbox: %w", m.Subject(), err)
	}
	return &delivery{message: m, session: sessionPart(m.Subject()), sequence: meta.Sequence.Stream, stored: meta.Timestamp,
		deliveries: meta.NumDelivered}, nil
}

// again reports whether it was delivered before.
func (d *delivery) again() bool { return d.deliveries > 1 }

// sessionPart is a command's subject without the kind: ".<tenant>.<session>".
func sessionPart(subject string) string {
	dots := 0
	for i := range len(subject) {
		if subject[i] == '.' {
			if dots++; dots == 2 {
				return subject[i:]
			}
		}
	}
	return subject
}
