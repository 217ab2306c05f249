package command

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/guardstream/guardstream/jetstream/connect"
	"github.com/guardstream/guardstream/pebblestore"
	"github.com/guardstream/guardstream/review"
)

// grammar is a command that tells its flags.
type grammar struct {
	Common
	Do doCmd `cmd:""`
}

type doCmd struct {
	Name  string        `env:"GUARD_TEST_NAME" default:"nobody"`
	Many  []string      `sep:"none"`
	Wait  time.Duration `default:"1s"`
	Loud  bool
	Fails string
}

func (f *doCmd) Run(ctx context.Context, std Stdio) error {
	switch f.Fails {
	case "":
		_, err := fmt.Fprintf(std.Out, "%s %q %s %t", f.Name, f.Many, f.Wait, f.Loud)
		return err
	case "found":
		return Found(errors.New("something"))
	case "wait":
		<-ctx.Done()
		return ctx.Err()
	default:
		return errors.New(f.Fails)
	}
}

func runGrammar(t *testing.T, ctx context.Context, args ...string) (code int, out, errs string) {
	t.Helper()
	var o, e bytes.Buffer
	code = Run(ctx, args, Stdio{&o, &e}, "test", "A test.", &grammar{})
	return code, o.String(), e.String()
}

// configFile writes c.yaml.
func configFile(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "c.yaml")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestFlagsComeBeforeTheEnvironmentBeforeTheFile(t *testing.T) {
	config := configFile(t, "# all of it\nname: from file\nmany: [a=b, \"c,d\"]\nwait: 3s\nloud: true\n")
	for _, tt := range []struct {
		env  string
		args []string
		want string
	}{
		{"", []string{"do"}, `nobody [] 1s false`},
		{"", []string{"do", "--config", config}, `from file ["a=b" "c,d"] 3s true`},
		{"from env", []string{"do", "--config", config}, `from env ["a=b" "c,d"] 3s true`},
		{"from env", []string{"do", "--config", config, "--name", "given", "--wait=2s"}, `given ["a=b" "c,d"] 2s true`},
		{"", []string{"do", "-name", "given", "-wait=2s", "-loud", "--many", "x,y"}, `given ["x,y"] 2s true`},
	} {
		t.Setenv("GUARD_TEST_NAME", tt.env)
		if tt.env == "" {
			if err := os.Unsetenv("GUARD_TEST_NAME"); err != nil {
				t.Fatal(err)
			}
		}
		if code, out, errs := runGrammar(t, t.Context(), tt.args...); code != ExitDone || out != tt.want {
			t.Errorf("%v: %d %q %q, want %q", tt.args, code, out, errs, tt.want)
		}
	}
}

func TestExitCodes(t *testing.T) {
	canceled, cancel := context.WithCancel(t.Context())
	cancel()
	for name, tt := range map[string]struct {
		args []string
		code int
		says string
	}{
		"done":               {[]string{"do"}, ExitDone, ""},
		"found":              {[]string{"do", "--fails", "found"}, ExitFound, "test: something\n"},
		"failed":             {[]string{"do", "--fails", "disk \x1b[2J"}, ExitUnavailable, "test: disk <U+001B>[2J\n"},
		"interrupted":        {[]string{"do", "--fails", "wait"}, ExitUnavailable, "test: interrupted\n"},
		"unknown flag":       {[]string{"do", "--nam"}, ExitUsage, `test: unknown flag --nam, did you mean "--name"?`},
		"unknown short flag": {[]string{"do", "-x"}, ExitUsage, "test: unknown flag -x"},
		"unknown command":    {[]string{"undo"}, ExitUsage, "test: unexpected argument undo"},
		"no command":         {nil, ExitUsage, "test: expected"},
		"bad value":          {[]string{"do", "--wait", "soon"}, ExitUsage, "--wait"},
		"unknown key":        {[]string{"do", "--config", configFile(t, "name: x\nnam: y\n")}, ExitUsage, `c.yaml:2:1: unknown key "nam"`},
		"no mapping":         {[]string{"do", "--config", configFile(t, "- x\n")}, ExitUsage, "c.yaml:1:1: expected flag: value"},
		"nested":             {[]string{"do", "--config", configFile(t, "name: {x: y}\n")}, ExitUsage, "c.yaml:1:"},
		"no YAML":            {[]string{"do", "--config", configFile(t, "name: [\n")}, ExitUsage, "c.yaml"},
		"another config":     {[]string{"do", "--config", configFile(t, "config: x\n")}, ExitUsage, "names no other one"},
		"help":               {[]string{"do", "--help"}, ExitDone, ""},
	} {
		t.Run(name, func(t *testing.T) {
			ctx := t.Context()
			if name == "interrupted" {
				ctx = canceled
			}
			code, out, errs := runGrammar(t, ctx, tt.args...)
			if code != tt.code || !strings.Contains(errs, tt.says) || tt.code != ExitDone && out != "" {
				t.Errorf("%d\n%s\n%s", code, out, errs)
			}
		})
	}
}

func TestErrorsOfServicesHaveTheirCodes(t *testing.T) {
	for err, code := range map[error]int{
		connect.ErrConfig: ExitUsage, connect.ErrConnect: ExitUnavailable, pebblestore.ErrLocked: ExitUnavailable, pebblestore.ErrForked: ExitFound,
		pebblestore.ErrNotFound: ExitUsage, pebblestore.ErrStorage: ExitUnavailable, review.ErrNotFound: ExitFound, review.ErrAmbiguous: ExitUsage,
		errors.New("anything"): ExitUnavailable,
	} {
		if got := codeOf(fmt.Errorf("here: %w", err)); got != code {
			t.Errorf("%v: %d, not %d", err, got, code)
		}
	}
}

func TestPrintable(t *testing.T) {
	for in, want := range map[string]string{
		"plain, Größe\nnext":         "plain, Größe\nnext",
		"\x1b]0;title\a":             "<U+001B>]0;title<U+0007>",
		"a\u202eb\u200bc\u009b2J\rd": "a<U+202E>b<U+200B>c<U+009B>2J<U+000D>d",
		"bad \xff byte":              "bad \uFFFD byte",
		"a\ttab":                     "a<U+0009>tab",
	} {
		if got := Printable(in); got != want {
			t.Errorf("%q: %q, not %q", in, got, want)
		}
	}
	if got := Cut("a  b\n\tc", 10); got != "a b c" {
		t.Errorf("cut: %q", got)
	}
	if got := Cut("äöüßäöüß", 5); got != "äöüß…" {
		t.Errorf("cut: %q", got)
	}
}

func FuzzPrintable(f *testing.F) {
	f.Add("\x1b[31mred\u202e")
	f.Fuzz(func(t *testing.T, s string) {
		for _, r := range Printable(s) {
			if hidden(r) {
				t.Errorf("%q shows %U", s, r)
			}
		}
	})
}

func TestTheServerOfTheDirectoryIsTheDefault(t *testing.T) {
	for _, name := range []string{"NATS_URL", "NATS_CONTEXT", "NATS_USER", "NATS_PASSWORD", "NATS_TOKEN", "NATS_CREDS"} {
		t.Setenv(name, "")
	}
	t.Chdir(t.TempDir())
	if c := (Connection{}).config("x"); c.Context != "" || c.URL != "" {
		t.Errorf("nothing there: %+v", c)
	}
	if err := os.MkdirAll(filepath.Dir(DefaultContext), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(DefaultContext, []byte("{}"), 0o600); err != nil {
		t.Fatal(err)
	}
	if c := (Connection{}).config("x"); c.Context != DefaultContext {
		t.Errorf("'guard up' here: %+v", c)
	}
	if c := (Connection{Server: "nats://other:1"}).config("x"); c.Context != "" || c.URL != "nats://other:1" {
		t.Errorf("another server: %+v", c)
	}
	t.Setenv("NATS_URL", "nats://env:1")
	if c := (Connection{}).config("x"); c.Context != "" || c.URL != "nats://env:1" {
		t.Errorf("of the environment: %+v", c)
	}
	if c := (Connection{User: "token"}).config("x"); c.Token != "token" || c.User != "" {
		t.Errorf("a user without a password: %+v", c)
	}
}
