package core

import (
	"github.com/guardstream/guardstream/core/catalog"
)

// checksOf is the order of the checks (semantics §12), and the only place that knows
// it: every check that denies, then every check that escalates, so that a deny always
// wins and the first failed check decides.
func checksOf(t *tool) []check {
	confirmation := func(onFail Outcome) []check {
		if t.spec.Confirm == nil || effect(t.spec.Confirm.OnFail) != onFail {
			return nil
		}
		return []check{userConfirmed(onFail)}
	}
	outgoing := func(onFail Outcome) []check { return outgoingChecks(t.spec, onFail) }
	grounded := len(t.ground) > 0
	var list []check
	add := func(when bool, checks ...check) {
		if when {
			list = append(list, checks...)
		}
	}

	add(true, argumentsValid())
	add(grounded, argumentsGrounded())
	add(t.spec.Injections == catalog.InjectionsValue, noValuesFromInjections())
	add(true, outgoing(Deny)...)
	add(true, confirmation(Deny)...)
	add(true, rulesOf(t, Deny)...)

	add(true, schemaReadable(t))
	add(grounded && (t.toolValuesEscalate || len(t.spec.Delegate) > 0), argumentsFromUser())
	add(grounded && (t.readsTaint || t.spec.ScanUser), noInjectedArguments())
	add(t.spec.Injections == catalog.InjectionsAny, noInstructionsInToolOutputs())
	add(true, outgoing(Escalate)...)
	add(t.spec.Once, notMadeBefore())
	add(true, confirmation(Escalate)...)
	add(true, rulesOf(t, Escalate)...)
	return list
}

// outgoingChecks returns the checks of what leaves with a call that fail with this outcome.
func outgoingChecks(t *catalog.Tool, onFail Outcome) []check {
	var list []check
	if o := t.Outgoing; o != nil {
		if o.Secrets != catalog.SecretsAny && outgoingSecretsFail(o.Secrets) == onFail {
			list = append(list, noSecretsInOutgoingText(onFail))
		}
		if (o.Links == catalog.LinksUser || o.Markup == catalog.MarkupPlain) && effect(o.OnFail) == onFail {
			list = append(list, outgoingLinksFromUser(o))
		}
	}
	if f := t.Firewall; f != nil && effect(f.OnFail) == onFail {
		list = append(list, allValuesGiven(f))
	}
	return list
}

// effect is a catalog's word for an outcome.
func effect(e catalog.Effect) Outcome {
	if e == catalog.Escalate {
		return Escalate
	}
	return Deny
}
