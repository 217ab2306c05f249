package injection

// kindID numbers the kinds of tokens: two words are of one kind when they are of the
// same classes. Kind 0 is a word that is in no list.
type kindID uint16

// kind is all that the matcher knows of a token.
type kind struct {
	first  []step   // steps that begin a rule
	starts position // where one of them can
	later  []step   // steps that go on with one
	wants  slotSet  // the slots that the later steps go on from
	marks  uint64   // the classes that conditions ask for, one bit each
	turn   turn
	flags  kindFlags
}

type kindFlags uint8

const (
	kindFiller  kindFlags = 1 << iota // stands between the words of a rule without counting
	kindBreaker                       // no loose gap passes it
	kindLabel                         // with a colon, opens an order: "TODO:"
	kindOpen                          // a line that ends with it goes on in the next
	kindTLD                           // the end of a domain name
	kindInline                        // a tag that stands within a sentence: "b", "span"
	kindSplit                         // is found when it is split in two
	kindURL                           // begins an address: "http", "www"
)

// classFlags are the classes that the tokeniser itself asks for.
var classFlags = map[string]kindFlags{
	"FILLER": kindFiller, "BREAKER": kindBreaker, "LABEL": kindLabel, "OPEN": kindOpen, "TLD": kindTLD,
	"INLINETAG": kindInline, "URLSTART": kindURL, "IGNORE": kindSplit, "PREVIOUS": kindSplit, "RULES": kindSplit,
}

// Kinds of tokens that are no words of a list.
const (
	kindUnknown kindID = iota
	kindName           // an unknown word with a capital letter
	kindNumber
	kindAmount   // a number beside a sign of currency
	kindPercent  // a number before a percent sign
	kindDigits   // a number so long that it names something
	kindCode     // letters and digits, or a number after "#"
	kindAddress  // a web address
	kindMail     // an e-mail address
	kindColon    // punctuation that rules ask for, from here on
	kindComma    //
	kindOpenBox  // "["
	kindCloseBox // "]"
	kindOpenTag  // "<" or "</" before a name
	kindCloseTag // ">" after one
	kindChatTag  // "<|"
	kindHeading  // "###" that opens a line
	kindLineEnd  // a line break, where a rule waits for one
	kindsFixed
)

// fixedClasses are the classes of the kinds above.
var fixedClasses = [kindsFixed][]string{
	kindUnknown: {"WORD"}, kindName: {"NAME", "WORD"}, kindNumber: {"NUMBER"}, kindAmount: {"AMOUNT", "NUMBER"},
	kindPercent: {"PERCENT"}, kindDigits: {"ID", "NUMBER"}, kindCode: {"ID"}, kindAddress: {"URL"}, kindMail: {"EMAIL"},
	kindColon: {"COLON"}, kindComma: {"COMMA"}, kindOpenBox: {"OPENBOX"}, kindCloseBox: {"CLOSEBOX"},
	kindOpenTag: {"OPENTAG"}, kindCloseTag: {"CLOSETAG"}, kindChatTag: {"CHATTAG"}, kindHeading: {"HEADING"},
	kindLineEnd: {"LINEEND"},
}
