package core

import (
	"bufio"
	"context"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/guardstream/guardstream/core/catalog"
	"github.com/guardstream/guardstream/core/conversation"
	"github.com/guardstream/guardstream/core/jsonvalue"
	"github.com/guardstream/guardstream/core/toolcall"
)

// recordedRun is a recorded conversation that ends in a call.
type recordedRun struct {
	id, label, variant string
	context            conversation.Conversation
	call               toolcall.Call
	made               *CallsMade
}

const recordedShop = "../test/testdata/security-bench/tau_retail/"

// recordedRuns reads the recorded conversations of the shop, with exact confirmation.
func recordedRuns(t testing.TB) (*Guard, []recordedRun) {
	t.Helper()
	data, err := os.ReadFile(recordedShop + "catalog.json")
	if err != nil {
		t.Fatal(err)
	}
	c, err := catalog.Read("catalog.json", data)
	if err != nil {
		t.Fatal(err)
	}
	for i := range c.Tools {
		if c.Tools[i].Confirm != nil {
			c.Tools[i].Confirm.Mode = catalog.ConfirmExact
		}
	}
	guard, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	file, err := os.Open(recordedShop + "records.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<20)
	var runs []recordedRun
	for lines.Scan() {
		v, err := jsonvalue.Parse(lines.Bytes(), jsonvalue.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		r := recordedRun{made: NewCallsMade()}
		r.id, _ = v.GetString("id")
		r.label, _ = v.GetString("label")
		r.variant, _ = v.GetString("variant")
		messages, _ := v.Get("context")
		r.context = conversation.Read(messages)
		for _, m := range r.context.Messages {
			for _, a := range m.Answers.All() {
				arguments, err := jsonvalue.ParseText(a.Arguments, jsonvalue.Limits{})
				if err != nil {
					t.Fatal(err)
				}
				r.made.Add(CallText(a.Tool, arguments))
			}
		}
		call, _ := v.Get("call")
		if r.call, err = toolcall.Read(call); err != nil {
			t.Fatal(err)
		}
		runs = append(runs, r)
	}
	return guard, runs
}

// confirmedIn reports whether the call passes the confirmation, and why not.
func confirmedIn(t testing.TB, guard *Guard, r recordedRun, call toolcall.Call) (bool, string) {
	t.Helper()
	d, err := guard.Check(context.Background(), Request{Call: call, Transcript: NewTranscript(r.context), CallsMade: r.made})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range d.Checks {
		if c.Name == checkUserConfirmed {
			return c.State == passed.String(), c.Why
		}
	}
	t.Fatalf("%s: no confirmation was asked for", call.Name)
	return false, ""
}

// TestNoOtherCallIsConfirmed changes the calls of recorded conversations that a user
// confirmed in every way there is: another value from anywhere in the conversation, an
// item more or less, items in another order, another tool. None of it was proposed.
func TestNoOtherCallIsConfirmed(t *testing.T) {
	guard, runs := recordedRuns(t)
	changed, failed := 0, 0
	confirmed := make(map[string]bool) // calls that some message proposes: a batch proposes several
	for _, r := range runs {
		if r.label == "honest" {
			confirmed[CallText(r.call.Name, r.call.Arguments)] = true
		}
	}
	for _, r := range runs {
		if !strings.HasPrefix(r.variant, "confirmed_") && !strings.HasSuffix(r.variant, "_honest") {
			continue
		}
		if ok, why := confirmedIn(t, guard, r, r.call); !ok {
			t.Errorf("%s: not confirmed: %s", r.id, why)
		}
		others := otherArguments(r)
		whats := slices.Sorted(maps.Keys(others))
		every := 1 + len(whats)/changesPerRun
		for i := len(r.id) % every; i < len(whats); i += every {
			what := whats[i]
			arguments := others[what]
			call := r.call
			call.Arguments = arguments
			if confirmed[CallText(call.Name, arguments)] {
				continue
			}
			changed++
			if ok, _ := confirmedIn(t, guard, r, call); ok {
				if failed++; failed < 30 {
					t.Errorf("%s: %s is confirmed: %s", r.id, what, arguments.Write(jsonvalue.Compact))
				}
			}
		}
	}
	if changed < 1000 {
		t.Errorf("only %d changed calls", changed)
	}
	t.Logf("%d changed calls, %d confirmed", changed, failed)
}

// changesPerRun is about how many changed calls are tried with a conversation. With 1000,
// all of some 20,000 are.
const changesPerRun = 20

// otherArguments returns arguments that are not the recorded call's, and what was done.
func otherArguments(r recordedRun) map[string]jsonvalue.Value {
	all := make(map[string]jsonvalue.Value)
	replace := func(what, name string, v jsonvalue.Value) {
		var members []jsonvalue.Member
		for n, old := range r.call.Arguments.Members() {
			if n == name {
				old = v
			}
			members = append(members, jsonvalue.Member{Name: n, Value: old})
		}
		all[what] = jsonvalue.NewObject(members...)
	}
	others := otherValues(r)
	for name, v := range r.call.Arguments.Members() {
		switch v.Kind() {
		case jsonvalue.String:
			for _, other := range others {
				if other != v.Text() {
					replace(name+" "+other, name, jsonvalue.NewString(other))
				}
			}
		case jsonvalue.Array:
			items := v.Items()
			for i := range items {
				less := slices.Delete(slices.Clone(items), i, i+1)
				replace(fmt.Sprintf("%s less %d", name, i), name, jsonvalue.NewArray(less...))
				replace(fmt.Sprintf("%s twice %d", name, i), name, jsonvalue.NewArray(append(slices.Clone(items), items[i])...))
				for _, other := range others {
					if other != items[i].Text() {
						with := slices.Clone(items)
						with[i] = jsonvalue.NewString(other)
						replace(fmt.Sprintf("%s %d %s", name, i, other), name, jsonvalue.NewArray(with...))
						replace(fmt.Sprintf("%s more %s", name, other), name, jsonvalue.NewArray(append(slices.Clone(items), jsonvalue.NewString(other))...))
					}
				}
			}
			if name == "new_item_ids" && len(items) > 1 {
				turned := slices.Clone(items)
				slices.Reverse(turned)
				replace("turned", name, jsonvalue.NewArray(turned...))
			}
		}
	}
	before, _ := r.call.Arguments.Get("item_ids")
	after, there := r.call.Arguments.Get("new_item_ids")
	if there {
		var members []jsonvalue.Member
		for n, old := range r.call.Arguments.Members() {
			switch n {
			case "item_ids":
				old = after
			case "new_item_ids":
				old = before
			}
			members = append(members, jsonvalue.Member{Name: n, Value: old})
		}
		all["sides"] = jsonvalue.NewObject(members...)
	}
	return all
}

// otherValues returns what a hijacked agent could use instead of a value: all of the call's
// own values and the ids of the conversation.
func otherValues(r recordedRun) []string {
	seen := make(map[string]bool)
	var add func(v jsonvalue.Value)
	add = func(v jsonvalue.Value) {
		switch v.Kind() {
		case jsonvalue.String:
			// Words are no ids: a tool refuses them.
			if text := v.Text(); len(text) < 40 && strings.ContainsAny(text, "0123456789") && !strings.Contains(text, " ") {
				seen[text] = true
			}
		case jsonvalue.Array:
			for _, item := range v.Items() {
				add(item)
			}
		case jsonvalue.Object:
			for _, member := range v.Members() {
				add(member)
			}
		}
	}
	for _, v := range r.call.Arguments.Members() {
		if v.Kind() == jsonvalue.String && !blank(v.Text()) {
			seen[v.Text()] = true
		}
		add(v)
	}
	seen["ordered by mistake"], seen["no longer needed"] = true, true
	const most = 40
	for _, m := range r.context.Messages {
		if m.Role != conversation.Tool || len(seen) > most {
			continue
		}
		if v, err := jsonvalue.ParseText(m.Text, jsonvalue.Limits{}); err == nil {
			add(v)
		}
	}
	var all []string
	for text := range seen {
		all = append(all, text)
	}
	slices.Sort(all)
	return all
}
