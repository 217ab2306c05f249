package lint_test

import (
	"fmt"
	"log"

	"github.com/guardstream/guardstream/core/catalog"
	"github.com/guardstream/guardstream/lint"
)

func ExampleCheck() {
	c, err := catalog.Read("pay.yaml", []byte(`
tools:
  - name: send_payment
    parameters: {type: object, properties: {iban: {type: string}}}
    ground: {iban: whole}
    once: true
`))
	if err != nil {
		log.Fatal(err)
	}
	for _, w := range lint.Check(c, lint.Options{Except: []string{"taint-by-value"}}) {
		fmt.Println(w)
	}
	// Output:
	// pay.yaml:5:20: tools.send_payment.ground.iban: iban seems to say where something goes, and a tool output may name it [destination-from-tools]
}
