package workload

import (
	"context"
	"fmt"
	"syscall"
	"time"

	"github.com/guardstream/guardstream/core"
	"github.com/guardstream/guardstream/core/catalog"
	"github.com/guardstream/guardstream/core/conversation"
	"github.com/guardstream/guardstream/core/jsonvalue"
	"github.com/guardstream/guardstream/core/toolcall"
)

// Guard returns the guard of [Catalog].
func Guard() (*core.Guard, error) {
	c, err := catalog.Read("workload.yaml", []byte(Catalog))
	if err != nil {
		return nil, err
	}
	return core.New(c)
}

// CheckBytes is a whole stateless check: the bytes of a request to the bytes of its
// decision.
func CheckBytes(ctx context.Context, g *core.Guard, request, dst []byte) ([]byte, error) {
	v, err := jsonvalue.Parse(request, jsonvalue.Limits{})
	if err != nil {
		return nil, err
	}
	callValue, _ := v.Get("call")
	call, err := toolcall.Read(callValue)
	if err != nil {
		return nil, err
	}
	messages, _ := v.Get("context")
	facts, _ := v.Get("facts")
	d, err := g.Check(ctx, core.Request{Call: call, Transcript: core.NewTranscript(conversation.Read(messages)), Facts: facts})
	if err != nil {
		return nil, err
	}
	if !d.Allowed() {
		return nil, fmt.Errorf("the workload's call was not allowed: %v", d.Reasons)
	}
	return d.AppendJSON(dst), nil
}

// Live is a session in which one new tool output comes before each call.
type Live struct {
	guard      *core.Guard
	transcript *core.Transcript
	call       toolcall.Call
	facts      jsonvalue.Value
	outputs    []conversation.Message // made beforehand: making them is not what is timed
	size       int
	rounds     int
}

// NewLive returns a live session of n messages.
func NewLive(g *core.Guard, n int) (*Live, error) {
	facts, err := jsonvalue.ParseText(Facts, jsonvalue.Limits{})
	if err != nil {
		return nil, err
	}
	value, err := jsonvalue.ParseText(Call, jsonvalue.Limits{})
	if err != nil {
		return nil, err
	}
	call, err := toolcall.Read(value)
	if err != nil {
		return nil, err
	}
	l := &Live{guard: g, call: call, facts: facts, size: n}
	for i := range stepsBeforeRestart {
		l.outputs = append(l.outputs, conversation.Message{Role: conversation.Tool, Text: ToolOutput(i)})
	}
	return l, l.restart()
}

func (l *Live) restart() error {
	v, err := jsonvalue.Parse(Context(l.size), jsonvalue.Limits{})
	if err != nil {
		return err
	}
	l.transcript, l.rounds = core.NewLiveTranscript(conversation.Read(v)), 0
	_, err = l.guard.Check(context.Background(), l.request()) // what was there is analysed once, before
	return err
}

func (l *Live) request() core.Request {
	return core.Request{Call: l.call, Transcript: l.transcript, Facts: l.facts}
}

// stepsBeforeRestart keeps the session near its size.
const stepsBeforeRestart = 10

// Due reports whether the session has grown and should start again, outside of what
// is timed, with [Live.Restart].
func (l *Live) Due() bool { return l.rounds >= stepsBeforeRestart }

// Restart takes the session back to its size.
func (l *Live) Restart() error { return l.restart() }

// Step adds one tool output and decides one call, to the bytes of the decision.
func (l *Live) Step(ctx context.Context, dst []byte) ([]byte, error) {
	l.transcript.Add(l.outputs[l.rounds])
	l.rounds++
	d, err := l.guard.Check(ctx, l.request())
	if err != nil {
		return nil, err
	}
	if !d.Allowed() {
		return nil, fmt.Errorf("the workload's call was not allowed: %v", d.Reasons)
	}
	return d.AppendJSON(dst), nil
}

// TimeStateless returns the CPU seconds of one whole check of n messages.
func TimeStateless(ctx context.Context, n int, seconds float64) (float64, error) {
	g, err := Guard()
	if err != nil {
		return 0, err
	}
	request := Request(n)
	var dst []byte
	checks, start := 0, CPUTime()
	for CPUTime()-start < time.Duration(seconds*float64(time.Second)) {
		for range 10 {
			if dst, err = CheckBytes(ctx, g, request, dst[:0]); err != nil {
				return 0, err
			}
			checks++
		}
	}
	return (CPUTime() - start).Seconds() / float64(checks), nil
}

// TimeSession returns the CPU seconds of one new message and one call in a live
// session of n messages.
func TimeSession(ctx context.Context, n int, seconds float64) (float64, error) {
	g, err := Guard()
	if err != nil {
		return 0, err
	}
	l, err := NewLive(g, n)
	if err != nil {
		return 0, err
	}
	var dst []byte
	var spent time.Duration
	steps := 0
	for spent < time.Duration(seconds*float64(time.Second)) {
		start := CPUTime()
		for !l.Due() {
			if dst, err = l.Step(ctx, dst[:0]); err != nil {
				return 0, err
			}
			steps++
		}
		spent += CPUTime() - start
		if err := l.Restart(); err != nil {
			return 0, err
		}
	}
	return spent.Seconds() / float64(steps), nil
}

// CPUTime is the CPU time that the process has used, user and system, in all threads.
func CPUTime() time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		return 0
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
