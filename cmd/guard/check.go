package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/guardstream/guardstream/cmd/internal/command"
	"github.com/guardstream/guardstream/core"
	"github.com/guardstream/guardstream/core/conversation"
	"github.com/guardstream/guardstream/core/jsonvalue"
	"github.com/guardstream/guardstream/core/toolcall"
	"github.com/guardstream/guardstream/worker"
)

type checkCmd struct {
	Catalog      string   `help:"Catalog file." required:"" placeholder:"FILE"`
	Call         string   `help:"The call, in any shape that models write: JSON, or a file of it; - is the standard input." required:"" placeholder:"JSON|FILE"`
	Conversation string   `help:"The conversation it was proposed in: JSON, or a file of it. A file that ends in .txt is one text of the user." placeholder:"JSON|FILE"`
	Facts        string   `help:"What the application knows: a JSON object, or a file of it." placeholder:"JSON|FILE"`
	Made         []string `help:"A call that was made before. May be given several times." placeholder:"JSON|FILE" sep:"none"`
	Session      string   `help:"What the session is called, where users' messages are signed for it." placeholder:"TENANT/SESSION"`
	Tools        []string `help:"The tools that the session may call; all of the catalog without it." placeholder:"TOOL"`
	JSON         bool     `name:"json" help:"Write the decision's body as JSON, as it is stored and answered."`
}

// Run decides. Whatever the outcome is, the command has done its work.
func (f *checkCmd) Run(ctx context.Context, std command.Stdio) error {
	guard, err := worker.ReadGuard(f.Catalog)
	if err != nil {
		return err
	}
	request, err := f.request(ctx, guard)
	if err != nil {
		return command.Usage(err)
	}
	d, err := guard.Check(ctx, request)
	if errors.Is(err, core.ErrFacts) || errors.Is(err, core.ErrFactName) {
		return command.Usage(fmt.Errorf("--facts: %w", err))
	}
	if err != nil {
		return err
	}
	if f.JSON {
		_, err = std.Out.Write(append(d.AppendJSON(nil), '\n'))
		return err
	}
	text := d.Audit()
	for _, step := range d.NextSteps() {
		text += "Next      " + step + "\n"
	}
	_, err = io.WriteString(std.Out, command.Printable(text))
	return err
}

func (f *checkCmd) request(ctx context.Context, guard *core.Guard) (core.Request, error) {
	call, err := readCall("--call", f.Call)
	if err != nil {
		return core.Request{}, err
	}
	r := core.Request{Call: call, CallsMade: core.NewCallsMade(), Session: f.Session, Tools: f.Tools}
	if f.Facts != "" {
		if r.Facts, err = readValue("--facts", f.Facts); err != nil {
			return core.Request{}, err
		}
	}
	if r.Transcript, err = f.transcript(); err != nil {
		return core.Request{}, err
	}
	for _, source := range f.Made {
		made, err := readCall("--made", source)
		if err != nil {
			return core.Request{}, err
		}
		// Calls are compared as they were validated.
		d, err := guard.Check(ctx, core.Request{Call: made})
		if err != nil {
			return core.Request{}, fmt.Errorf("--made: %w", err)
		}
		r.CallsMade.Add(core.CallText(d.Tool, d.Arguments))
	}
	return r, nil
}

func (f *checkCmd) transcript() (*core.Transcript, error) {
	if f.Conversation == "" {
		return core.NewTranscript(conversation.Conversation{}), nil
	}
	if strings.HasSuffix(f.Conversation, ".txt") {
		text, err := os.ReadFile(f.Conversation)
		return core.NewTranscript(conversation.Read(jsonvalue.NewString(strings.ToValidUTF8(string(text), "\uFFFD")))), err
	}
	v, err := readValue("--conversation", f.Conversation)
	if err != nil {
		return nil, err
	}
	return core.NewTranscript(conversation.Read(v)), nil
}

func readCall(flag, source string) (toolcall.Call, error) {
	v, err := readValue(flag, source)
	if err != nil {
		return toolcall.Call{}, err
	}
	call, err := toolcall.Read(v)
	if err != nil {
		return toolcall.Call{}, fmt.Errorf("%s: %w", flag, err)
	}
	return call, nil
}

// maxInput bounds what is read for a flag.
const maxInput = 16 << 20

// readValue reads JSON that was given with a flag: itself, or in a file.
func readValue(flag, source string) (jsonvalue.Value, error) {
	data := []byte(source)
	if source == "" || !strings.Contains(`{["`, source[:1]) {
		var err error
		if data, err = readFile(source); err != nil {
			return jsonvalue.Value{}, fmt.Errorf("%s: %w", flag, err)
		}
		flag += ": " + source
	}
	v, err := jsonvalue.Parse(bytes.TrimSpace(data), jsonvalue.Limits{Bytes: maxInput})
	if err != nil {
		return jsonvalue.Value{}, fmt.Errorf("%s: %w", flag, err)
	}
	return v, nil
}

func readFile(name string) ([]byte, error) {
	if name != "-" {
		return os.ReadFile(name)
	}
	return io.ReadAll(io.LimitReader(os.Stdin, maxInput+1))
}
