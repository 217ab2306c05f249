package lint

import (
	"fmt"

	"github.com/guardstream/guardstream/core/catalog"
	"github.com/guardstream/guardstream/core/conversation"
	"github.com/guardstream/guardstream/core/grounding"
	"github.com/guardstream/guardstream/core/jsonvalue"
	"github.com/guardstream/guardstream/core/schema"
)

// Rules about who gives the values of a call.

const userNames = "ground_from: [user], or confirm, so that the user names it"

// destinationNotGrounded: of an acting tool, an argument that says where something goes
// is neither grounded nor the user's otherwise.
func destinationNotGrounded(in *inspection, t *tool) {
	for _, p := range t.properties {
		if t.acts && t.isDestination(p) && !t.grounds(p.Name) && !t.userSees(p) {
			in.warn(t.path("parameters", "properties", p.Name),
				fmt.Sprintf("%s seems to say where something goes, and need not be written anywhere", p.Name),
				fmt.Sprintf("ground: {%s: …} with %s", p.Name, userNames))
		}
	}
}

// destinationFromTools: ... may be given by any tool output. A source that the user has to
// name (delegate) is none of those.
func destinationFromTools(in *inspection, t *tool) {
	for _, p := range t.properties {
		if t.acts && t.isDestination(p) && t.grounds(p.Name) && t.gives(conversation.Tool) && !t.userSees(p) {
			at := t.path("ground", p.Name)
			if in.says(t, "ground_from") {
				at = t.path("ground_from")
			}
			in.warnAt(in.catalog.At(at...), t.path("ground", p.Name),
				fmt.Sprintf("%s seems to say where something goes, and a tool output may name it", p.Name), userNames)
		}
	}
}

func groundedByAssistant(in *inspection, t *tool) {
	if len(t.Ground) > 0 && t.gives(conversation.Assistant) {
		in.warn(t.path("ground_from"), "the assistant's own words give grounded values",
			"take assistant out: what the user or a tool wrote can be quoted there")
	}
}

func looseMatcher(in *inspection, t *tool) {
	loose := func(matches []catalog.Match, path ...string) {
		for _, m := range matches {
			if p, known := t.property(m.Argument); m.Matcher == grounding.Substring && !(known && only(p, schema.Number, schema.Integer, schema.Boolean)) {
				in.warn(append(t.path(path...), m.Argument),
					fmt.Sprintf("substring finds %s inside of other values", m.Argument),
					"token or whole; id for identifiers, url for addresses")
			}
		}
	}
	loose(t.Ground, "ground")
	if t.Confirm != nil {
		loose(t.Confirm.Match, "confirm", "match")
	}
}

func injectionsOff(in *inspection, t *tool) {
	if t.acts && t.Injections == catalog.InjectionsOff && len(t.Ground) > 0 && t.gives(conversation.Tool) {
		in.warn(t.path("injections"), "values may come from tool outputs that carry instructions",
			"leave injections out (grounded), or ground_from: [user]")
	}
}

// groundsUnwritable: booleans are looked for as the words True and False, objects as
// their JSON text.
func groundsUnwritable(in *inspection, t *tool) {
	for _, m := range t.Ground {
		if p, known := t.property(m.Argument); known && only(p, schema.Boolean, schema.Object) {
			in.warn(t.path("ground", m.Argument), fmt.Sprintf("nobody writes %s, a %s, in a conversation", m.Argument, p.Types[0]),
				"ground its texts and numbers, or confirm")
		}
	}
}

// groundsDefault: only the default of an empty text needs no place in the conversation.
func groundsDefault(in *inspection, t *tool) {
	for _, m := range t.Ground {
		p, known := t.property(m.Argument)
		if !known || !p.HasDefault || p.Default.IsNull() || p.Default.Kind() == jsonvalue.String && p.Default.Text() == "" {
			continue
		}
		in.warn(t.path("ground", m.Argument),
			fmt.Sprintf("without %s its default is taken, and the call is denied unless somebody wrote it", m.Argument),
			"take the default out and make it required, or do not ground it")
	}
}
