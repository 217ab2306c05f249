package replay

// Versions counts decisions by who took them.
type Versions struct {
	Catalogs map[string]uint64 `json:"catalogs"` // by fingerprint
	Engines  map[string]uint64 `json:"engines"`
}

func newVersions() Versions {
	return Versions{Catalogs: make(map[string]uint64), Engines: make(map[string]uint64)}
}

func (v Versions) count(catalog, engine string) {
	v.Catalogs[catalog]++
	v.Engines[engine]++
}

func (v Versions) merge(other Versions) {
	for name, n := range other.Catalogs {
		v.Catalogs[name] += n
	}
	for name, n := range other.Engines {
		v.Engines[name] += n
	}
}

// Tally is what replaying some sessions gave.
type Tally struct {
	Sessions  uint64   // sessions replayed
	Records   uint64   // events of those sessions
	Decisions uint64   // decisions among them
	Same      uint64   // decisions that came out as they were recorded
	Recorded  Versions // who took the decisions
	Computed  Versions // who took those that could be computed again

	Differences []Difference // the others, and breaks of sessions
}

func newTally() Tally { return Tally{Recorded: newVersions(), Computed: newVersions()} }

func (t *Tally) add(d Difference) { t.Differences = append(t.Differences, d) }

func (t *Tally) merge(other Tally) {
	t.Sessions += other.Sessions
	t.Records += other.Records
	t.Decisions += other.Decisions
	t.Same += other.Same
	t.Recorded.merge(other.Recorded)
	t.Computed.merge(other.Computed)
	t.Differences = append(t.Differences, other.Differences...)
}
