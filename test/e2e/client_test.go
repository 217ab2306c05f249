package e2e

import (
	"context"
	"encoding/json"
	"log/slog"
	"testing"

	"github.com/guardstream/guardstream/events"
	"github.com/guardstream/guardstream/jetstream"
	"github.com/guardstream/guardstream/jetstream/client"
	"github.com/guardstream/guardstream/jetstream/connect"
)

var quiet = slog.New(slog.DiscardHandler)

const goodIBAN = "DE89370400440532013000"

// payment is a proposal to pay an amount that the user asks for.
func payment(id string, amount float64) client.Proposal {
	text, _ := json.Marshal(amount) // a number has a JSON form
	return client.Proposal{
		ID: id, Call: map[string]any{"name": "send_payment", "arguments": map[string]any{"iban": goodIBAN, "amount": amount}},
		Context: "Pay " + string(text) + " EUR to " + goodIBAN, Facts: map[string]any{"spent_today": 0.0},
	}
}

func session(t testing.TB, c *connect.Connection, id string) *client.Session {
	t.Helper()
	s, err := client.New(c, "bank", client.Settings{}).Session(id)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

func patient(t testing.TB) context.Context {
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	t.Cleanup(cancel)
	return ctx
}

// eventsOf returns the events of a session of the bank, or with "" of all.
func eventsOf(t testing.TB, c *connect.Connection, name string) []*events.Event {
	t.Helper()
	log, err := jetstream.OpenLog(patient(t), c.JetStream, jetstream.LogSettings{})
	if err != nil {
		t.Fatal(err)
	}
	defer log.Close()
	var all []*events.Event
	err = log.Tail(patient(t), jetstream.Range{Tenant: "bank", Session: name}, func(r events.Record) error {
		e, err := events.Read(r.Payload)
		all = append(all, e)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// decisions counts decisions by proposal.
func decisions(all []*events.Event) map[string]int {
	n := make(map[string]int)
	for _, e := range all {
		if d, ok := e.Body.(*events.Decided); ok {
			n[d.ProposalID]++
		}
	}
	return n
}
