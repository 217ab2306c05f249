package conformance

import (
	"strings"
	"unicode/utf8"

	"github.com/guardstream/guardstream/core/conversation"
	"github.com/guardstream/guardstream/core/jsonvalue"
	"github.com/guardstream/guardstream/core/toolcall"
)

// cutMark stands in a message where its rest was cut away.
const cutMark = "\n[…]"

// sameSession compares the states of a session. Of a cut tainted message the text that
// was kept is free within limits: which passages fit is not prescribed.
func sameSession(v vector, got jsonvalue.Value) bool {
	maxChars, capped := get(v.in, "max_chars").Int64()
	originals := originalTexts(v.in)
	sameMessage := func(got, want jsonvalue.Value) bool {
		wanted, given := want.Items(), got.Items()
		cut := strings.Contains(wanted[1].Text(), cutMark)
		if !capped || !cut || !wanted[2].Bool() {
			return jsonvalue.Equal(got, want)
		}
		kept, _, marked := strings.Cut(given[1].Text(), cutMark)
		return jsonvalue.Equal(given[0], wanted[0]) && jsonvalue.Equal(given[2], wanted[2]) &&
			marked && utf8.RuneCountInString(given[1].Text()) <= int(maxChars) && beginsOne(originals, kept)
	}
	sameState := func(got, want jsonvalue.Value) bool {
		return sameList(get(got, "context"), get(want, "context"), sameMessage) &&
			sameMembers(free("context"))(vector{want: want}, got)
	}
	return sameState(get(got, "start"), get(v.want, "start")) &&
		sameList(get(got, "steps"), get(v.want, "steps"), sameState)
}

func sameList(got, want jsonvalue.Value, same func(got, want jsonvalue.Value) bool) bool {
	if got.Kind() != jsonvalue.Array || want.Kind() != jsonvalue.Array || got.Len() != want.Len() {
		return false
	}
	for i, item := range got.Items() {
		if !same(item, want.Items()[i]) {
			return false
		}
	}
	return true
}

// originalTexts returns every text that enters the session of a vector, uncut.
func originalTexts(in jsonvalue.Value) []string {
	var texts []string
	read := func(context jsonvalue.Value) {
		for _, m := range conversation.Read(context).Messages {
			texts = append(texts, m.Text)
		}
	}
	read(get(in, "context"))
	var tools []string // of the decisions, in order
	for _, step := range get(in, "steps").Items() {
		if added, there := step.Get("add"); there {
			read(tuple(added))
		}
		for _, name := range [...]string{"call", "check"} {
			if proposal, there := step.Get(name); there {
				call, _ := toolcall.Read(proposal) // a proposal that can't be read fails the run
				tools = append(tools, call.Name)
			}
		}
		if n, isRecord := get(step, "record").Int64(); isRecord && n < int64(len(tools)) {
			result, _ := step.Get("result")
			texts = append(texts, tools[n]+": "+conversation.ResultText(result)+get(step, "error").Text())
		}
	}
	return texts
}

func beginsOne(texts []string, beginning string) bool {
	for _, t := range texts {
		if strings.HasPrefix(t, beginning) {
			return true
		}
	}
	return false
}
