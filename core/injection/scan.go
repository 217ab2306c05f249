package injection

import (
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// Passage is a piece of a text — a sentence, a line, a table cell — that carries an
// instruction. Start and End are byte offsets of the original text, half open. Rule
// names the first rule that found it ("override.rules"; "base64/override.rules" when
// it was found in the decoded text of an encoded run, which the passage then covers).
// The names are stable.
type Passage struct {
	Start, End int
	Rule       string
}

// scope says how a text is read.
type scope uint8

const (
	scopeTool scope = iota
	scopeUser
	scopes
)

// maxDepth is how many layers of encoding are read: base64 of base64 is an attack,
// more is not worth the time.
const maxDepth = 3

// Scan returns the instruction-like passages of a text as a tool output is read.
func Scan(text string) []Passage { return scan(text, scopeTool, 0) }

// ScanUser returns the passages of a text that a user wrote or pasted: only overrides,
// role labels and text to the model, for orders to act are the user's to give.
func ScanUser(text string) []Passage { return scan(text, scopeUser, 0) }

// readers are kept for the next text, one pool a scope: their slots are of its program.
var readers = [scopes]sync.Pool{scopeTool: {New: newReader}, scopeUser: {New: newReader}}

func newReader() any { return new(reader) }

func scan(text string, s scope, depth int) []Passage {
	r := readers[s].Get().(*reader)
	defer readers[s].Put(r)
	return r.scan(rulebooks()[s], text, s, depth)
}

func (r *reader) scan(p *program, text string, s scope, depth int) []Passage {
	r.reset(p, text, depth)
	r.scope = s
	r.run()
	if r.ciphered != [len(ciphers)]bool{} {
		r.readCiphers()
	}
	passages := r.passages
	r.passages, r.text = nil, "" // the caller's
	kept := passages[:0]
	for _, p := range passages {
		if p = trim(text, p); p.Start < p.End {
			kept = append(kept, p)
		}
	}
	return kept
}

// trim takes white space and invisible characters off both ends of a passage.
func trim(text string, p Passage) Passage {
	outside := func(r rune) bool {
		return unicode.IsSpace(r) || unicode.Is(unicode.Cf, r) && (r < 0xe0000 || r > 0xe007f)
	}
	piece := text[p.Start:p.End]
	left := strings.TrimLeftFunc(piece, outside)
	p.Start += len(piece) - len(left)
	p.End = p.Start + len(strings.TrimRightFunc(left, outside))
	return p
}

// reader cuts a text into tokens and hands them to its matcher.
type reader struct {
	matcher
	text  string
	scope scope
	depth int

	join      joint // how the next word is joined to the one before
	wasSpaced bool  // the last word was spaced-out letters

	inComment bool // within <!-- -->
	tagEnd    int  // where the tag that is being read ends, or 0
	tagLooked int  // how far the ends of tags were looked for
	hides     bool // the tag that is being read hides its content

	part    key // the last word if it is in no list: maybe the first part of one
	partEnd int // where it ends

	ciphered [len(ciphers)]bool // a sentence looks like one in this cipher

	codeLooked int         // how far encoded runs were looked for
	spaced     []byte      // scratch: a word of single letters, a code
	mixed      []byte      // folded letters of a word that is not ASCII
	folds      *foldTables // set when the text has such a word
}

func (r *reader) reset(p *program, text string, depth int) {
	*r = reader{matcher: r.matcher, text: text, depth: depth, spaced: r.spaced, mixed: r.mixed, folds: r.folds}
	r.matcher.reset(p)
}

// joint says how a word is joined to the text before it, white space aside.
type joint uint8

const (
	joinGlued   joint = 1 << iota // by "-", "_", "/" …
	joinDot                       // by "."
	joinAt                        // "@" stands before in the same piece
	joinAddress                   // an address stands before in the same piece
	joinCode                      // by "`": it begins or ends code
)

// charKind sorts the bytes of a text by who reads them.
type charKind uint8

const (
	charMark   charKind = iota // punctuation, control characters
	charSpace                  // a plain space
	charLetter                 // an ASCII letter
	charDigit                  // an ASCII digit
	charHigh                   // part of a character outside ASCII
	charQuote                  // a straight double quote
)

var charKinds = func() (kinds [256]charKind) {
	for c := range 256 {
		switch {
		case c == ' ':
			kinds[c] = charSpace
		case c == '"':
			kinds[c] = charQuote
		case letterCode[c] != 0:
			kinds[c] = charLetter
		case '0' <= c && c <= '9':
			kinds[c] = charDigit
		case c >= utf8.RuneSelf:
			kinds[c] = charHigh
		}
	}
	return kinds
}()

func (r *reader) run() {
	text := r.text
	for i := 0; i < len(text); {
		c := text[i]
		if letterCode[c] != 0 {
			i = r.readWord(i)
			if i < len(text) && text[i] == ' ' && !r.wasSpaced {
				r.join = 0
				i++ // what stands after most words
			}
			continue
		}
		switch charKinds[c] {
		case charSpace:
			if !r.wasSpaced || i+1 == len(text) || text[i+1] == ' ' {
				r.join = 0 // but in spaced-out letters one space separates nothing
			}
			i++
		case charDigit:
			i = r.readNumber(i)
		case charQuote:
			i = r.readQuote(i, '"', 1)
		case charHigh:
			i = r.readHigh(i)
		default:
			i = r.readMark(i, c, 1)
		}
	}
	r.lineMark()
	r.endSentence(len(text), len(text))
}
