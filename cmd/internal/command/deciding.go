package command

import (
	"time"

	natsjs "github.com/nats-io/nats.go/jetstream"

	"github.com/guardstream/guardstream/events"
	"github.com/guardstream/guardstream/jetstream"
)

// Deciding are the flags of commands that run a worker.
type Deciding struct {
	Catalog   []string      `help:"Catalog file that decides for all tenants, or TENANT=FILE for one. May be given several times." placeholder:"[TENANT=]FILE" required:"" sep:"none" env:"GUARD_CATALOG" group:"worker"`
	MaxBytes  int           `help:"Largest command in bytes." default:"1048576" env:"GUARD_MAX_BYTES" group:"worker"`
	MaxDepth  int           `help:"Deepest nesting of a command." default:"64" env:"GUARD_MAX_DEPTH" group:"worker"`
	AckWait   time.Duration `help:"How long a command waits for a sign of its worker before another one gets it. Taken when the inbox's consumer is created." default:"5s" env:"GUARD_ACK_WAIT" group:"worker"`
	Drain     time.Duration `help:"How long a worker that is told to stop finishes what it has begun." default:"20s" env:"GUARD_DRAIN" group:"worker"`
	CacheSize int64         `help:"Bytes of sessions kept loaded, by estimate." default:"268435456" env:"GUARD_CACHE_SIZE" group:"worker"`
}

// InboxSettings is what the flags say about handling commands.
func (d Deciding) InboxSettings() jetstream.WorkerSettings {
	return jetstream.WorkerSettings{Limits: events.Limits{Bytes: d.MaxBytes, Depth: d.MaxDepth}, AckWait: d.AckWait, DrainTimeout: d.Drain}
}

// LogSettings is what the flags say about the log.
func (d Deciding) LogSettings() jetstream.LogSettings {
	return jetstream.LogSettings{CacheBytes: d.CacheSize}
}

// Streams are the flags of commands that create streams.
type Streams struct {
	Replicas      int      `help:"Copies of every stream: 1, or 3 or 5 in a cluster." default:"1" enum:"1,3,5" env:"GUARD_REPLICAS" group:"streams"`
	Cluster       string   `help:"Cluster that holds the streams." placeholder:"NAME" env:"GUARD_CLUSTER" group:"streams"`
	Tag           []string `help:"Tags of the servers that hold the streams." env:"GUARD_TAGS" group:"streams"`
	LogBytes      int64    `help:"Bytes the log may take; 0: as much as the server has." default:"0" env:"GUARD_LOG_BYTES" group:"streams"`
	InboxBytes    int64    `help:"Bytes of commands that may wait." default:"536870912" env:"GUARD_INBOX_BYTES" group:"streams"`
	InboxCommands int64    `help:"Commands of a kind that may wait in a session." default:"256" env:"GUARD_INBOX_COMMANDS" group:"streams"`
}

// StreamSettings is what the flags say about streams.
func (s Streams) StreamSettings() jetstream.StreamSettings {
	settings := jetstream.StreamSettings{Replicas: s.Replicas, EventsBytes: s.LogBytes, InboxBytes: s.InboxBytes, InboxPerSession: s.InboxCommands}
	if s.Cluster != "" || len(s.Tag) > 0 {
		settings.Placement = &natsjs.Placement{Cluster: s.Cluster, Tags: s.Tag}
	}
	return settings
}
