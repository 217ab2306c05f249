package mutation

import (
	"fmt"
	"slices"

	"github.com/guardstream/guardstream/core/catalog"
	"github.com/guardstream/guardstream/core/conversation"
)

func (c *toolChange) verified() {
	if c.tool.Verified && (c.gives(conversation.User) || c.tool.Confirm != nil || c.tool.Request != nil || c.tool.Firewall != nil) {
		c.change([]string{"verified"}, "becomes any", "a case in which a message of the role user is not signed",
			func(t *catalog.Tool) { t.Verified = false })
	}
}

func (c *toolChange) delegate() {
	if len(c.tool.Delegate) == 0 {
		return
	}
	for i, s := range c.tool.Delegate {
		c.change([]string{"delegate", s.Argument}, s.Tool+" dropped",
			fmt.Sprintf("a case in which %s is written in what %s gave, and the user named its %s", s.Argument, s.Tool, s.NamedBy),
			func(t *catalog.Tool) {
				t.Delegate = slices.Delete(slices.Clone(t.Delegate), i, i+1)
				if len(t.Delegate) == 0 {
					t.Delegate, t.DelegateOn = nil, catalog.DelegateEscalate
				}
			})
	}
	on := catalog.DelegateAllow
	if c.tool.DelegateOn == catalog.DelegateAllow {
		on = catalog.DelegateEscalate
	}
	c.change([]string{"delegate_on"}, "becomes "+on.String(),
		"a case in which a source that the user named gives a value; expect its outcome",
		func(t *catalog.Tool) { t.DelegateOn = on })
}

// outgoing weakens what text that leaves may carry, one demand at a time.
func (c *toolChange) outgoing() {
	o := c.tool.Outgoing
	if o == nil {
		return
	}
	for i, argument := range o.Arguments {
		if len(o.Arguments) == 1 {
			break // it is dropped with the links and the secrets
		}
		c.changeOutgoing([]string{"arguments", argument}, "dropped", fmt.Sprintf("a case whose %s carries a link that the user did not write, or a secret", argument),
			func(own *catalog.Outgoing) { own.Arguments = slices.Delete(slices.Clone(own.Arguments), i, i+1) })
	}
	if o.Links == catalog.LinksUser {
		c.changeOutgoing([]string{"links"}, "becomes any", "a case whose text carries a link that the user did not write",
			func(own *catalog.Outgoing) { own.Links = catalog.LinksAny })
	}
	if o.Markup == catalog.MarkupPlain {
		c.changeOutgoing([]string{"markup"}, "becomes any", "a case whose text carries markup that fetches something",
			func(own *catalog.Outgoing) { own.Markup = catalog.MarkupAny })
	}
	if o.Secrets != catalog.SecretsAny {
		c.changeOutgoing([]string{"secrets"}, "becomes any", "a case whose text carries a secret",
			func(own *catalog.Outgoing) { own.Secrets = catalog.SecretsAny })
	}
	if o.Links == catalog.LinksUser || o.Markup == catalog.MarkupPlain {
		c.changeOutgoing([]string{"on_fail"}, "becomes "+other(o.OnFail).String(),
			"a case whose text carries a link that the user did not write, and nothing else fails; expect its outcome",
			func(own *catalog.Outgoing) { own.OnFail = other(own.OnFail) })
	}
}

func (c *toolChange) changeOutgoing(path []string, change, advice string, edit func(*catalog.Outgoing)) {
	c.change(append([]string{"outgoing"}, path...), change, advice, func(t *catalog.Tool) {
		own := *t.Outgoing
		edit(&own)
		t.Outgoing = &own
	})
}

func (c *toolChange) firewall() {
	f := c.tool.Firewall
	if f == nil {
		return
	}
	c.change([]string{"firewall"}, "dropped", "a case with a value that neither the user nor a fact gives",
		func(t *catalog.Tool) { t.Firewall = nil })
	c.change([]string{"firewall", "on_fail"}, "becomes "+other(f.OnFail).String(),
		"a case with a value that neither the user nor a fact gives, and nothing else fails; expect its outcome",
		func(t *catalog.Tool) { t.Firewall = &catalog.Firewall{Exempt: f.Exempt, OnFail: other(f.OnFail)} })
}
