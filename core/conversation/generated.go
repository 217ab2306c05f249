package conversation

import (
	"strings"

	"github.com/guardstream/guardstream/core/jsonvalue"
)

// metadataNames are the members in which frameworks say where a message comes from.
var metadataNames = [...]string{"additional_kwargs", "response_metadata", "metadata"}

// generatedSources are the stems of sources that rewrite a conversation: summaries,
// compactions, compressions, condensations, memories, trimmed and generated texts. A
// stem that catches too much costs an honest call a question; one that is missing lets
// a rewritten tool output pass as the user's words.
var generatedSources = [...]string{
	"summar", "compact", "compress", "condens", "memory", "memories", "trim", "generated",
}

// isGenerated reports whether a framework wrote the message in the user's place. Only
// the metadata says so: a member beside the content is whatever the application wants.
func isGenerated(message jsonvalue.Value) bool {
	for _, name := range metadataNames {
		metadata, _ := message.Get(name)
		if source, _ := metadata.Get("lc_source"); isGiven(source) {
			return true
		}
		if source, ok := metadata.GetString("source"); ok && namesGenerated(source) {
			return true
		}
	}
	return false
}

func namesGenerated(source string) bool {
	source = strings.ToLower(source)
	for _, stem := range generatedSources {
		if strings.Contains(source, stem) {
			return true
		}
	}
	return false
}

// isGiven reports whether a member says anything: null, false and "" are what a
// serialiser writes for a field that was never set.
func isGiven(v jsonvalue.Value) bool {
	switch v.Kind() {
	case jsonvalue.Null:
		return false
	case jsonvalue.Bool:
		return v.Bool()
	default:
		text, isText := v.StringText()
		return !isText || text != ""
	}
}
