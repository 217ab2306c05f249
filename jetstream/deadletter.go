package jetstream

import (
	"context"
	"fmt"
	"strconv"

	"github.com/nats-io/nats.go"

	"github.com/guardstream/guardstream/events"
)

// Headers of a dead letter. Its payload is the command's, byte by byte.
const (
	HeaderSubject   = "Guard-Subject"    // where the command was published
	HeaderInbox     = "Guard-Inbox"      // its sequence in the inbox
	HeaderCode      = "Guard-Code"       // [events.Code]
	HeaderReason    = "Guard-Reason"     //
	HeaderTries     = "Guard-Deliveries" // how often it was delivered
	HeaderTruncated = "Guard-Truncated"  // length of the payload, where it had to be cut
)

// deadLetterOverhead is room for the headers.
const deadLetterOverhead = 16 << 10

// nobody takes the dead letters of subjects whose tenant can't be read.
const nobody = "_nobody"

// DeadLetterSubject is where a tenant's dead letters are published.
func DeadLetterSubject(tenant string) string { return events.Root + ".deadletters." + tenant }

// bury stores a command that can't be read or followed, with the reason.
func (w *Worker) bury(ctx context.Context, d *delivery, p events.Problem) error {
	tenant := nobody
	if _, s, err := events.ParseSubject(d.message.Subject()); err == nil {
		tenant = s.Tenant
	}
	m := nats.NewMsg(DeadLetterSubject(tenant))
	m.Header.Set(HeaderSubject, d.message.Subject())
	m.Header.Set(HeaderInbox, strconv.FormatUint(d.sequence, 10))
	m.Header.Set(HeaderCode, string(p.Code))
	m.Header.Set(HeaderReason, headerText(p.Error()))
	m.Header.Set(HeaderTries, strconv.FormatUint(d.deliveries, 10))
	m.Data = d.message.Data()
	if limit := int(w.js.Conn().MaxPayload()) - deadLetterOverhead; len(m.Data) > limit {
		m.Header.Set(HeaderTruncated, strconv.Itoa(len(m.Data)))
		m.Data = m.Data[:limit]
	}
	ctx, cancel := context.WithTimeout(ctx, w.log.settings.AttemptTimeout)
	defer cancel()
	if _, err := w.js.PublishMsg(ctx, m); err != nil {
		return fmt.Errorf("dead letter: %w", err)
	}
	w.settings.Logger.Warn("command set aside as a dead letter", "inbox", d.sequence, "subject", d.message.Subject(), "code", p.Code, "reason", p.Reason)
	return nil
}

// maxHeaderText bounds a reason in a header.
const maxHeaderText = 4 << 10

// headerText makes a text fit for a header: one line, and not too long.
func headerText(s string) string {
	out := make([]byte, 0, min(len(s), maxHeaderText))
	for i := 0; i < len(s) && i < maxHeaderText; i++ {
		c := s[i]
		if c < 0x20 || c == 0x7f {
			c = ' '
		}
		out = append(out, c)
	}
	return string(out)
}
