package confirmation

import (
	"embed"
	"errors"
	"fmt"
	"path"
	"strings"
	"sync"

	"github.com/guardstream/guardstream/core/words"
)

//go:embed lexicon/*.txt lexicon/plain/*.txt lexicon/proposals/*.txt
var lists embed.FS

// What a phrase does. The sections of the lists under lexicon/ carry the same names.
const (
	yes           words.Tags = 1 << iota // accepts at the start of a clause, whatever follows
	notYes                               // starts like yes and is none
	yesThen                              // "да" without a comma accepts only in front of a yes or like this
	sure                                 // accepts when its clause holds nothing else
	order                                // orders what was proposed, whatever follows
	notOrdered                           // starts like order and is none
	orderOnly                            // orders, when its clause holds nothing else
	performs                             // "I confirm", whatever follows
	notPerformed                         // starts like performs and is none
	says                                 // "that's correct", when its clause holds nothing else
	weak                                 // accepts as the whole message, or before an act
	courtesy                             // thanks and praise
	filler                               // may stand before a yes or a no
	may                                  // "you can": makes an order of the order or mayDo behind it
	mayDo                                // orders behind may only
	commands                             // an order behind an emphatic yes
	act                                  // an order after a weak word
	after                                // may follow what must end its clause
	negation                             // turns around what follows soon
	harmless                             // a negation that turns nothing around
	content                              // after a lone "no": all is well
	refuses                              // starts a clause that refuses
	halts                                // starts a clause that stops what was agreed
	retracts                             // takes back, anywhere
	noLonger                             // takes a given yes back, anywhere
	undoes                               // is a clause that takes a given yes back
	changes                              // wants something else, or time: takes a given yes back
	reserves                             // a condition in the sentence of the yes
	reservesLater                        // a condition at the start of a later sentence
	contrast                             // starts a later sentence that must ask or plead
	delays                               // the user is not done yet
	trouble                              // something is wrong or to be changed
	acknowledges                         // after a yes: the yes answers something else
	asks                                 // starts a question
	polite                               // starts a question that asks a favour
	reports                              // what follows is somebody's words
	unfinished                           // ends a line whose sentence goes on
	numberOfTags  = iota
)

var sections = map[string]words.Tags{
	"yes": yes, "not-yes": notYes, "yes-then": yesThen, "sure": sure, "order": order, "not-ordered": notOrdered,
	"order-only": orderOnly, "performs": performs, "not-performed": notPerformed, "says": says, "weak": weak,
	"courtesy": courtesy, "filler": filler, "may": may, "may-do": mayDo, "commands": commands, "act": act, "after": after,
	"negation": negation, "harmless": harmless, "content": content, "refuses": refuses, "halts": halts,
	"retracts": retracts, "no-longer": noLonger, "undoes": undoes, "changes": changes, "reserves": reserves, "reserves-later": reservesLater,
	"contrast": contrast, "delays": delays, "trouble": trouble, "acknowledges": acknowledges, "asks": asks,
	"polite": polite, "reports": reports, "unfinished": unfinished,
}

// plainSections are the sections of the lists under lexicon/plain. What refuses there
// refuses in every message.
var plainSections = map[string]words.Tags{"yes": plainYes, "more": plainMore, "no": refuses, "but": reserves | contrast}

// lexicons is what the lists hold.
type lexicons struct {
	whole words.Lexicon // English and Russian, and the refusals of every language
	plain []*plainLexicon
}

// loaded reads the lists once. They are part of the program, so an error is a defect of
// it, which the tests of this package find.
var loaded = sync.OnceValue(func() *lexicons {
	l, err := load()
	if err != nil {
		panic(err)
	}
	return l
})

func load() (*lexicons, error) {
	l := new(lexicons)
	for _, name := range []string{"en", "ru"} {
		if err := readList("lexicon/"+name+".txt", sections, func(pattern string, tag words.Tags) error {
			return l.whole.Add(pattern, tag)
		}); err != nil {
			return nil, err
		}
	}
	files, err := lists.ReadDir("lexicon/plain")
	if err != nil {
		return nil, fmt.Errorf("confirmation: %w", err)
	}
	for _, file := range files {
		language := &plainLexicon{name: strings.TrimSuffix(file.Name(), ".txt"), parts: make(map[string]words.Tags)}
		if err := readList(path.Join("lexicon/plain", file.Name()), plainSections, func(pattern string, tag words.Tags) error {
			if tag&(refuses|reserves) != 0 {
				return l.whole.Add(pattern, tag)
			}
			return language.add(pattern, tag)
		}); err != nil {
			return nil, err
		}
		l.plain = append(l.plain, language)
	}
	return l, nil
}

// readList hands every pattern of a list to add, with the tag of its section.
func readList(name string, sections map[string]words.Tags, add func(string, words.Tags) error) error {
	data, err := lists.ReadFile(name)
	if err != nil {
		return fmt.Errorf("confirmation: %w", err)
	}
	list, err := words.ParseLists(string(data))
	if err != nil {
		return fmt.Errorf("confirmation: %s: %w", name, err)
	}
	var failed []error
	for section, patterns := range list {
		tag, known := sections[section]
		if !known {
			return fmt.Errorf("confirmation: %s: unknown section %q", name, section)
		}
		for _, pattern := range patterns {
			if err := add(pattern, tag); err != nil {
				failed = append(failed, fmt.Errorf("confirmation: %s: section %s: %w", name, section, err))
			}
		}
	}
	return errors.Join(failed...)
}
