package catalogtest

import (
	"slices"

	"github.com/guardstream/guardstream/core"
	"github.com/guardstream/guardstream/core/catalog"
	"github.com/guardstream/guardstream/core/conversation"
)

// Coverage says what the cases exercise, tool by tool.
type Coverage struct {
	Tools    []ToolCoverage  // in the order declared
	Policies []CheckCoverage // of all tools together, in the order declared
}

// ToolCoverage says what the cases exercise of a tool.
type ToolCoverage struct {
	Tool   string
	Cases  int             // that call it
	Checks []CheckCoverage // in the order they decide in
}

// CheckCoverage counts what became of a check.
type CheckCoverage struct {
	Name         string
	Passed       int
	Failed       int
	NotEvaluated int
}

// Gap is something that no case exercises.
type Gap struct {
	Tool  string // "" for a policy, which may check several tools
	Check string // "" for a tool that no case calls
	What  string // "has no case", "never passed", "never failed", "never evaluated"
}

// String is the gap in words.
func (g Gap) String() string {
	switch {
	case g.Check == "":
		return g.Tool + " " + g.What
	case g.Tool == "":
		return "policy " + g.Check + " " + g.What
	default:
		return g.Tool + ": " + g.Check + " " + g.What
	}
}

// canFail reports whether there can be a case that a check of the tool fails. Gaps that
// nobody can fill are none.
func canFail(t *catalog.Tool, check string) bool {
	gives := func(role conversation.Role) bool { return slices.Contains(t.Roles(), role) }
	switch check {
	case "schema_readable": // adopted schemas come from servers; those of a catalog are readable
		return false
	case "no_injected_arguments":
		minds := t.Injections == catalog.InjectionsGrounded || t.Injections == catalog.InjectionsAny
		return minds && gives(conversation.Tool) || t.ScanUser && gives(conversation.User)
	default:
		return true
	}
}

func coverageOf(guard *core.Guard, results []Result) Coverage {
	var c Coverage
	declared := guard.Catalog()
	for i := range declared.Tools {
		tool := ToolCoverage{Tool: declared.Tools[i].Name}
		checks, err := guard.Checks(tool.Tool)
		if err != nil {
			continue // a guard knows the tools of its catalog
		}
		at := make(map[string]int)
		for _, check := range checks {
			if canFail(&declared.Tools[i], check.Name) {
				at[check.Name] = len(tool.Checks)
				tool.Checks = append(tool.Checks, CheckCoverage{Name: check.Name})
			}
		}
		for _, result := range results {
			if result.Case.Call.Name != tool.Tool {
				continue
			}
			tool.Cases++
			if result.Decision == nil {
				continue
			}
			for _, check := range result.Decision.Checks {
				if i, counted := at[check.Name]; counted {
					tool.Checks[i].count(check.State)
				}
			}
		}
		c.Tools = append(c.Tools, tool)
	}
	c.Policies = c.overTools(declared.Policies)
	return c
}

func (c *CheckCoverage) count(state string) {
	switch state {
	case statePassed:
		c.Passed++
	case stateFailed:
		c.Failed++
	case stateNotEvaluated:
		c.NotEvaluated++
	}
}

// overTools sums up each policy over the tools that it checks.
func (c Coverage) overTools(policies []catalog.Policy) []CheckCoverage {
	all := make([]CheckCoverage, len(policies))
	at := make(map[string]int, len(policies))
	for i, p := range policies {
		all[i].Name, at[p.Name] = p.Name, i
	}
	for _, tool := range c.Tools {
		for _, check := range tool.Checks {
			if i, isPolicy := at[check.Name]; isPolicy {
				all[i].Passed += check.Passed
				all[i].Failed += check.Failed
				all[i].NotEvaluated += check.NotEvaluated
			}
		}
	}
	return all
}

// Gaps lists what no case exercises: tools without a case, and checks and policies that
// did not pass and fail at least once each. A policy counts over all its tools.
func (c Coverage) Gaps() []Gap {
	var gaps []Gap
	policies := make(map[string]bool, len(c.Policies))
	for _, p := range c.Policies {
		policies[p.Name] = true
	}
	for _, tool := range c.Tools {
		if tool.Cases == 0 {
			gaps = append(gaps, Gap{Tool: tool.Tool, What: "has no case"})
			continue
		}
		for _, check := range tool.Checks {
			if what := check.gap(); what != "" && !policies[check.Name] {
				gaps = append(gaps, Gap{tool.Tool, check.Name, what})
			}
		}
	}
	for _, p := range c.Policies {
		if what := p.gap(); what != "" {
			gaps = append(gaps, Gap{Check: p.Name, What: what})
		}
	}
	return gaps
}

func (c CheckCoverage) gap() string {
	switch {
	case c.Passed+c.Failed == 0:
		return "never evaluated"
	case c.Passed == 0:
		return "never passed"
	case c.Failed == 0:
		return "never failed"
	default:
		return ""
	}
}
