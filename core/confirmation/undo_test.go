package confirmation

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// accepting returns the messages of the language sets that accept.
func accepting(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob("testdata/languages/*.txt")
	if err != nil {
		t.Fatal(err)
	}
	var texts []string
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(data)) {
			if text, accepts := strings.CutPrefix(strings.TrimSpace(line), "+ "); accepts {
				texts = append(texts, strings.ReplaceAll(text, `\n`, "\n"))
			}
		}
	}
	if len(texts) < 300 {
		t.Fatalf("only %d accepting messages", len(texts))
	}
	return texts
}

// TestUndone says of every message that accepts: with a refusal, a condition or a question
// mark beside it, it does not.
func TestUndone(t *testing.T) {
	refusals := []string{
		"no", "No, don't", "don't do it", "please do not", "wait", "stop", "actually, no", "never mind", "I changed my mind",
		"not yet", "hold on", "forget it", "leave it", "I'd rather not", "No way", "cancel it instead", "👎", "❌",
		"нет", "стоп", "не надо", "передумал", "не делайте этого", "подождите", "вместо этого ничего",
		"nein", "non", "nie", "いいえ", "لا", "não", "hayır",
	}
	conditions := []string{
		"but only if it is free", "if it is free", "unless it rains", "except the last one", "only the first one",
		"provided that it is free", "as long as it is free", "но только завтра", "если бесплатно", "кроме первого", "aber nur heute",
	}
	failed := 0
	mustNot := func(text string) {
		if failed < 40 && Accepts(text) {
			t.Errorf("Accepts(%q) = true", text)
			failed++
		}
	}
	betweens := []string{", ", ". ", "! ", "\n", " - ", "... ", "; "}
	for at, text := range accepting(t) {
		bare := strings.TrimRight(text, ".!…。")
		for i, refusal := range refusals {
			between := betweens[(at+i)%len(betweens)]
			mustNot(bare + between + refusal)
			if !strings.HasPrefix(text, "No ") { // "No, no worries, go ahead"
				mustNot(refusal + between + text)
			}
		}
		for _, condition := range conditions {
			for _, between := range []string{", ", " - ", "; ", " ("} {
				mustNot(bare + between + condition)
			}
			if !strings.ContainsAny(bare, ".!?\n") {
				mustNot(bare + " " + condition)
			}
			if !strings.HasPrefix(condition, "aber") {
				mustNot(condition + ", " + text)
			}
			mustNot(bare + ". " + condition + ".")
		}
		if !strings.ContainsAny(text, ",.!?\n") {
			mustNot(bare + "?")
			mustNot("She said: " + text)
			mustNot("My boss wrote \"" + text + "\"")
			mustNot("Should I say " + text)
		}
	}
}
