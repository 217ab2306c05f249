// Command fuzzall runs every fuzz target of the module, one after the other, each for
// the same time: `go test` itself fuzzes one target of one package at a time.
package main

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"log"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"time"
)

func main() {
	log.SetFlags(0)
	each := flag.Duration("time", 30*time.Second, "how long each target runs")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, *each, flag.Args()); err != nil {
		log.Fatalln("fuzzall:", err)
	}
}

// target is one fuzz target.
type target struct{ pkg, name string }

func run(ctx context.Context, each time.Duration, packages []string) error {
	if len(packages) == 0 {
		packages = []string{"./..."}
	}
	targets, err := find(ctx, packages)
	if err != nil {
		return err
	}
	if len(targets) == 0 {
		return fmt.Errorf("no fuzz targets in %s", strings.Join(packages, " "))
	}
	for i, t := range targets {
		fmt.Printf("%d of %d: %s %s\n", i+1, len(targets), t.pkg, t.name)
		// Minimising an interesting input must not eat the target's time.
		c := exec.CommandContext(ctx, "go", "test", t.pkg, "-run", "^$", "-fuzz", "^"+t.name+"$",
			"-fuzztime", each.String(), "-fuzzminimizetime", "10x")
		c.Stdout, c.Stderr = os.Stdout, os.Stderr
		if err := c.Run(); err != nil {
			return fmt.Errorf("%s %s: %w", t.pkg, t.name, err)
		}
	}
	return nil
}

// find lists the fuzz targets: `go test -list` prints the names of a package's targets
// and then a line "ok <package>".
func find(ctx context.Context, packages []string) ([]target, error) {
	c := exec.CommandContext(ctx, "go", append([]string{"test", "-list", "^Fuzz"}, packages...)...)
	c.Stderr = os.Stderr
	out, err := c.Output()
	if err != nil {
		return nil, fmt.Errorf("list: %w", err)
	}
	var targets []target
	var names []string
	lines := bufio.NewScanner(strings.NewReader(string(out)))
	for lines.Scan() {
		fields := strings.Fields(lines.Text())
		switch {
		case len(fields) == 1 && strings.HasPrefix(fields[0], "Fuzz"):
			names = append(names, fields[0])
		case len(fields) > 1 && fields[0] == "ok":
			for _, name := range names {
				targets = append(targets, target{fields[1], name})
			}
			names = nil
		}
	}
	return targets, lines.Err()
}
