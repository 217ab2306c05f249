package confirmation_test

import (
	"fmt"

	"github.com/guardstream/guardstream/core/confirmation"
	"github.com/guardstream/guardstream/core/conversation"
)

func ExampleAccepts() {
	for _, text := range []string{
		"Yes, go ahead.", "Да, всё верно", "OK, thanks!",
		"Yes, but not the red one", "OK, which seat is left?", "She said yes", "Ok?",
	} {
		fmt.Println(confirmation.Accepts(text), text)
	}
	// Output:
	// true Yes, go ahead.
	// true Да, всё верно
	// true OK, thanks!
	// false Yes, but not the red one
	// false OK, which seat is left?
	// false She said yes
	// false Ok?
}

func ExamplePairs() {
	texts := []string{"cancel it", "Shall I cancel H-20 for 88 EUR?", "H-20: open", "Yes"}
	roles := []conversation.Role{conversation.User, conversation.Assistant, conversation.Tool, conversation.User}
	accepts := func(i int) bool { return confirmation.Accepts(texts[i]) }
	for pair := range confirmation.Pairs(roles, accepts, 0) {
		fmt.Printf("message %d accepts message %d\n", pair.Acceptance, pair.Proposal)
	}
	// Output:
	// message 3 accepts message 1
}

func ExampleWithdraws() {
	fmt.Println(confirmation.Withdraws("Actually, please don't do it"))
	fmt.Println(confirmation.Withdraws("How long will it take?"))
	// Output:
	// true
	// false
}
