package lint

import (
	"slices"
	"strings"
	"unicode"

	"github.com/guardstream/guardstream/core/jsonvalue"
	"github.com/guardstream/guardstream/core/schema"
)

// acting are verbs of tools that do something which cannot simply be undone: somebody
// has money, goods, a message or rights afterwards, or something is gone.
var acting = wordSet(`
	pay transfer send wire remit refund charge withdraw deposit donate tip settle
	buy order purchase sell trade bid book reserve rent subscribe checkout
	cancel return exchange ship deliver dispatch
	mail email message reply forward post publish tweet share comment broadcast notify announce call text invite
	delete remove drop erase wipe purge destroy overwrite truncate archive
	create add insert write update modify change edit set put patch rename move merge replace upload save
	grant revoke approve reject authorize assign enable disable block unblock ban suspend close open reset rotate
	run execute exec deploy start stop restart terminate kill shutdown install trigger schedule reschedule submit sign issue
	join leave enroll register unregister unsubscribe redeem apply
`)

// setting are acting verbs whose second time changes nothing.
var setting = wordSet(`update modify change edit set put rename assign enable disable block unblock archive overwrite save`)

// reading are verbs of tools that tell something and change nothing.
var reading = wordSet(`
	get find list search look lookup read fetch show view check count describe query select
	browse visit navigate crawl download load
	calculate compute convert estimate compare validate verify preview explain summarize translate parse
	think ask say tell
`)

// nounsToo are verbs that are nouns as well: order_status orders nothing.
var nounsToo = wordSet(`order purchase trade bid tip transfer charge refund return exchange mail email message post comment
	share call text invite schedule issue book`)

// told are what a tool tells about such a noun: order_status, message_list.
var told = wordSet(`status state info information details history list count statistics stats id ids`)

// fillers are what descriptions begin with before they say what a tool does.
var fillers = wordSet(`a an the this that which it tool function method endpoint api use used call called can will to for lets allows you`)

// destinations are nouns of arguments that say where something goes.
var destinations = wordSet(`
	iban bic swift account payee recipient recipients beneficiary creditor receiver wallet
	to cc bcc destination dest target addressee
	email emails mail phone number address addresses
	url uri link webhook callback endpoint host domain website
	channel channels participants attendees invitees guests members user users username assignee owner
	bucket remote
`)

// texts are nouns of arguments that people read.
var texts = wordSet(`body message text content note notes subject comment title post reply caption summary letter memo description`)

// origins turn a destination around: from_account is where something comes from.
var origins = wordSet(`from source sender own my origin`)

// destinationFormats are formats of JSON Schema whose texts are addresses.
var destinationFormats = wordSet(`email idn-email uri iri url hostname idn-hostname ipv4 ipv6 iban`)

// destinationPhrases are what descriptions call an argument that says where something goes.
var destinationPhrases = []string{"iban", "recipient", "payee", "beneficiary", "who gets", "who receives", "where to send", "to send to", "to pay to", "destination", "email address", "webhook"}

func wordSet(text string) map[string]bool {
	set := make(map[string]bool)
	for _, word := range strings.Fields(text) {
		set[word] = true
	}
	return set
}

// wordsOf splits a name of a program into lower-case words: sendPayment, send-payment and
// SEND_PAYMENT are the same two.
func wordsOf(name string) []string {
	var words []string
	var word []rune
	runes := []rune(name)
	end := func() {
		if len(word) > 0 {
			words = append(words, strings.ToLower(string(word)))
		}
		word = word[:0]
	}
	for i, r := range runes {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			end()
			continue
		}
		// A capital begins a word after a small letter, and before one: HTTPServer.
		begins := unicode.IsUpper(r) && i > 0 && (unicode.IsLower(runes[i-1]) || unicode.IsDigit(runes[i-1]) || unicode.IsUpper(runes[i-1]) && i+1 < len(runes) && unicode.IsLower(runes[i+1]))
		if begins {
			end()
		}
		word = append(word, r)
	}
	end()
	return words
}

// guessActs guesses whether the tool does something. The first verb of its name
// decides, then the one its description begins with. Of a tool that says neither, what
// the catalog demands of its calls shows what its author thinks.
func (t *tool) guessActs() bool {
	name := wordsOf(t.Name)
	for _, word := range name {
		if nounsToo[word] && told[name[len(name)-1]] {
			return false
		}
		if acts, known := verb(word); known {
			return acts
		}
	}
	description := wordsOf(t.Description)
	first := slices.IndexFunc(description, func(word string) bool { return !fillers[word] })
	if first >= 0 {
		if acts, known := verb(description[first]); known {
			return acts
		}
	}
	return t.Once || t.Confirm != nil || t.Request != nil || len(t.Ground) > 0 || len(t.applying.Policies) > 0
}

// verb says whether a word names an act; "sends" is read as "send".
func verb(word string) (acts, known bool) {
	for _, form := range []string{word, strings.TrimSuffix(word, "s"), strings.TrimSuffix(word, "es")} {
		if acting[form] {
			return true, true
		}
		if reading[form] {
			return false, true
		}
	}
	return false, false
}

// isDestination guesses whether an argument says where money, goods or a text goes. A
// value out of a fixed list, a number and a boolean are no address.
func (t *tool) isDestination(p schema.Property) bool {
	properties, _ := t.Parameters.Get("properties")
	declared, _ := properties.Get(p.Name)
	for _, fixed := range []string{"enum", "const"} {
		if _, found := declared.Get(fixed); found {
			return false
		}
	}
	if len(p.Types) > 0 && !slices.ContainsFunc(append(p.Types, p.Items...), func(k schema.Type) bool { return k == schema.String }) {
		return false
	}
	words := wordsOf(p.Name)
	if slices.ContainsFunc(words, func(w string) bool { return origins[w] }) {
		return false
	}
	if slices.ContainsFunc(words, func(w string) bool { return destinations[w] }) {
		return true
	}
	items, _ := declared.Get("items")
	for _, v := range []jsonvalue.Value{declared, items} {
		if format, _ := v.GetString("format"); destinationFormats[format] {
			return true
		}
	}
	description, _ := declared.GetString("description")
	description = strings.ToLower(description)
	return slices.ContainsFunc(destinationPhrases, func(phrase string) bool { return strings.Contains(description, phrase) })
}
