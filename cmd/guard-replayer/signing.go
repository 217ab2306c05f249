package main

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"

	natsjs "github.com/nats-io/nats.go/jetstream"

	"github.com/guardstream/guardstream/cmd/internal/command"
	"github.com/guardstream/guardstream/events"
	"github.com/guardstream/guardstream/jetstream/connect"
	"github.com/guardstream/guardstream/pebblestore"
	"github.com/guardstream/guardstream/proof"
	"github.com/guardstream/guardstream/replay"
)

// checkpointSubject is where checkpoints are published: of the stream GUARD_LEDGER.
const checkpointSubject = events.Root + ".ledger.checkpoint"

// keyFlags say which key signs a ledger's checkpoints.
type keyFlags struct {
	SigningKey string `help:"File of the private key that signs checkpoints; made when there is none. Default: the ledger's directory with .key after it." placeholder:"FILE" env:"GUARD_LEDGER_KEY"`
	Origin     string `help:"Name of the ledger in its checkpoints, like guard.example.com/ledger: taken when the key is made. Default: a random one." placeholder:"NAME"`
}

func (f keyFlags) file(ledger string) string {
	if f.SigningKey != "" {
		return f.SigningKey
	}
	return ledger + ".key"
}

func (f keyFlags) key(ledger string) (*proof.Signer, error) {
	origin := f.Origin
	if origin == "" {
		var id [8]byte
		_, _ = rand.Read(id[:]) // never fails
		origin = "guard-ledger-" + hex.EncodeToString(id[:])
	}
	key, err := pebblestore.LoadOrMakeKey(f.file(ledger), origin)
	if errors.Is(err, proof.ErrKey) && f.Origin != "" {
		return nil, command.Usage(fmt.Errorf("--origin: %w", err))
	}
	return key, err
}

// signFlags say how a ledger is signed while it grows.
type signFlags struct {
	keyFlags
	Anchor string `help:"File that checkpoints are appended to: on another disk, or where only appending is allowed. With it, verify finds whoever rewrites the whole ledger." placeholder:"FILE" env:"GUARD_LEDGER_ANCHOR"`
}

// options reads the key and opens the anchor; closeAnchor is never nil.
func (f signFlags) options(ledger string, c *connect.Connection, log *slog.Logger) (_ replay.SignOptions, closeAnchor func() error, err error) {
	closeAnchor = func() error { return nil }
	key, err := f.key(ledger)
	if err != nil {
		return replay.SignOptions{}, closeAnchor, err
	}
	sign := replay.SignOptions{Key: key, Publish: publisher(c.JetStream)}
	if f.Anchor != "" {
		if sign.Anchor, err = pebblestore.OpenAnchor(f.Anchor, key.Origin()); err != nil {
			return replay.SignOptions{}, closeAnchor, err
		}
		closeAnchor = sign.Anchor.Close
	}
	log.Info("checkpoints are signed", "public_key", key.Public(), "anchor", f.Anchor)
	return sign, closeAnchor, nil
}

// publisher publishes checkpoints to the stream of ledgers.
func publisher(js natsjs.JetStream) func(context.Context, []byte) error {
	return func(ctx context.Context, signed []byte) error {
		_, err := js.Publish(ctx, checkpointSubject, signed)
		return err
	}
}

type keyCmd struct {
	ledgerFlags
	SigningKey string `help:"File of the private key. Default: the ledger's directory with .key after it." placeholder:"FILE" env:"GUARD_LEDGER_KEY"`
}

// Run prints the public key.
func (f *keyCmd) Run(std command.Stdio) error {
	key, err := pebblestore.LoadKey(keyFlags{SigningKey: f.SigningKey}.file(f.Ledger))
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(std.Out, key.Public())
	return err
}
