package core

// schema_readable (escalate, semantics §3): the tool's schema, adopted from a server,
// can be read. Nobody can say what arguments such a tool takes, so a person decides
// about every call of it; the other checks of arguments find nothing to look at.

const checkSchemaReadable = "schema_readable"

func schemaReadable(t *tool) check {
	return check{name: checkSchemaReadable, onFail: Escalate, step: stepPerson, run: func(*examination) verdict {
		if t.schemaProblem != "" {
			return fail("the tool's schema cannot be read: " + t.schemaProblem)
		}
		return pass()
	}}
}
