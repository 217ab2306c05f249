package naming

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/guardstream/guardstream/core/jsonvalue"
)

const library = `{"library_id": "lib_1", "name": "East Branch", "books": [
	{"title": "The Long Way", "book_id": "B-100", "author": "Ito", "format": {"cover": "hard", "print size": "large"}, "year": 1999},
	{"title": "The Long Way", "book_id": "B-101", "author": "Ito", "format": {"cover": "soft", "print size": "large"}, "year": 1999},
	{"title": "Short Stories", "book_id": "B-102", "author": "Okafor", "format": {"cover": "soft", "print size": "small"}, "year": 2004},
	{"title": "Café au lait", "book_id": "B-103", "author": "Ng", "format": {"cover": "none", "print size": "small"}, "year": 2011}],
	"loans": [{"loan_date": "2024-01-01", "book_id": "B-102", "fee": 3}]}`

const wallet = `get_wallet: {"user": "u", "payment_methods": {
	"card_11": {"id": "card_11", "source": "credit_card", "brand": "visa", "last_four": "4242"},
	"card_12": {"id": "card_12", "source": "credit_card", "brand": "visa", "last_four": "1881"},
	"voucher_3": {"id": "voucher_3", "source": "gift_card", "balance": 25}}}`

func TestRead(t *testing.T) {
	for output, want := range map[string]string{
		library:                           "book_id B-100, book_id B-101, book_id B-102, book_id B-103, library_id lib_1",
		wallet:                            "payment_methods card_11, payment_methods card_12, payment_methods voucher_3",
		`[{"id": 7, "name": "x"}]`:        " 7",
		`{"data": {"id": "a", "n": "b"}}`: " a",
		`{"sizes": {"s1": {"cm": 3}, "s2": {"cm": 4}}}`: "sizes s1, sizes s2",
		`{"seatMaps": [{"seatMapId": "q", "x": "y"}]}`:  "seatMapId q",
		`no json`: "", `{"a": `: "", "": "", "x: y": "", "null": "",
	} {
		var got []string
		if out := Read(output); out != nil {
			for _, thing := range out.Things {
				got = append(got, thing.Kind+" "+thing.ID)
			}
		}
		slices.Sort(got)
		if strings.Join(got, ", ") != want {
			t.Errorf("%s: %q, want %q", output, got, want)
		}
	}
}

func TestDescriptions(t *testing.T) {
	book := NewBook(Read(library), Read(wallet), nil)
	for _, c := range []struct {
		kind, text string
		want       string // ids, "!" behind those that are clear
	}{
		{"payment_methods", "your Visa ending in 4242", "card_11!"},
		{"payment_methods", "your visa credit card ending in 1881 and your gift card", "card_12! voucher_3"},
		{"payment_methods", "your gift card", "voucher_3"},
		{"payment_methods", "your gift_card", ""},
		{"payment_methods", "your Visa", ""},                             // two
		{"payment_methods", "your credit card", ""},                      // two
		{"payment_methods", "your Visa ending in 9999", ""},              // none of them
		{"payment_methods", "your Mastercard ending in 4242", "card_11"}, // an unknown word says nothing
		{"payment_methods", "your gift card ending in 4242", ""},         // no thing is both
		{"payment_methods", "your Vіsa ending in", ""},                   // a Cyrillic letter
		{"book_id", "Short Stories", "B-102!"},
		{"book_id", "the hard-cover Way", "B-100!"},
		{"book_id", "The Long Way", ""},
		{"book_id", "The Long Way (cover: soft)", "B-101!"},
		{"book_id", "The Long Way (cover: hard, print size: small)", ""},
		{"book_id", "The Long Way (cover: silk), by Ito", ""},
		{"book_id", "The Long Way (cover: hard) -> The Long Way (cover: soft)", "B-100! B-101!"},
		{"book_id", "The Long Way (hard) for Short Stories", "B-100! B-102!"},
		{"book_id", "- Short Stories\n- The Long Way, soft, 1999", "B-102! B-101!"},
		{"book_id", "cafe au lait", "B-103"},
		{"book_id", "CAFÉ AU LAIT", "B-103!"},
		{"book_id", "none of them", ""},
		{"book_id", "cover: none", "B-103"},
		{"book_id", "fee 3", ""}, // of a loan, which only refers to the book
		{"library_id", "the East Branch", "lib_1!"},
		{"nothing", "Short Stories", ""},
	} {
		var got []string
		for _, d := range book.Descriptions(NewText(c.text), c.kind) {
			id := d.ID
			if d.Clear {
				id += "!"
			}
			got = append(got, id)
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s in %q: %q, want %q", c.kind, c.text, got, c.want)
		}
	}
}

func TestNames(t *testing.T) {
	fact, err := jsonvalue.ParseText(`{"W1": "birthday order", "W2": ["birthday order 2", "Anna's"], "W3": {"color": "red", "shape": "round"}, "W4": 5}`, jsonvalue.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	book := NewNames(fact)
	for text, want := range map[string]string{
		"the birthday order": "W1", "the birthday order 2": "W2", "Anna's": "W2", "birthday": "", "the red one": "W3", "round": "W3", "square": "",
	} {
		var got []string
		for _, d := range book.Descriptions(NewText(text), "names") {
			got = append(got, d.ID)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%q names %q, want %q", text, got, want)
		}
	}
	if kinds := book.Kinds("W3"); len(kinds) != 1 || len(book.Kinds("W9")) != 0 {
		t.Errorf("kinds of W3: %q", kinds)
	}
}

func TestRivals(t *testing.T) {
	book := NewBook(Read(`{"orders": ["VAAO", "KXZQ"], "user_id": "u1", "items": [{"item_id": "i1"}, {"item_id": "i2"}]}`), Read(wallet))
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"VAAO", "KXZQ", true}, {"VAAO", "u1", false}, {"i1", "i2", true}, {"i1", "VAAO", false},
		{"card_11", "voucher_3", true}, {"card_11", "nothing", false},
	} {
		if got := book.Rivals(c.a, c.b); got != c.want {
			t.Errorf("%s and %s are rivals: %v", c.a, c.b, got)
		}
	}
}

// TestLongTexts reads what is made to be slow: many things that are all described alike, in
// a long text that keeps changing its mind.
func TestLongTexts(t *testing.T) {
	var b strings.Builder
	b.WriteString(`{"items": [`)
	for i := range 1500 {
		fmt.Fprintf(&b, `{"item_id": "i%d", "name": "thing of the kind", "a": "x%d", "b": "same", "c": "y%d"},`, i, i%7, i%11)
	}
	b.WriteString(`{"item_id": "z"}]}`)
	book := NewBook(Read(b.String()))
	text := NewText(strings.Repeat("same x1 kind thing y2 x3 thing of the kind same, ", 2000))
	if found := book.Descriptions(text, "item_id"); len(found) > 0 {
		t.Errorf("%d descriptions", len(found))
	}
}

func FuzzDescriptions(f *testing.F) {
	f.Add(library, "the hard-cover Way; B-100 -> (cover: none) \xff")
	f.Add(wallet, "visa 4242 and gift card")
	f.Add(`[[[{"id":1,"":"a b"}]]]`, "a b 1")
	f.Fuzz(func(t *testing.T, output, text string) {
		out := Read(output)
		book := NewBook(out)
		if out == nil {
			return
		}
		for _, thing := range out.Things {
			if len(book.Kinds(thing.ID)) == 0 {
				t.Fatalf("%q has no kind", thing.ID)
			}
			for _, d := range book.Descriptions(NewText(text), thing.Kind) {
				if d.Start < 0 || d.End > len(text) || d.Start >= d.End || d.Kind != thing.Kind {
					t.Fatalf("%+v in %q", d, text)
				}
			}
		}
	})
}
