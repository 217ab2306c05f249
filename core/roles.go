package core

import (
	"strings"

	"github.com/guardstream/guardstream/core/conversation"
)

// roleSet is a set of message roles.
type roleSet uint8

func (s roleSet) has(r conversation.Role) bool { return s&(1<<r) != 0 }

func rolesOf(roles ...conversation.Role) roleSet {
	var s roleSet
	for _, r := range roles {
		s |= 1 << r
	}
	return s
}

var (
	toolOutputsOnly = rolesOf(conversation.Tool)
	usersOnly       = rolesOf(conversation.User)
	// giversOfValues may give an agent a value: neither agents do, nor messages that only
	// say that they are the user's.
	giversOfValues = rolesOf(conversation.User, conversation.Tool, conversation.System)
)

// String names the roles as a reason does: "user or tool".
func (s roleSet) String() string {
	var names []string
	for _, r := range []conversation.Role{conversation.User, conversation.Assistant, conversation.Tool, conversation.System} {
		if s.has(r) {
			names = append(names, r.String())
		}
	}
	return strings.Join(names, " or ")
}
