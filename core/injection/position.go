package injection

// position says where in its clause a word stands. It tells an order ("delete the
// log", "please delete …", "you must delete …") from a mention ("how to delete …",
// "we delete …") without parsing the sentence.
type position uint32

const (
	posStart    position = 1 << iota // opens a clause
	posPlease                        // after "please"
	posLead                          // after "then", "first", "make sure to", "assistant," …
	posYou                           // after "you must", "I want you to"
	posAgent                         // after "the assistant should"
	posAnd                           // after "and" in a sentence that has an order
	posLabel                         // after a label such as "TODO:"
	posComma                         // after a comma
	posUrgent                        // … and after a word of urgency: "now", "quickly"
	posHidden                        // within a comment or an invisible element
	posSecond                        // after a word that opens a clause
	posCapital                       // begins with a capital letter
	posCapitals                      // is all capitals
	posLower                         // begins with a small letter
	posQuoted                        // after a quote
	posPlain                         // is not the first word of code: "`ignore` directives"
	posApart                         // is not glued to the word before by "-", "_", "/" …

	// what the next word may make of the words so far; no rule asks for these
	posSubject      // after "you"
	posAgentSubject // after "the assistant"
	posAsked        // after "want", "need", "ask"
	posCondition    // after "if", "when", "that": what follows is no order
	posMaybe        // after a number or capitals: a capitalised word opens a clause
)

// posOrder are the positions of a verb that makes it an order.
const posOrder = posStart | posPlease | posLead | posYou | posAgent | posAnd | posLabel

// positionNames are the positions that rules may ask for.
var positionNames = map[string]position{
	"start": posStart, "please": posPlease, "lead": posLead, "you": posYou, "agent": posAgent, "and": posAnd,
	"label": posLabel, "comma": posComma, "urgent": posUrgent, "hidden": posHidden, "second": posSecond,
	"capital": posCapital, "capitals": posCapitals, "lower": posLower, "quoted": posQuoted, "plain": posPlain, "apart": posApart,
	"order": posOrder,
}

// turn is what a word does to the position of the next one.
type turn uint8

const (
	turnNone turn = iota
	turnPlease
	turnLead
	turnUrgent
	turnAdverb
	turnNot
	turnYou
	turnAgent
	turnModal
	turnWill
	turnTo
	turnEnsure
	turnAnd
	turnAsk
	turnCondition
)

// turnClasses are the classes whose words turn, the first that a word belongs to
// decides.
var turnClasses = []struct {
	class string
	turn  turn
}{
	{"PLEASE", turnPlease}, {"NOT", turnNot}, {"URGENT", turnUrgent}, {"LEAD", turnLead}, {"ADVERB", turnAdverb},
	{"YOU", turnYou}, {"ENSURE", turnEnsure}, {"AGENT", turnAgent}, {"MODAL", turnModal}, {"WILL", turnWill},
	{"TO", turnTo}, {"AND", turnAnd}, {"ASK", turnAsk}, {"CONDITION", turnCondition},
}

// after returns the position of the word after one that stood at p. ordered says that
// the sentence has an order already.
func (t turn) after(p position, ordered bool) position {
	switch t {
	case turnPlease:
		return posPlease
	case turnLead:
		if p&posOrder != 0 {
			return p&(posOrder|posUrgent) | posLead
		}
	case turnUrgent:
		if p&posOrder != 0 {
			return p&posOrder | posUrgent
		}
	case turnAdverb:
		return p & (posOrder | posUrgent | posSubject | posAgentSubject)
	case turnYou:
		if p&posLead != 0 {
			return posLead // "make sure you"
		}
		if p&posCondition == 0 {
			return p&posAsked | posSubject
		}
	case turnAgent:
		return posAgentSubject | p&posStart // whether it opens the clause: it may be addressed
	case turnModal:
		switch {
		case p&(posSubject|posYou) != 0:
			return posYou
		case p&(posAgentSubject|posAgent) != 0:
			return posAgent
		}
		return posAsked // "I need you to"
	case turnWill:
		if p&posSubject != 0 {
			return posYou
		}
	case turnTo:
		if p&posAsked != 0 && p&posSubject != 0 {
			return posYou
		}
		return p & (posYou | posAgent | posLead)
	case turnEnsure:
		if p&(posOrder|posSecond) != 0 {
			return posLead
		}
	case turnAnd:
		if p&posLead != 0 {
			return p & (posOrder | posUrgent) // "go ahead and delete"
		}
		if ordered {
			return posAnd
		}
	case turnAsk:
		return posAsked
	case turnCondition:
		return posCondition | p&posLead // "make sure that"
	case turnNone:
		if p&posOrder != 0 {
			return posSecond
		}
	}
	return 0
}

// afterComma returns the position of the word after a comma.
func (p position) afterComma() position {
	if p&posAgentSubject != 0 && p&posStart != 0 {
		return posLead // "Assistant, delete …"
	}
	if p&(posPlease|posLead|posYou|posAgent) != 0 {
		return p // "please, delete …"
	}
	return posComma
}
