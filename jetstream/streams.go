package jetstream

import (
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/guardstream/guardstream/events"
)

// Names of the streams.
const (
	Inbox       = "GUARD_INBOX"
	Events      = "GUARD_EVENTS"
	Ledger      = "GUARD_LEDGER"
	Timers      = "GUARD_TIMERS"
	DeadLetters = "GUARD_DEADLETTERS"
	// Catalogs is the key-value bucket that holds catalogs by fingerprint.
	Catalogs = "GUARD_CATALOGS"
)

// bucketStream is the stream behind a key-value bucket.
const bucketStream = "KV_"

// Defaults of [StreamSettings].
const (
	// DefaultInboxBytes bounds the inbox, so that waiting commands can't take the disk
	// that the log needs.
	DefaultInboxBytes = 512 << 20
	// DefaultInboxPerSession is how many commands of a kind may wait in a session. Then
	// its publishers get an error.
	DefaultInboxPerSession = 256
	// DefaultDeadLetterBytes bounds what could not be read, oldest dropped first.
	DefaultDeadLetterBytes = 256 << 20
	// DefaultDeadLetterAge is how long a dead letter is kept.
	DefaultDeadLetterAge = 30 * 24 * time.Hour
	// DefaultCatalogBytes bounds the catalogs kept.
	DefaultCatalogBytes = 128 << 20
)

// eventsDuplicates is how long the broker remembers the ids of events. It spares a
// second copy after a lost acknowledgement; correctness does not rest on it.
const eventsDuplicates = 2 * time.Minute

// inboxDuplicates is the shortest window the broker takes. Commands carry no message
// ids, and one that carries some anyway must not be swallowed for its id: the same id
// with other arguments has to be seen.
const inboxDuplicates = 100 * time.Millisecond

// StreamSettings is what may differ between installations. A zero field means its
// default.
type StreamSettings struct {
	Replicas        int                   // 1, or 3 or 5 in a cluster
	Storage         jetstream.StorageType // memory only for experiments: it survives nothing
	Placement       *jetstream.Placement  // cluster and tags
	EventsBytes     int64                 // of the log; 0: as much as the server has
	InboxBytes      int64
	InboxPerSession int64
	DeadLetterBytes int64
	DeadLetterAge   time.Duration
}

func (s StreamSettings) withDefaults() StreamSettings {
	if s.Replicas == 0 {
		s.Replicas = 1
	}
	if s.EventsBytes == 0 {
		s.EventsBytes = -1
	}
	if s.InboxBytes == 0 {
		s.InboxBytes = DefaultInboxBytes
	}
	if s.InboxPerSession == 0 {
		s.InboxPerSession = DefaultInboxPerSession
	}
	if s.DeadLetterBytes == 0 {
		s.DeadLetterBytes = DefaultDeadLetterBytes
	}
	if s.DeadLetterAge == 0 {
		s.DeadLetterAge = DefaultDeadLetterAge
	}
	return s
}

// schemaKey in a stream's metadata holds the schema version of its messages.
const schemaKey = "guard.schema"

// Streams is what the guard needs of a server.
func Streams(s StreamSettings) []jetstream.StreamConfig {
	s = s.withDefaults()
	all := func(k events.Kind) string { return events.Root + "." + string(k) + ".*.*" }
	streams := []jetstream.StreamConfig{
		{
			Name: Inbox, Description: "commands that wait for a worker",
			Subjects:  []string{all(events.Proposals), all(events.Reports), all(events.Resolutions)},
			Retention: jetstream.WorkQueuePolicy,
			Discard:   jetstream.DiscardNew, DiscardNewPerSubject: true,
			MaxBytes: s.InboxBytes, MaxMsgsPerSubject: s.InboxPerSession,
			Duplicates: inboxDuplicates,
		},
		{
			Name: Events, Description: "the log: one subject a session, written by workers alone",
			Subjects: []string{all(events.Log)},
			Discard:  jetstream.DiscardNew, MaxBytes: s.EventsBytes, MaxMsgsPerSubject: -1,
			DenyDelete: true, DenyPurge: true, AllowDirect: true,
			Duplicates: eventsDuplicates,
		},
		{
			Name: Ledger, Description: "checkpoints, drift and verification reports of replayers",
			Subjects: []string{events.Root + ".ledger.>"},
			Discard:  jetstream.DiscardNew, MaxBytes: -1, MaxMsgsPerSubject: -1,
			DenyDelete: true, DenyPurge: true, AllowDirect: true,
			Duplicates: eventsDuplicates,
		},
		{
			Name: Timers, Description: "armed timers and what became due",
			Subjects: []string{events.Root + ".timers.>", events.Root + ".expired.*.*"},
			// Schedules allow no other way to discard, so there must be no limit that discards.
			Discard: jetstream.DiscardOld, MaxBytes: -1, MaxMsgsPerSubject: -1,
			// The server sets rollups with schedules; said here so that a plan is equal.
			AllowRollup: true, AllowMsgSchedules: true, AllowMsgTTL: true, AllowDirect: true,
			Duplicates: eventsDuplicates,
		},
		{
			Name: DeadLetters, Description: "commands that could not be read or followed, and what the server says about the inbox",
			Subjects: []string{
				events.Root + ".deadletters.*",
				"$JS.EVENT.ADVISORY.CONSUMER.MAX_DELIVERIES." + Inbox + ".*",
				"$JS.EVENT.ADVISORY.CONSUMER.MSG_TERMINATED." + Inbox + ".*",
			},
			Discard: jetstream.DiscardOld, MaxBytes: s.DeadLetterBytes, MaxMsgsPerSubject: -1, MaxAge: s.DeadLetterAge,
			AllowDirect: true, Duplicates: eventsDuplicates,
		},
		{
			Name: bucketStream + Catalogs, Description: "catalogs by fingerprint",
			Subjects: []string{"$KV." + Catalogs + ".>"},
			Discard:  jetstream.DiscardNew, MaxBytes: DefaultCatalogBytes, MaxMsgsPerSubject: 1,
			DenyDelete: true, AllowRollup: true, AllowDirect: true,
			Duplicates: eventsDuplicates,
		},
	}
	for i := range streams {
		c := &streams[i]
		c.MaxMsgs, c.MaxConsumers, c.MaxMsgSize = -1, -1, -1
		c.Replicas, c.Storage, c.Placement = s.Replicas, s.Storage, s.Placement
		c.Metadata = map[string]string{schemaKey: "1"}
	}
	return streams
}
