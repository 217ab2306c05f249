package proof_test

import (
	"fmt"
	"log"

	"golang.org/x/mod/sumdb/tlog"

	"github.com/guardstream/guardstream/proof"
)

func Example() {
	private, err := proof.GenerateKey("guard.example/ledger")
	if err != nil {
		log.Fatal(err)
	}
	signer, err := proof.NewSigner(private)
	if err != nil {
		log.Fatal(err)
	}
	signed, err := signer.Sign(1, tlog.RecordHash([]byte("the only record's entry")))
	if err != nil {
		log.Fatal(err)
	}

	// Elsewhere, with the public key.
	verifier, err := proof.NewVerifier(signer.Public())
	if err != nil {
		log.Fatal(err)
	}
	c, err := verifier.Open(signed)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(c.Origin, c.Size)
	// Output: guard.example/ledger 1
}
