package lint

import (
	"fmt"
	"slices"

	"github.com/guardstream/guardstream/core/catalog"
	"github.com/guardstream/guardstream/core/schema"
)

// Rules that recommend an option where nothing is wrong.

func recommendTaintByValue(in *inspection, t *tool) {
	looks := map[catalog.Injections]string{
		catalog.InjectionsGrounded: "minds instructions in tool outputs for grounded values alone",
		catalog.InjectionsAny:      "minds instructions in tool outputs that have nothing to do with the call",
		catalog.InjectionsOff:      "minds no instructions in tool outputs",
	}
	if how := looks[t.Injections]; t.acts && !t.bare() && how != "" {
		in.warn(t.path("injections"), "seems to do something, and "+how, "injections: value")
	}
}

func recommendExactConfirmation(in *inspection, t *tool) {
	if t.Confirm != nil && t.Confirm.Mode != catalog.ConfirmExact && (t.Confirm.Arguments == nil || len(t.Confirm.Arguments) > 0) {
		in.warn(t.path("confirm"), "a yes to a message that only mentions the values counts", "confirm: {mode: exact}")
	}
}

// recommendOutgoing looks for arguments that people read. A tool that sets something
// sends nobody anything.
func recommendOutgoing(in *inspection, t *tool) {
	sets := slices.ContainsFunc(wordsOf(t.Name), func(word string) bool { return setting[word] })
	if !t.acts || sets || t.Outgoing != nil {
		return
	}
	var names []string
	for _, p := range t.properties {
		if t.isFreeText(p) && slices.ContainsFunc(wordsOf(p.Name), func(w string) bool { return texts[w] }) {
			names = append(names, p.Name)
		}
	}
	if names != nil {
		in.warn(t.path(), fmt.Sprintf("%s may carry links and secrets to others", quoted(names)), "outgoing: {arguments: […]}")
	}
}

// isFreeText reports whether an argument is a text that nothing but its length bounds
// and that need not be written anywhere.
func (t *tool) isFreeText(p schema.Property) bool {
	properties, _ := t.Parameters.Get("properties")
	declared, _ := properties.Get(p.Name)
	for _, bound := range []string{"enum", "const", "format", "pattern"} {
		if _, found := declared.Get(bound); found {
			return false
		}
	}
	return slices.Contains(p.Types, schema.String) && !t.grounds(p.Name)
}

func recommendOnceKey(in *inspection, t *tool) {
	if !t.Once || t.OnceKey != nil || len(t.Ground) == 0 {
		return
	}
	for _, p := range t.properties {
		if t.isFreeText(p) && !t.userSees(p) {
			in.warn(t.path("once"), fmt.Sprintf("the same call with another %s is made again", p.Name), "once_key: the arguments that say what is done, and to what")
			return
		}
	}
}

func recommendObject(in *inspection, t *tool) {
	if t.Request == nil || len(t.Request.Object) > 0 || len(t.Request.Intents) == 0 {
		return
	}
	for _, p := range t.properties {
		if t.grounds(p.Name) && only(p, schema.String) {
			in.warn(t.path("request"), "the user may have asked for this with another object", fmt.Sprintf("object: [%s], so that the sentence that asks names it", p.Name))
			return
		}
	}
}
