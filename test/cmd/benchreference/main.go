// Command benchreference times the Python reference, solvi 0.9.0, and this guard on
// the same inputs, alternated in one run, and prints the ratio of CPU times. It
// installs the reference from the Python package index into a temporary environment.
//
// A stateless check is the whole way from the proposal's bytes to the decision's
// bytes. A check in a live session adds one new tool output and decides one call; the
// reference has no cheaper way than to check the whole conversation again.
package main

import (
	"bufio"
	"context"
	_ "embed"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"log"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"

	"github.com/guardstream/guardstream/test/workload"
)

const reference = "solvi==0.9.0"

//go:embed driver.py
var driver []byte

func main() {
	log.SetFlags(0)
	rounds := flag.Int("rounds", 5, "rounds of reference and guard, alternated")
	seconds := flag.Float64("seconds", 0.5, "CPU seconds of each in a round")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Stdout, *rounds, *seconds); err != nil {
		log.Fatalln("benchreference:", err)
	}
}

func run(ctx context.Context, out io.Writer, rounds int, seconds float64) error {
	python, remove, err := install(ctx)
	if err != nil {
		return err
	}
	defer remove()
	theirs, closeTheirs, err := start(ctx, python)
	if err != nil {
		return err
	}
	defer closeTheirs()

	fmt.Fprintf(out, "CPU time of one check; ratio = %s / guardstream, median of %d rounds\n", reference, rounds)
	fmt.Fprintln(out, "| messages | reference ms | stateless µs | ratio | live session µs | ratio |")
	fmt.Fprintln(out, "|---|---|---|---|---|---|")
	for _, n := range workload.Sizes {
		var ref, stateless, session []float64
		for range rounds {
			t, err := theirs.time(n, seconds)
			if err != nil {
				return err
			}
			ref = append(ref, t)
			ours, err := workload.TimeStateless(ctx, n, seconds)
			if err != nil {
				return err
			}
			stateless = append(stateless, ours)
			if ours, err = workload.TimeSession(ctx, n, seconds); err != nil {
				return err
			}
			session = append(session, ours)
		}
		fmt.Fprintf(out, "| %d | %.2f | %.1f | %.0f | %.1f | %.0f |\n", n, median(ref)*1e3,
			median(stateless)*1e6, medianRatio(ref, stateless), median(session)*1e6, medianRatio(ref, session))
	}
	return nil
}

// install puts the reference into a temporary environment and returns its interpreter.
func install(ctx context.Context) (python string, remove func(), err error) {
	dir, err := os.MkdirTemp("", "reference-*")
	if err != nil {
		return "", nil, err
	}
	remove = func() { _ = os.RemoveAll(dir) }
	python = filepath.Join(dir, "bin", "python")
	for _, command := range [][]string{{"python3", "-m", "venv", dir}, {python, "-m", "pip", "install", "--quiet", reference}} {
		c := exec.CommandContext(ctx, command[0], command[1:]...)
		c.Stderr = os.Stderr
		if err := c.Run(); err != nil {
			remove()
			return "", nil, fmt.Errorf("%v: %w", command, err)
		}
	}
	return python, remove, nil
}

// timer is a running reference.
type timer struct {
	in  io.Writer
	out *bufio.Reader
}

func start(ctx context.Context, python string) (*timer, func(), error) {
	c := exec.CommandContext(ctx, python, "-c", string(driver))
	c.Stderr = os.Stderr
	in, err := c.StdinPipe()
	if err != nil {
		return nil, nil, err
	}
	out, err := c.StdoutPipe()
	if err != nil {
		return nil, nil, err
	}
	if err := c.Start(); err != nil {
		return nil, nil, err
	}
	return &timer{in, bufio.NewReader(out)}, func() { _ = in.Close(); _ = c.Wait() }, nil
}

// time returns the reference's CPU seconds for one check of n messages.
func (t *timer) time(n int, seconds float64) (float64, error) {
	request, err := json.Marshal(map[string]any{
		"context": json.RawMessage(workload.Context(n)), "call": json.RawMessage(workload.Call),
		"facts": json.RawMessage(workload.Facts), "seconds": seconds})
	if err != nil {
		return 0, err
	}
	if _, err := t.in.Write(append(request, '\n')); err != nil {
		return 0, err
	}
	line, err := t.out.ReadBytes('\n')
	if err != nil {
		return 0, fmt.Errorf("the reference ended: %w", err)
	}
	var answer struct {
		Outcome    string  `json:"outcome"`
		Checks     int     `json:"checks"`
		CPUSeconds float64 `json:"cpu_seconds"`
	}
	if err := json.Unmarshal(line, &answer); err != nil {
		return 0, err
	}
	if answer.Outcome != "allow" {
		return 0, fmt.Errorf("the reference decided %q about %d messages, expected allow", answer.Outcome, n)
	}
	return answer.CPUSeconds / float64(answer.Checks), nil
}

func medianRatio(a, b []float64) float64 {
	ratios := make([]float64, len(a))
	for i := range a {
		ratios[i] = a[i] / b[i]
	}
	return median(ratios)
}

func median(values []float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	return sorted[len(sorted)/2]
}
