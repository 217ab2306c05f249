package confirmation

import (
	"fmt"
	"path"
	"sync"

	"github.com/guardstream/guardstream/core/words"
)

// The tags of the proposal lists.
const (
	offers words.Tags = 1 << iota
	mentions
	past      // mentions, unless the sentence is an offer
	somebodys // mentions, unless an argument of the call is called so
	tells
	goesWithout
	asksLeave
	asksAbout // at the start of a clause
	asksOther // at the start of a sentence
	asksToKnow
	awaits
	asking
)

var proposalSections = map[string]words.Tags{
	"offers": offers, "mentions": mentions, "past": past, "somebodys": somebodys, "tells": tells, "goes-without": goesWithout, "asks-leave": asksLeave, "asks-about": asksAbout, "asks-other": asksOther, "asks": asksToKnow, "awaits": awaits, "asking": asking,
}

// proposalLexicon reads the lists of lexicon/proposals once. They are part of the program,
// so an error is a defect of it.
var proposalLexicon = sync.OnceValue(func() *words.Lexicon {
	l, err := loadProposals()
	if err != nil {
		panic(err)
	}
	return l
})

func loadProposals() (*words.Lexicon, error) {
	l := new(words.Lexicon)
	const folder = "lexicon/proposals"
	files, err := lists.ReadDir(folder)
	if err != nil {
		return nil, fmt.Errorf("confirmation: %w", err)
	}
	for _, file := range files {
		if err := readList(path.Join(folder, file.Name()), proposalSections, l.Add); err != nil {
			return nil, err
		}
	}
	return l, nil
}
