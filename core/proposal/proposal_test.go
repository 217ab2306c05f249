package proposal

import (
	"slices"
	"strings"
	"testing"
)

func TestShapeOf(t *testing.T) {
	for text, want := range map[string]string{
		"#W2378156": "#A9999999", "card_11": "aaaa_99", "HAT083": "AAA999", "1008292230": "9999999999", "2024-05-20": dateShape,
		"": "", "12345": "", "red": "", "5 Hill Road": "", "a@b.example": "", "1,500": "", strings.Repeat("A1", 40): "",
	} {
		if got := shapeOf(text); got != want {
			t.Errorf("%q has the shape %q, want %q", text, got, want)
		}
	}
}

func TestSameWord(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"cancel", "cancelled", true}, {"cancellation", "cancel", true}, {"exchange", "exchanging", true}, {"delete", "deletion", true},
		{"copy", "copies", true}, {"book", "booking", true}, {"item", "items", true}, {"ship", "shipping", true},
		{"pay", "paypal", false}, {"order", "border", false}, {"to", "too", false}, {"cancel", "return", false}, {"", "", true},
	} {
		if got := sameWord(c.a, c.b); got != c.want {
			t.Errorf("sameWord(%q, %q) = %v", c.a, c.b, got)
		}
	}
}

func TestWords(t *testing.T) {
	for name, want := range map[string][]string{
		"payment_method_id": {"payment", "method", "id"}, "paymentMethodId": {"payment", "method", "id"}, "address1": {"address", "1"},
		"to-account": {"to", "account"}, "URL": {"url"}, "": nil, "_": nil,
	} {
		if got := Words(name); !slices.Equal(got, want) {
			t.Errorf("Words(%q) = %q, want %q", name, got, want)
		}
	}
}

func TestSameThing(t *testing.T) {
	for _, c := range []struct {
		a, b []string
		want bool
	}{
		{[]string{"item"}, []string{"new", "item"}, true}, {[]string{"from", "account"}, []string{"to", "account"}, true},
		{[]string{"item"}, []string{"new", "account"}, false}, {[]string{"item"}, []string{"item"}, false},
	} {
		if got := SameThing(c.a, c.b); got != c.want {
			t.Errorf("SameThing(%q, %q) = %v", c.a, c.b, got)
		}
	}
}

func TestTokens(t *testing.T) {
	text := `(#W1), "a-b": card_7. -> 5.5; x@y.example/`
	var got []string
	tokensOf(text, 0, len(text), func(start, end int) { got = append(got, text[start:end]) })
	if want := []string{"#W1", "a-b", "card_7", "5.5", "x@y.example"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestMixesAlphabets(t *testing.T) {
	for text, want := range map[string]bool{"Аlice": true, "Alice": false, "Анна": false, "Анна Alice": false, "5 μm": false, "kΩ": false, "ΑB": true} {
		if got := mixesAlphabets(text); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}
