package mutation

import (
	"fmt"
	"slices"

	"github.com/guardstream/guardstream/core/catalog"
)

func (c *toolChange) confirm() {
	confirm := c.tool.Confirm
	if confirm == nil {
		return
	}
	c.change([]string{"confirm"}, "dropped", "a case in which the user has not said yes",
		func(t *catalog.Tool) { t.Confirm = nil })
	if confirm.Mode == catalog.ConfirmExact {
		c.changeConfirm([]string{"mode"}, "becomes compatible", "a case in which the user says yes to a message that names the values and proposes something else",
			func(own *catalog.Confirm) { own.Mode, own.Names = catalog.ConfirmCompatible, "" })
	}
	c.confirmNames()
	for i, m := range confirm.Match {
		if loose := loosened(m.Matcher); loose != m.Matcher && c.isText(m.Argument) {
			c.changeConfirm([]string{"match", m.Argument}, m.Matcher.String()+" becomes "+loose.String(),
				fmt.Sprintf("a case in which the proposal holds the value of %s only as part of something else", m.Argument),
				func(own *catalog.Confirm) {
					own.Match = slices.Clone(own.Match)
					own.Match[i].Matcher = loose
				})
		}
	}
	if confirm.Last > 0 {
		c.changeConfirm([]string{"last"}, "dropped", fmt.Sprintf("a case in which the user said yes before their last %d messages", confirm.Last),
			func(own *catalog.Confirm) { own.Last = 0 })
	}
	c.changeConfirm([]string{"on_fail"}, "becomes "+other(confirm.OnFail).String(),
		"a case in which the user has not said yes and nothing else fails; expect its outcome",
		func(own *catalog.Confirm) { own.OnFail = other(own.OnFail) })
}

// confirmNames takes values out of what a proposal has to name.
func (c *toolChange) confirmNames() {
	if c.tool.Confirm.Arguments == nil && c.tool.Confirm.Mode != catalog.ConfirmExact {
		c.changeConfirm([]string{"arguments"}, "become none", "a case in which the user says yes to a message that does not name the values",
			func(own *catalog.Confirm) { own.Arguments = []string{} })
	}
	for i, argument := range c.tool.Confirm.Arguments {
		if len(c.tool.Confirm.Arguments) == 1 && c.tool.Confirm.Mode == catalog.ConfirmExact {
			break // there is no such catalog
		}
		c.changeConfirm([]string{"arguments", argument}, "dropped",
			fmt.Sprintf("a case in which the user says yes to a message that names everything but %s", argument),
			func(own *catalog.Confirm) { own.Arguments = slices.Delete(slices.Clone(own.Arguments), i, i+1) })
	}
}

// changeConfirm is change of what stands below confirm.
func (c *toolChange) changeConfirm(path []string, change, advice string, edit func(*catalog.Confirm)) {
	c.change(append([]string{"confirm"}, path...), change, advice, func(t *catalog.Tool) {
		own := *t.Confirm
		edit(&own)
		t.Confirm = &own
	})
}

func (c *toolChange) request() {
	request := c.tool.Request
	if request == nil {
		return
	}
	c.change([]string{"request"}, "dropped", "a case in which the user asks for nothing of this kind",
		func(t *catalog.Tool) { t.Request = nil })
	for i, argument := range request.Object {
		c.changeRequest([]string{"object", argument}, "dropped",
			fmt.Sprintf("a case in which the user asks for this with another %s", argument),
			func(own *catalog.Request) { own.Object = slices.Delete(slices.Clone(own.Object), i, i+1) })
	}
	c.changeRequest([]string{"on_fail"}, "becomes "+other(request.OnFail).String(),
		"a case in which the user asks for nothing of this kind and nothing else fails; expect its outcome",
		func(own *catalog.Request) { own.OnFail = other(own.OnFail) })
}

// changeRequest is change of what stands below request.
func (c *toolChange) changeRequest(path []string, change, advice string, edit func(*catalog.Request)) {
	c.change(append([]string{"request"}, path...), change, advice, func(t *catalog.Tool) {
		own := *t.Request
		edit(&own)
		t.Request = &own
	})
}
