package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/alecthomas/kong"
)

// Stdio is where a command writes.
type Stdio struct{ Out, Err io.Writer }

// Common are the flags of every command.
type Common struct {
	Config   kong.ConfigFlag  `help:"Read flags from a YAML file: their names without dashes are its keys. Flags given here and the environment come first." placeholder:"FILE"`
	LogLevel slog.Level       `help:"Log what is at least so important: debug, info, warn or error." default:"info" env:"GUARD_LOG_LEVEL" placeholder:"LEVEL"`
	Version  kong.VersionFlag `help:"Print the version and end."`
}

// Logger writes what happens to the standard error.
func (c Common) Logger(std Stdio) *slog.Logger {
	return slog.New(slog.NewTextHandler(std.Err, &slog.HandlerOptions{Level: c.LogLevel}))
}

// Main reads the process's arguments into grammar, a pointer to a struct of flags and
// commands for kong, runs what they ask for, and ends the process. Commands have a
// method Run, which may take a [context.Context] that ends with the first interrupt or
// SIGTERM, and a [Stdio]. A second signal ends the process at once.
func Main(name, description string, grammar any) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop)
	code := Run(ctx, os.Args[1:], Stdio{os.Stdout, os.Stderr}, name, description, grammar)
	stop()
	os.Exit(code)
}

// Run is [Main] without the process.
func Run(ctx context.Context, args []string, std Stdio, name, description string, grammar any) (code int) {
	parser, err := kong.New(grammar,
		kong.Name(name), kong.Description(description), kong.Writers(std.Out, std.Err), kong.Exit(func(code int) { panic(ended(code)) }),
		kong.Configuration(readConfig), kong.Vars{"version": version()}, kong.ConfigureHelp(kong.HelpOptions{Compact: true, FlagsLast: true}),
		kong.BindTo(ctx, (*context.Context)(nil)), kong.Bind(std))
	if err != nil {
		panic(err) // a mistake in the grammar: any run of the command finds it
	}
	defer func() {
		switch r := recover().(type) {
		case nil:
		case ended:
			code = int(r)
		default:
			panic(r)
		}
	}()
	parsed, err := parser.Parse(doubleDashes(args, parser.Model))
	if err == nil {
		err = parsed.Run()
	}
	if err == nil {
		return ExitDone
	}
	if errors.Is(err, context.Canceled) && ctx.Err() != nil {
		err = errors.New("interrupted")
	}
	fmt.Fprintf(std.Err, "%s: %s\n", name, Printable(err.Error()))
	if hint := hintOf(err); hint != "" {
		fmt.Fprintf(std.Err, "%s: %s\n", name, hint)
	}
	if _, asked := errors.AsType[*kong.ParseError](err); asked {
		fmt.Fprintf(std.Err, "%s: '%s --help' lists commands and flags\n", name, name)
	}
	return codeOf(err)
}

// ended is how --help and --version leave the parser, which expects the process to end.
type ended int

// doubleDashes makes -flag mean --flag, as Go's own commands have it, where there is
// such a flag.
func doubleDashes(args []string, model *kong.Application) []string {
	known := flagsOf(model)
	out := make([]string, len(args))
	for i, arg := range args {
		out[i] = arg
		name, _, _ := strings.Cut(strings.TrimPrefix(arg, "-"), "=")
		if strings.HasPrefix(arg, "-") && len(name) > 1 && known[name] != nil {
			out[i] = "-" + arg
		}
	}
	return out
}

// flagsOf returns all flags of an application and its commands by name.
func flagsOf(app *kong.Application) map[string]*kong.Flag {
	flags := make(map[string]*kong.Flag)
	// The visitor returns no error of its own.
	_ = kong.Visit(app, func(node kong.Visitable, next kong.Next) error {
		if flag, ok := node.(*kong.Flag); ok {
			flags[flag.Name] = flag
		}
		return next(nil)
	})
	return flags
}
