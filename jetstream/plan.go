package jetstream

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"

	"github.com/nats-io/nats.go/jetstream"
)

// Standing says how a stream of a server compares with what the guard needs.
type Standing string

// The standings, from best to worst.
const (
	Equal     Standing = "equal"
	Harmless  Standing = "differs harmlessly"
	Missing   Standing = "missing"
	Dangerous Standing = "differs dangerously"
)

// Difference is one setting that is not as it is wanted.
type Difference struct {
	Setting    string
	Want, Have string
	Danger     string // why it is dangerous; "" when it is not
}

// String is one line about the difference.
func (d Difference) String() string {
	line := fmt.Sprintf("%s is %s, should be %s", d.Setting, d.Have, d.Want)
	if d.Danger != "" {
		line += " (" + d.Danger + ")"
	}
	return line
}

// StreamPlan is what is to be done about one stream.
type StreamPlan struct {
	Want        jetstream.StreamConfig
	Standing    Standing
	Differences []Difference
}

// Plan is what is to be done about a server's streams, in the order of [Streams].
type Plan []StreamPlan

// Compare looks at a server's streams. It changes nothing.
func Compare(ctx context.Context, js jetstream.JetStream, want []jetstream.StreamConfig) (Plan, error) {
	plan := make(Plan, 0, len(want))
	for _, w := range want {
		stream, err := js.Stream(ctx, w.Name)
		switch {
		case errors.Is(err, jetstream.ErrStreamNotFound):
			plan = append(plan, StreamPlan{Want: w, Standing: Missing})
		case err != nil:
			return nil, fmt.Errorf("stream %s: %w", w.Name, err)
		default:
			plan = append(plan, compare(w, stream.CachedInfo().Config))
		}
	}
	return plan, nil
}

func compare(want, have jetstream.StreamConfig) StreamPlan {
	p := StreamPlan{Want: want, Standing: Equal}
	for _, s := range settings {
		d := Difference{Setting: s.name, Want: s.show(&want), Have: s.show(&have)}
		if d.Want == d.Have {
			continue
		}
		if s.danger != nil {
			d.Danger = s.danger(&want, &have)
		}
		if d.Danger != "" {
			p.Standing = Dangerous
		} else if p.Standing == Equal {
			p.Standing = Harmless
		}
		p.Differences = append(p.Differences, d)
	}
	return p
}

// Worst is the worst standing of the plan's streams.
func (p Plan) Worst() Standing {
	order := []Standing{Equal, Harmless, Missing, Dangerous}
	worst := 0
	for _, s := range p {
		worst = max(worst, slices.Index(order, s.Standing))
	}
	return order[worst]
}

// Dangers lists what is dangerous, a line each.
func (p Plan) Dangers() []string {
	var lines []string
	for _, s := range p {
		for _, d := range s.Differences {
			if d.Danger != "" {
				lines = append(lines, s.Want.Name+": "+d.String())
			}
		}
	}
	return lines
}

// Apply makes the server's streams what the plan wants: it creates and updates. What a
// server refuses to change (a stream's storage, for one) is an error that names the
// stream; the others are still done.
func (p Plan) Apply(ctx context.Context, js jetstream.JetStream) error {
	var failures []error
	for _, s := range p {
		var err error
		switch s.Standing {
		case Equal:
		case Missing:
			_, err = js.CreateStream(ctx, s.Want)
		default:
			_, err = js.UpdateStream(ctx, s.Want)
		}
		if err != nil {
			failures = append(failures, fmt.Errorf("stream %s: %w", s.Want.Name, explain(err)))
		}
	}
	return errors.Join(failures...)
}

// explain adds what to do about errors that say too little.
func explain(err error) error {
	var api *jetstream.APIError
	if errors.As(err, &api) && api.ErrorCode == jetstream.JSErrCodeBadRequest {
		return fmt.Errorf("%w (the server may be older than 2.12, which has message schedules): %w", ErrServerTooOld, err)
	}
	return err
}

// Ensure creates the streams that are missing and refuses those whose settings are
// dangerous ([ErrDangerous]); harmless differences are an operator's choice. It needs
// no right to change streams when nothing is missing.
func Ensure(ctx context.Context, js jetstream.JetStream, want []jetstream.StreamConfig, log *slog.Logger) error {
	plan, err := Compare(ctx, js, want)
	if err != nil {
		return err
	}
	if dangers := plan.Dangers(); len(dangers) > 0 {
		return fmt.Errorf("%w:\n  %s", ErrDangerous, strings.Join(dangers, "\n  "))
	}
	missing := slices.DeleteFunc(slices.Clone(plan), func(s StreamPlan) bool { return s.Standing != Missing })
	if err := missing.Apply(ctx, js); err != nil {
		return err
	}
	for _, s := range missing {
		log.Info("stream created", "stream", s.Want.Name, "replicas", s.Want.Replicas)
	}
	return nil
}
