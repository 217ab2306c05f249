package core

import (
	"strings"

	"github.com/guardstream/guardstream/core/catalog"
	"github.com/guardstream/guardstream/core/conversation"
	"github.com/guardstream/guardstream/core/grounding"
	"github.com/guardstream/guardstream/core/jsonvalue"
	"github.com/guardstream/guardstream/core/links"
	"github.com/guardstream/guardstream/core/weburl"
)

// outgoing_links_from_user (deny or escalate, semantics §6, outgoing text): a link in
// text that leaves with the call is one that the user wrote, the same address. With
// markup: plain, whatever an image or other markup makes a program fetch counts as a
// link: a picture with the data in its address leaves without anybody's click.

const checkOutgoingLinks = "outgoing_links_from_user"

func outgoingLinksFromUser(o *catalog.Outgoing) check {
	return check{name: checkOutgoingLinks, onFail: effect(o.OnFail), step: stepLeaveOut,
		run: needingArguments(func(c *examination) verdict {
			var foreign []string
			for _, l := range c.outgoingTexts() {
				var all []links.Link
				if o.Links == catalog.LinksUser {
					all = links.Find(l.value.Text())
				}
				if o.Markup == catalog.MarkupPlain {
					all = append(all, links.Fetched(l.value.Text())...)
				}
				for _, link := range all {
					if len(foreign) < maxErrorsTold && !c.userWroteLink(link) {
						foreign = append(foreign, l.path+": "+shorten(link.Text))
					}
				}
			}
			switch {
			case c.exhausted():
				return cannotEvaluate(tooMuch)
			case len(foreign) > 0:
				return fail("links that the user did not write: " + strings.Join(foreign, ", "))
			default:
				return pass()
			}
		})}
}

// outgoingTexts returns the texts of the arguments that leave with the call.
func (c *examination) outgoingTexts() []leaf {
	var texts []leaf
	for _, l := range c.leaves() {
		for _, name := range c.tool.spec.Outgoing.Arguments {
			if l.argument == name && l.value.Kind() == jsonvalue.String {
				texts = append(texts, l)
			}
		}
	}
	return texts
}

// userWroteLink reports whether the user's own words have the same address; of what is no
// plain address, the same text.
func (c *examination) userWroteLink(link links.Link) bool {
	value, matcher := jsonvalue.NewString(link.Text), grounding.URL
	if _, plain := weburl.Parse(link.Text); !plain {
		matcher = grounding.Whole
	}
	needle := grounding.NewNeedle(value, matcher, grounding.NoLocale)
	for _, m := range c.transcript.candidates(needle) {
		if m.Role == conversation.User && c.compare(len(m.Text)) {
			if _, found := needle.First(m.text); found {
				return true
			}
		}
	}
	return false
}
