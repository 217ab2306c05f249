package core

import (
	"fmt"

	"github.com/guardstream/guardstream/core/jsonvalue"
)

// Definition is a tool as models are told about it, in the shape of function calling.
type Definition struct {
	Name        string          `json:"name"`
	Description string          `json:"description"`
	Parameters  jsonvalue.Value `json:"parameters"`
}

// Schema returns the JSON Schema of a tool's arguments: the parameters of its definition.
func (g *Guard) Schema(name string) (jsonvalue.Value, error) {
	t, err := g.find(name)
	if err != nil {
		return jsonvalue.Value{}, err
	}
	return t.parameters, nil
}

// PolicyNote is a rule over a tool's calls as people and models read it.
type PolicyNote struct {
	Name   string
	Reason string // its reason, or its name when it has none
	OnFail Outcome
}

// Definition returns a tool's definition. With policies, the description also lists
// the reasons of the rules that check its calls, so that a model can follow them
// before it is refused; every listed line costs tokens in each request.
func (g *Guard) Definition(name string, policies bool) (Definition, error) {
	t, err := g.find(name)
	if err != nil {
		return Definition{}, err
	}
	d := Definition{Name: t.spec.Name, Description: t.spec.Description, Parameters: t.parameters}
	if policies {
		d.Description, err = g.Described(name, d.Description)
	}
	return d, err
}

// Described appends the reasons of the rules that check a tool to a description of it
// as some framework shows it; a tool without rules keeps the description as it is.
func (g *Guard) Described(name, description string) (string, error) {
	notes, err := g.PoliciesOf(name)
	if err != nil || len(notes) == 0 {
		return description, err
	}
	if description != "" {
		description += "\n\n"
	}
	description += "Calls of this tool are checked. A call goes ahead only if:"
	for _, note := range notes {
		description += "\n- " + note.Reason
		if note.OnFail == Escalate {
			description += " (otherwise a person decides)"
		}
	}
	return description, nil
}

// PoliciesOf returns the rules that check a tool's calls in the order they decide in:
// the confirmation first where there is one, then requests and policies, deny ones
// before escalate ones.
func (g *Guard) PoliciesOf(name string) ([]PolicyNote, error) {
	t, err := g.find(name)
	if err != nil {
		return nil, err
	}
	var notes []PolicyNote
	if t.spec.Confirm != nil {
		notes = append(notes, PolicyNote{Name: checkUserConfirmed, OnFail: effect(t.spec.Confirm.OnFail),
			Reason: "the user said yes to a message of yours that names this call's values"})
	}
	for _, rule := range t.rules {
		notes = append(notes, PolicyNote{Name: rule.name, Reason: rule.reason, OnFail: rule.onFail})
	}
	return notes, nil
}

// Checks returns the names of a tool's checks in the order they decide in, each
// with what failing it means.
func (g *Guard) Checks(name string) ([]CheckResult, error) {
	t, err := g.find(name)
	if err != nil {
		return nil, err
	}
	list := make([]CheckResult, len(t.checks))
	for i, c := range t.checks {
		list[i] = CheckResult{Name: c.name, OnFail: c.onFail}
	}
	return list, nil
}

func (g *Guard) find(name string) (*tool, error) {
	if t := g.tools[name]; t != nil {
		return t, nil
	}
	return nil, fmt.Errorf("%w: %q", ErrUnknownTool, name)
}
