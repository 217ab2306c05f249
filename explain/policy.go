package explain

import (
	"context"
	"strings"

	"github.com/guardstream/guardstream/core"
	"github.com/guardstream/guardstream/core/catalog"
	"github.com/guardstream/guardstream/core/jsonvalue"
	"github.com/guardstream/guardstream/core/policy"
	"github.com/guardstream/guardstream/internal/celsyntax"
)

// explainPolicy computes again what a policy read, and each part of it that had to hold.
func explainPolicy(ctx context.Context, guard *core.Guard, r core.Request, p *catalog.Policy) (*Policy, error) {
	explained := &Policy{Expr: strings.TrimSpace(p.Expr), Reason: strings.TrimSpace(p.Reason)}
	names, err := policy.Variables(p.Expr)
	if err != nil {
		return nil, err
	}
	tree, err := celsyntax.Parse(p.Expr)
	if err != nil {
		return nil, err
	}
	exprs := append([]string{}, names...)
	for _, part := range celsyntax.Conjuncts(tree.Root()) {
		explained.Parts = append(explained.Parts, Part{Expr: tree.Text(part)})
		exprs = append(exprs, tree.Text(part))
	}
	computed, err := guard.Evaluate(ctx, r, exprs...)
	if err != nil {
		return nil, err
	}
	for i, name := range names {
		read := Read{Name: name, Value: computed[i].Value, Given: computed[i].Err == nil}
		if !read.Given {
			read.Why = computed[i].Err.Error()
		}
		explained.Reads = append(explained.Reads, read)
	}
	for i := range explained.Parts {
		c := computed[len(names)+i]
		if c.Err != nil {
			explained.Parts[i].Why = c.Err.Error()
		}
		explained.Parts[i].Holds = c.Value.Bool()
	}
	return explained, nil
}

// shortValue writes a value for a line of text.
func shortValue(v jsonvalue.Value) string { return short(v.Write(jsonvalue.Readable)) }

// maxShown is how many characters a line tells of a value or a quote.
const maxShown = 120

func short(text string) string {
	count := 0
	for i := range text {
		if count++; count > maxShown {
			return text[:i] + "…"
		}
	}
	return text
}
