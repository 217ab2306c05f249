// Package links finds the web addresses that a text would lead its reader, or the
// program that shows it, to: with and without a scheme, in Markdown and HTML, and spelled
// to be overlooked.
//
// It is for text that leaves, where a link that is missed carries data out, and one too
// many is a message that is sent without it. Mail addresses are none, and neither are
// file names: "notes.md" is no host, although .md is a country.
//
// Invariants:
//   - A text is read as programs that show it do: compatibility forms as the plain
//     characters, invisible characters as absent, character references of HTML and
//     bracketed full stops ("example[.]org") as what they stand for.
//   - Every address with a scheme and "//", and every host name under a public suffix
//     that no letter, digit, "@" or "." is joined to, is found.
//   - Time is linear in the text.
package links

// Link is one address in a text.
type Link struct {
	// Text is the address as the text has it, read as above: what [weburl.Parse] reads
	// when it is a plain address.
	Text string
	// Address is Text without a scheme and "www.".
	Address string
	// Host is in lower case, without "www."; empty when the address has none
	// ("data:…", "javascript:…", a relative address that an image is to be fetched from).
	Host string
}
