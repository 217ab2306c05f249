package lint

import "slices"

// Rule is one kind of weakness.
type Rule struct {
	Name  string // stable: what silences it
	About string // what it looks for and why, for documentation
	// Recommends says that it looks for an option that would do better, not for a
	// weakness.
	Recommends bool

	inCatalog func(*inspection)
	inTool    func(*inspection, *tool)
}

// Rules returns what is looked for, in the order of the warnings.
func Rules() []Rule { return slices.Clone(rules) }

// rules are all rules: first who gives the values of calls, then what else stands
// before an action, then policies, then what does nothing, then what would do better.
var rules = []Rule{
	{Name: "destination-not-grounded", inTool: destinationNotGrounded,
		About: "An argument of an acting tool that says where something goes need not be written anywhere: a model may invent it, or be told it by an injection."},
	{Name: "destination-from-tools", inTool: destinationFromTools,
		About: "An argument of an acting tool that says where something goes may come from a tool output: who writes there chooses who is paid."},
	{Name: "grounded-by-assistant", inTool: groundedByAssistant,
		About: "The assistant's own words may give grounded values: what the model makes up is then grounded once it has said it."},
	{Name: "loose-matcher", inTool: looseMatcher,
		About: "substring finds a value inside of another: 12 in 4125, ann in hannah."},
	{Name: "injections-off", inTool: injectionsOff,
		About: "A tool that acts, whose values may come from tool outputs, does not look at the instructions in these."},

	{Name: "unguarded", inTool: unguarded,
		About: "Nothing but the schema stands before an acting tool."},
	{Name: "repeatable", inTool: repeatable,
		About: "An acting tool has neither once nor confirm: a model that loops, or a retry, acts again."},
	{Name: "confirms-nothing", inTool: confirmsNothing,
		About: "A confirmation names no argument: a yes to anything is a yes to every call."},
	{Name: "request-finds-everything", inTool: requestFindsEverything,
		About: "A phrase of a request is found in texts that ask for nothing."},
	{Name: "request-of-another-kind", inTool: requestOfAnotherKind,
		About: "Nothing that the tool and its arguments say of themselves asks for the intents of its request; others it does ask for."},

	{Name: "policy-never-applies", inCatalog: neverApplies,
		About: "A policy reads something that no tool, fact or function provides: it checks no call."},
	{Name: "policy-always-same", inCatalog: alwaysSame,
		About: "A policy holds for every input, or for none."},
	{Name: "policy-without-reason", inCatalog: withoutReason,
		About: "A policy that sends calls to people does not say why: the person sees a name."},
	{Name: "escalation-to-nobody", inCatalog: escalationToNobody,
		About: "Nobody answers escalations where the catalog is used (unattended), and it sends calls to people: they wait for ever."},

	{Name: "grounds-unwritable", inTool: groundsUnwritable,
		About: "A grounded argument is a boolean or an object, which nobody writes in words."},
	{Name: "grounds-default", inTool: groundsDefault,
		About: "A grounded argument has a default that has to be written too when the argument is absent."},
	{Name: "without-effect", inTool: withoutEffect,
		About: "A setting changes nothing: something else it needs is not there."},
	{Name: "nothing-reads", inCatalog: nothingReads,
		About: "A fact or function that nothing reads."},
	{Name: "schema", inTool: schemaWarnings,
		About: "Something in the schema of the arguments is not read, or not as its author may think; an unknown type means any value."},

	{Name: "taint-by-value", Recommends: true, inTool: recommendTaintByValue,
		About: "injections: value also denies what stands in arguments that nobody grounds and only instructions in a tool output say, and lets calls pass that have nothing to do with them."},
	{Name: "exact-confirmation", Recommends: true, inTool: recommendExactConfirmation,
		About: "confirm: {mode: exact} takes a yes to a proposal of this call only, and uses it up."},
	{Name: "outgoing-text", Recommends: true, inTool: recommendOutgoing,
		About: "outgoing keeps links that the user did not write, and secrets, out of a text that leaves."},
	{Name: "key-of-once", Recommends: true, inTool: recommendOnceKey,
		About: "once_key: without it, the same call with another free text is another call."},
	{Name: "object-of-request", Recommends: true, inTool: recommendObject,
		About: "request.object: without it, a request for anything of this kind is a request for this."},
}
