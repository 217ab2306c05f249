package conformance

// kinds is every kind of vector that the README beside the vectors describes.
var kinds = [...]kind{
	{name: "toolcall", run: runToolcall},
	{name: "messages", run: runMessages},
	{name: "conversation", run: runConversation},
	{name: "occurrences", run: runOccurrences},
	{name: "urls", run: runURLs},
	{name: "accepts", run: runAccepts},
	{name: "accepted_proposals", run: runAcceptedProposals},
	{name: "intents", run: runIntents},
	{name: "injection", run: runInjection, same: sameMembers(free("passages"), optional("passages"), optional("tainted_user"))},
	{name: "schema", run: runSchema, same: sameSchema},
	{name: "check", run: runCheck, same: sameMembers(free("missing_reported"))},
	{name: "session", run: runSession, same: sameSession},
	{name: "decision_text", run: runDecisionText},
}
