package main

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"os/exec"

	"github.com/guardstream/guardstream/cmd/internal/command"
	"github.com/guardstream/guardstream/cmd/internal/demo"
)

type demoCmd struct {
	Serve  bool   `help:"Stay up when everything is played, for your own proposals."`
	Data   string `help:"Directory for the data. Without one, a directory that is removed at the end." placeholder:"DIR"`
	Listen string `help:"Where other programs connect." default:"127.0.0.1:0" placeholder:"HOST:PORT"`
}

// Run plays.
func (f *demoCmd) Run(ctx context.Context, std command.Stdio, g *grammar) error {
	g.LogLevel = max(g.LogLevel, slog.LevelWarn) // the demo tells what happens
	err := demo.Play(ctx, demo.Settings{Dir: f.Data, Listen: f.Listen, Serve: f.Serve, Out: std.Out, Logger: g.Logger(std), Victim: victimProcess})
	switch {
	case errors.Is(err, demo.ErrUsed):
		return command.Usage(err)
	case errors.Is(err, demo.ErrOtherwise):
		return command.Found(err)
	default:
		return command.Stopped(ctx, err)
	}
}

// victimProcess starts this program again, as the worker that the demo kills.
func victimProcess(contextFile string) (*demo.Process, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	return demo.StartProcess(exec.Command(self, "demo-worker", contextFile))
}

// victimCmd is what the process that is killed runs.
type victimCmd struct {
	ContextFile string `arg:"" help:"Context file of the demo's server."`
}

// Run works until it is killed.
func (f *victimCmd) Run(ctx context.Context, std command.Stdio, g *grammar) error {
	g.LogLevel = max(g.LogLevel, slog.LevelWarn)
	return demo.Victim(ctx, f.ContextFile, std.Out, g.Logger(std))
}
