package explain

import (
	"github.com/guardstream/guardstream/core"
	"github.com/guardstream/guardstream/core/catalog"
	"github.com/guardstream/guardstream/core/confirmation"
	"github.com/guardstream/guardstream/core/conversation"
	"github.com/guardstream/guardstream/core/jsonvalue"
)

// accepted returns what the user said yes to, the latest first: of a confirmation that
// was not found, the messages that were looked at.
func accepted(tool *catalog.Tool, all messages) []Lookup {
	if tool.Confirm == nil {
		return nil
	}
	roles := make([]conversation.Role, len(all))
	for i, m := range all {
		roles[i] = m.Role
	}
	whole := func(name string, i int, why string) Lookup {
		m := all[i]
		return Lookup{Argument: name, Value: jsonvalue.NewString(m.Text), Places: []Place{{
			Message: i, Role: m.Role, End: m.text.Len(), Quote: m.Text, Counts: why == "", Why: why}}}
	}
	var list []Lookup
	for pair := range confirmation.Pairs(roles, func(i int) bool { return confirmation.Accepts(all[i].Text) }, tool.Confirm.Last) {
		list = append(list, whole(core.EvidenceProposal, pair.Proposal, "it does not propose this call"), whole(core.EvidenceAccepted, pair.Acceptance, ""))
		if len(list) >= 2*maxPlaces {
			break
		}
	}
	return list
}
