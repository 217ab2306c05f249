package jetstream

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// setting is one setting of streams: how it is shown, and when a value other than ours
// loses messages or keeps the guard from working.
type setting struct {
	name string
	show func(c *jetstream.StreamConfig) string
	// danger says why having another value than the wanted one is dangerous, "" when it
	// is not. nil: never.
	danger func(want, have *jetstream.StreamConfig) string
}

// settings are compared in this order.
var settings = []setting{
	{"subjects", func(c *jetstream.StreamConfig) string {
		return strings.Join(slices.Sorted(slices.Values(c.Subjects)), " ")
	},
		func(want, have *jetstream.StreamConfig) string {
			for _, subject := range want.Subjects {
				if !slices.Contains(have.Subjects, subject) {
					return "nothing takes what is published on " + subject
				}
			}
			return ""
		}},
	{"retention", func(c *jetstream.StreamConfig) string { return c.Retention.String() },
		always("messages stay or go by another rule")},
	{"storage", func(c *jetstream.StreamConfig) string { return c.Storage.String() },
		func(_, have *jetstream.StreamConfig) string {
			return when(have.Storage == jetstream.MemoryStorage, "everything is gone when the server stops")
		}},
	{"replicas", func(c *jetstream.StreamConfig) string { return strconv.Itoa(c.Replicas) },
		func(want, have *jetstream.StreamConfig) string {
			return when(have.Replicas < want.Replicas, "fewer copies than asked for: the loss of a server can lose messages")
		}},
	{"discard", func(c *jetstream.StreamConfig) string { return c.Discard.String() },
		func(_, have *jetstream.StreamConfig) string {
			return when(have.Discard == jetstream.DiscardOld, "the oldest messages are dropped in silence when it is full")
		}},
	{"discard_new_per_subject", func(c *jetstream.StreamConfig) string { return strconv.FormatBool(c.DiscardNewPerSubject) },
		func(want, have *jetstream.StreamConfig) string {
			return when(!have.DiscardNewPerSubject && have.MaxMsgsPerSubject > 0, "a session's oldest messages are dropped in silence")
		}},
	{"max_age", func(c *jetstream.StreamConfig) string { return c.MaxAge.String() },
		func(want, have *jetstream.StreamConfig) string {
			return when(shorter(have.MaxAge, want.MaxAge), "messages are dropped after "+have.MaxAge.String())
		}},
	{"max_msgs", func(c *jetstream.StreamConfig) string { return limit(c.MaxMsgs) },
		func(want, have *jetstream.StreamConfig) string {
			return when(lower(have.MaxMsgs, want.MaxMsgs), "it is full after "+limit(have.MaxMsgs)+" messages")
		}},
	{"max_msgs_per_subject", func(c *jetstream.StreamConfig) string { return limit(c.MaxMsgsPerSubject) },
		func(want, have *jetstream.StreamConfig) string {
			return when(want.MaxMsgsPerSubject <= 0 && have.MaxMsgsPerSubject > 0, "a session is cut to its last "+limit(have.MaxMsgsPerSubject)+" messages")
		}},
	{"max_bytes", func(c *jetstream.StreamConfig) string { return limit(c.MaxBytes) }, nil},
	{"max_msg_size", func(c *jetstream.StreamConfig) string { return limit(int64(c.MaxMsgSize)) },
		func(want, have *jetstream.StreamConfig) string {
			return when(lower(int64(have.MaxMsgSize), int64(want.MaxMsgSize)), "messages over "+limit(int64(have.MaxMsgSize))+" bytes can't be stored")
		}},
	{"deny_delete", func(c *jetstream.StreamConfig) string { return strconv.FormatBool(c.DenyDelete) },
		func(want, _ *jetstream.StreamConfig) string { return when(want.DenyDelete, "messages can be deleted") }},
	{"deny_purge", func(c *jetstream.StreamConfig) string { return strconv.FormatBool(c.DenyPurge) },
		func(want, _ *jetstream.StreamConfig) string {
			return when(want.DenyPurge, "all messages can be deleted at once")
		}},
	{"allow_rollup_hdrs", func(c *jetstream.StreamConfig) string { return strconv.FormatBool(c.AllowRollup) },
		func(want, _ *jetstream.StreamConfig) string {
			return when(!want.AllowRollup, "a publisher can replace a session's messages")
		}},
	{"allow_msg_ttl", func(c *jetstream.StreamConfig) string { return strconv.FormatBool(c.AllowMsgTTL) },
		func(want, _ *jetstream.StreamConfig) string {
			return when(!want.AllowMsgTTL, "a publisher can make messages expire")
		}},
	{"allow_msg_schedules", func(c *jetstream.StreamConfig) string { return strconv.FormatBool(c.AllowMsgSchedules) },
		always("schedules switch deny_purge off, and timers need them")},
	{"allow_direct", func(c *jetstream.StreamConfig) string { return strconv.FormatBool(c.AllowDirect) },
		func(want, _ *jetstream.StreamConfig) string {
			return when(want.AllowDirect, "sessions can't be loaded")
		}},
	{"persist_mode", func(c *jetstream.StreamConfig) string { return c.PersistMode.String() },
		always("what was acknowledged may not be on the disk")},
	{"sealed", func(c *jetstream.StreamConfig) string { return strconv.FormatBool(c.Sealed) }, always("nothing can be stored")},
	{"no_ack", func(c *jetstream.StreamConfig) string { return strconv.FormatBool(c.NoAck) },
		always("publishers never learn whether a message was stored")},
	{"mirror or sources", func(c *jetstream.StreamConfig) string {
		return strconv.FormatBool(c.Mirror != nil || len(c.Sources) > 0)
	},
		always("messages come from elsewhere")},
	{"subject_transform", func(c *jetstream.StreamConfig) string { return strconv.FormatBool(c.SubjectTransform != nil) },
		always("messages are stored on other subjects")},
	{"duplicate_window", func(c *jetstream.StreamConfig) string { return c.Duplicates.String() }, nil},
	{"compression", func(c *jetstream.StreamConfig) string { return c.Compression.String() }, nil},
	{"description", func(c *jetstream.StreamConfig) string { return c.Description }, nil},
	{"metadata " + schemaKey, func(c *jetstream.StreamConfig) string { return c.Metadata[schemaKey] }, nil},
}

func always(why string) func(want, have *jetstream.StreamConfig) string {
	return func(_, _ *jetstream.StreamConfig) string { return why }
}

func when(yes bool, why string) string {
	if !yes {
		return ""
	}
	return why
}

// limit shows a limit; those of 0 and below are none.
func limit(n int64) string {
	if n <= 0 {
		return "unlimited"
	}
	return strconv.FormatInt(n, 10)
}

// lower reports whether a is a limit below b.
func lower(a, b int64) bool { return a > 0 && (b <= 0 || a < b) }

// shorter is lower for ages.
func shorter(a, b time.Duration) bool { return lower(int64(a), int64(b)) }
