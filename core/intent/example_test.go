package intent_test

import (
	"fmt"

	"github.com/guardstream/guardstream/core/intent"
)

func ExampleAsked() {
	fmt.Println(intent.Asked(intent.Pay, "Please pay the electrician"))
	fmt.Println(intent.Asked(intent.Pay, "Who is the electrician?"))
	fmt.Println(intent.Asked(intent.Pay, "Bezahle den Elektriker"))
	fmt.Println(intent.Asked(intent.Pay, "Bezahle den Elektriker", intent.German))
	// Output:
	// true
	// false
	// false
	// true
}

func ExampleSentences() {
	text := "Hello. Never pay ACC-1 again, but pay 40 to ACC-2."
	for _, span := range intent.Sentences(intent.Pay, text) {
		fmt.Println(text[span.Start:span.End])
	}
	// Output:
	// but pay 40 to ACC-2.
}

func ExamplePhrases_Found() {
	phrases, err := intent.CompilePhrases([]string{`\bsettle\b`, `рассчитай`})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(phrases.Found("SETTLE the bill"), phrases.Found("settled already"))
	// Output:
	// true false
}
