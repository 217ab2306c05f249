package schema

// Reserved reports whether a name belongs to the guard: what it is given with a
// call, what it computes, and its checks. No argument, fact, function or policy may
// have such a name, so that an expression never reads something else than it says.
func Reserved(name string) bool { return reserved[name] }

var reserved = map[string]bool{
	// given
	"tool_name": true, "tool_arguments": true, "conversation": true, "conversation_roles": true,
	"user_request": true, "calls_made": true,
	// computed
	"call_arguments": true, "argument_errors": true, "grounding": true, "confirmation": true, "proposal": true,
	// checks
	"known_tool": true, "schema_readable": true, "arguments_valid": true, "arguments_grounded": true,
	"arguments_from_user": true, "no_injected_arguments": true, "no_instructions_in_tool_outputs": true,
	"no_values_from_injections": true, "not_made_before": true, "user_confirmed": true, "request_authorizes": true,
}
