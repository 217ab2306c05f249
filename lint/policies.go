package lint

import (
	"fmt"
	"slices"
	"strings"

	"github.com/guardstream/guardstream/core/catalog"
	"github.com/guardstream/guardstream/core/policy"
)

// Rules about policies and what they read.

func neverApplies(in *inspection) {
	applied := make(map[string]bool)
	for _, t := range in.tools {
		for _, p := range t.applying.Policies {
			applied[p.Name] = true
		}
	}
	for _, p := range in.catalog.Policies {
		if !applied[p.Name] {
			in.warn([]string{"policies", p.Name, "expr"}, "checks no call: "+in.whyNot(p), "tools: [the tools it is for], or other names")
		}
	}
}

// whyNot says why a policy for every tool applies to none.
func (in *inspection) whyNot(p catalog.Policy) string {
	names, err := policy.Variables(p.Expr)
	if err != nil || len(in.tools) == 0 {
		return "there is no tool"
	}
	provided := slices.Clone(catalog.GivenVariables)
	for _, f := range in.catalog.Facts {
		provided = append(provided, f.Name)
	}
	for _, f := range in.catalog.Functions {
		provided = append(provided, f.Name)
	}
	for _, t := range in.tools {
		arguments, _ := t.ArgumentNames()
		provided = append(provided, arguments...)
	}
	var missing []string
	for _, name := range names {
		if !slices.Contains(provided, name) {
			missing = append(missing, name)
		}
	}
	if missing == nil {
		return "no tool has all of " + quoted(names)
	}
	return "nothing provides " + quoted(missing)
}

// withoutReason: a person who is asked sees the reason; a model that is refused can
// follow it.
func withoutReason(in *inspection) {
	for _, p := range in.catalog.Policies {
		if p.OnFail == catalog.Escalate && strings.TrimSpace(p.Reason) == "" {
			in.warn([]string{"policies", p.Name}, "the person who is asked is not told why", "reason: what the person has to think about")
		}
	}
}

// escalationToNobody looks at what the catalog itself sends to people. Calls that
// cannot be evaluated go to people always.
func escalationToNobody(in *inspection) {
	if !in.options.Unattended {
		return
	}
	warn := func(path []string, advice string) {
		in.warn(path, "sends calls to people, and nobody answers here", advice)
	}
	for i := range in.tools {
		t := &in.tools[i]
		if t.Once {
			warn(t.path("once"), "a policy over calls_made denies instead")
		}
		if t.Injections == catalog.InjectionsAny {
			warn(t.path("injections"), "leave it out, and ground_from: [user]")
		}
		if t.ToolValues == catalog.Escalate && len(t.Ground) > 0 {
			warn(t.path("tool_values"), "tool_values: deny")
		}
		if len(t.Delegate) > 0 && t.DelegateOn == catalog.DelegateEscalate {
			warn(t.path("delegate_on"), "take delegate out, or delegate_on: allow")
		}
		if t.Outgoing != nil && (t.Outgoing.OnFail == catalog.Escalate || t.Outgoing.Secrets == catalog.SecretsEscalate) {
			warn(t.path("outgoing"), "on_fail: deny and secrets: deny")
		}
		if t.Firewall != nil && t.Firewall.OnFail == catalog.Escalate {
			warn(t.path("firewall", "on_fail"), "on_fail: deny")
		}
		if t.Confirm != nil && t.Confirm.OnFail == catalog.Escalate {
			warn(t.path("confirm", "on_fail"), "on_fail: deny")
		}
		if t.Request != nil && t.Request.OnFail == catalog.Escalate {
			warn(t.path("request"), "on_fail: deny")
		}
	}
	for _, p := range in.catalog.Policies {
		if p.OnFail == catalog.Escalate {
			warn([]string{"policies", p.Name, "on_fail"}, "on_fail: deny")
		}
	}
}

// nothingReads: facts and functions that no policy needs, by way of others either. A
// confirmation reads the fact that names ids, a firewall all facts.
func nothingReads(in *inspection) {
	read := make(map[string]bool)
	note := func(expr string) {
		names, err := policy.Variables(expr)
		for _, name := range names {
			read[name] = read[name] || err == nil
		}
	}
	for _, p := range in.catalog.Policies {
		note(p.Expr)
	}
	for _, f := range in.catalog.Functions {
		note(f.Expr)
	}
	anyFact := false
	for _, t := range in.tools {
		anyFact = anyFact || t.Firewall != nil
		if t.Confirm != nil {
			read[t.Confirm.Names] = true
		}
	}
	for _, f := range in.catalog.Facts {
		if !read[f.Name] && !anyFact {
			in.warn([]string{"facts", f.Name}, fmt.Sprintf("nothing reads %s", f.Name), "take it out, or the policy that was to read it is missing")
		}
	}
	for _, f := range in.catalog.Functions {
		if !read[f.Name] {
			in.warn([]string{"functions", f.Name}, fmt.Sprintf("nothing reads %s", f.Name), "take it out, or the policy that was to read it is missing")
		}
	}
}
