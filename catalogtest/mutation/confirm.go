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
	if c.tool.Confirm.Arguments == nil {
		c.changeConfirm([]string{"arguments"}, "become none", "a case in which the user says yes to a message that does not name the values",
			func(own *catalog.Confirm) { own.Arguments = []string{} })
	}
	for i, argument := range c.tool.Confirm.Arguments {
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
