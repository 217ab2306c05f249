package conformance

// kinds is every kind of vector. A kind without a runner is one whose part of the
// guard is not built: its vectors fail.
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
	{name: "check"},
	{name: "session"},
	{name: "decision_text"},
}
