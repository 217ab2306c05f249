package grounding_test

import (
	"strings"
	"testing"

	"github.com/guardstream/guardstream/core/grounding"
	"github.com/guardstream/guardstream/core/jsonvalue"
)

// found runs lines of "text" → what of it the needle quotes; "" for nothing. Several
// quotes are joined by " | ".
func found(t *testing.T, n grounding.Needle, lines [][2]string) {
	t.Helper()
	for _, line := range lines {
		text := grounding.NewText(line[0])
		var quotes []string
		for _, span := range n.All(text) {
			quotes = append(quotes, text.Slice(span))
		}
		if got := strings.Join(quotes, " | "); got != line[1] {
			t.Errorf("in %q: %q, want %q", line[0], got, line[1])
		}
	}
}

func textNeedle(s string, m grounding.Matcher) grounding.Needle {
	return grounding.NewNeedle(jsonvalue.NewString(s), m, grounding.NoLocale)
}

func numberNeedle(text string, m grounding.Matcher, l grounding.Locale) grounding.Needle {
	return grounding.NewNeedle(jsonvalue.NewNumber(text), m, l)
}

func TestToken(t *testing.T) {
	found(t, textNeedle("roll", grounding.Token), [][2]string{
		{"roll", "roll"},
		{"roll. roll: roll/ (roll)", "roll | roll | roll | roll"},
		{"x_roll roll_x x.roll x/roll x:roll roll@x roll-x", ""},
		{"/roll @roll #roll .roll", "roll | roll | roll | roll"},
		{"roll—x roll…", "roll | roll"},
		{"ro\u00adll", "ro\u00adll"},
	})
	found(t, textNeedle("3704", grounding.Token), [][2]string{
		{"3704 B2", ""},
		{"B2 3704", ""},
		{"B2, 3704 (B2)", "3704"},
		{"3704 EUR in 3704", "3704 | 3704"},
		{"DE89 3704 0044", ""},
	})
	found(t, textNeedle("(x)", grounding.Token), [][2]string{{"a(x)b ((x)) -(x)", "(x) | (x) | (x)"}, {"a-(x) a:(x) (x).b (x)@1 a_(x)", ""}})
	found(t, textNeedle("-", grounding.Token), [][2]string{{"a- -b", "- | -"}, {"a.- -/b", ""}})
	found(t, textNeedle("DE89 3704", grounding.Token), [][2]string{{"DE89\u00a03704 0044", "DE89\u00a03704"}})
}

func TestWhole(t *testing.T) {
	found(t, textNeedle("ACC-1", grounding.Whole), [][2]string{
		{"ACC-1", "ACC-1"},
		{"(ACC-1) [ACC-1] {ACC-1} <ACC-1> `ACC-1`", "ACC-1 | ACC-1 | ACC-1 | ACC-1 | ACC-1"},
		{"“ACC-1” „ACC-1“ ‹ACC-1› 「ACC-1」 （ACC-1）", "ACC-1 | ACC-1 | ACC-1 | ACC-1 | ACC-1"},
		{"ACC-1! ACC-1? ACC-1; ACC-1， ACC-1。", "ACC-1 | ACC-1 | ACC-1 | ACC-1 | ACC-1"},
		{"account:ACC-1", "ACC-1"},
		{"ACC-1. ACC-1... ACC-1.)", "ACC-1 | ACC-1 | ACC-1"},
		{"ACC-1.5 ACC-1....5 ACC-1.. ..ACC-1", "ACC-1"},
		{"/ACC-1 ACC-1/x #ACC-1 *ACC-1* =ACC-1 ACC-1$ ACC-1–x ACC-1& +ACC-1", ""},
		{"acc-1 ACC-10 ACC-1é", ""},
	})
	found(t, textNeedle("7731", grounding.Whole), [][2]string{{"call 7731 5520", "7731"}, {"7731-9 77 31 7731.5", ""}})
}

func TestNoCase(t *testing.T) {
	found(t, textNeedle("O'Hara \"6-8\"", grounding.NoCase), [][2]string{
		{"o’HARA “6–8”", "o’HARA “6–8”"},
		{"Oʼhara\u202f″6—8″", "Oʼhara\u202f″6—8″"},
		{"O`Hara \"6-8\"", ""},
	})
	found(t, textNeedle("İzmir", grounding.NoCase), [][2]string{{"İZMIR izmir", "İZMIR"}})
}

func TestID(t *testing.T) {
	found(t, textNeedle("#W1", grounding.ID), [][2]string{
		{"#w1 and W1, ##w1", "#w1 | W1 | #w1"},
		{"x#W1 a-#W1", "#W1 | W1"},
		{"xW1 ref:W1 W1-2", ""},
	})
	found(t, textNeedle("#12", grounding.ID), [][2]string{{"gate 12", "12"}, {"12 34", ""}, {"#12 34", "#12"}})
	found(t, textNeedle("##W1", grounding.ID), [][2]string{{"#W1 W1", "#W1"}})
	found(t, textNeedle("# W1", grounding.ID), [][2]string{{"order W1", ""}, {"order # W1", "# W1"}})
}

func TestNumberEdges(t *testing.T) {
	found(t, numberNeedle("480", grounding.Token, grounding.NoLocale), [][2]string{
		{"480 480", ""},
		{"480, 480; (480) \"480\"", "480 | 480 | 480 | 480"},
		{"€480, 480€, $480.00. №480 #480", "480 | 480 | 480.00 | 480 | 480"},
		{"+480 ~480 =480", "480 | 480 | 480"},
		{`{"amount":480,"x":"a"}`, "480"},
		{"ACC,480,EUR", "480"},

		// something longer
		{"INV-480 480-500 400–480 480:30 a/480 480/b 480_ x480 480x", ""},
		{"480kg 480° 480²", ""},
		{",480 ,,480 5,480 _,480", ""},
		{`a,480 "a",480`, "480 | 480"},
		{"1'48'480 12'480'000", ""},
		{"1234'480, 5''480, a'480", "480 | 480 | 480"},
		{"480:_ _-480", "480"},
		{".480 0.480 480.1 480,1 480٫1 480，1 1,480 1'480 1’480", ""},
		{"480^2 10^480", ""},
		{"A1 480", ""},
		{"480 B2", ""},

		// signs
		{"-480 −480 ‑480 –480 －480", ""},
		{"- 480 — 480 —480", "480 | 480 | 480"},
		{"-$480 −€480", ""},

		// shares and multiples
		{"480% 480 % 480\u00a0‰ 480％ 480 ٪", ""},
		{"480 thousand, 480 Tsd., 480 млрд, 480  million, 480\tMrd", ""},
		{"480 M, 480 MM, 480 k, 480 万円, 480 lakh, 480 grand", ""},
		{"480 m EUR, $480 m, 480 т.р., 480 T€, 480 b $", ""},
		{"480 m, 480 t, 480 Grand Hotel, 480 kronor, 480 Mark, 480 MB", "480 | 480 | 480 | 480 | 480 | 480"},
		{"480\nmillion", "480"},
	})
	found(t, numberNeedle("-480", grounding.Token, grounding.NoLocale), [][2]string{
		{"-480 (−480) ‑480 $-480", "-480 | −480 | ‑480 | -480"},
		{"480 5-480 x−480 a:-480", ""},
	})
}

func TestNumberValues(t *testing.T) {
	tests := []struct {
		value, text, want string
		matcher           grounding.Matcher
		locale            grounding.Locale
	}{
		{value: "1500", text: "1,500.00; 1500.0; 01500; 1'500; 1’500; 1,500; 1.500", want: "1,500.00 | 1500.0 | 01500 | 1'500 | 1’500"},
		{value: "1500", text: "1.500,00; 1 500; 15,00; 1,5,00; 1,5000", want: ""},
		{value: "1500", text: "1.500,00; 1.500; 1'500; 1,500", want: "1.500,00 | 1.500 | 1'500", locale: grounding.DE},
		{value: "1500", text: "1 500,00; 1\u202f500; 1'500; 1.500; 1,500", want: "1 500,00 | 1\u202f500 | 1'500", locale: grounding.FR, matcher: grounding.Spaced},
		{value: "1500", text: "1'500.00; 1’500; 1.500; 1,500", want: "1'500.00 | 1’500", locale: grounding.CH},
		{value: "1.5", text: "1.5; 1.500; 1,5; 1,500; 01.500", want: "1.5 | 01.500"},
		{value: "1.5", text: "1.5; 1.500; 1,5", want: "1.5 | 1.500", locale: grounding.EN},
		{value: "1.5", text: "1,5; 1,500; 1.5", want: "1,5 | 1,500", locale: grounding.DE},
		{value: "0.5", text: "0.5; 0.500; 0,500; .5", want: "0.5 | 0.500"},
		{value: "500", text: "0,500; 00,500; 0500", want: "0500"},
		{value: "1234.5", text: "1234.500; 1,234.500", want: "1234.500 | 1,234.500"},
		{value: "1", text: "1'48; 1'4800", want: "1 | 1"},
		{value: "1", text: "1'500x; 1'500%", want: ""},
		{value: "0", text: "0; -0; 0.00; 00; .0", want: "0 | -0 | 0.00 | 00"},
		{value: "-0", text: "0", want: "0"},
		{value: "12345678901234567890", text: "12345678901234567890; 12345678901234567891; 12,345,678,901,234,567,890", want: "12345678901234567890 | 12,345,678,901,234,567,890"},
		{value: "1e2", text: "100; 100.0; 1e2", want: "100 | 100.0"},
		{value: "0.1", text: "0.1000000000000000055; 0.1", want: "0.1"},
		{value: "1500", text: "१५००; １，５００; １５００", want: "१५०० | １５００"},
	}
	for _, tt := range tests {
		found(t, numberNeedle(tt.value, tt.matcher, tt.locale), [][2]string{{tt.text, tt.want}})
	}
}

func TestAddresses(t *testing.T) {
	found(t, textNeedle("https://shop.example/items/42", grounding.URL), [][2]string{
		{"https://shop.example/items/42. Or www.shop.example/items/42/!", "https://shop.example/items/42 | www.shop.example/items/42/"},
		{"[here](https://shop.example/items/42), **https://shop.example/items/42**", "https://shop.example/items/42 | https://shop.example/items/42"},
		{"https://shop.example/items/42,https://shop.example/items/42;x", "https://shop.example/items/42 | https://shop.example/items/42"},
		{"<https://shop.example/items/42|our shop>", "https://shop.example/items/42"},
		{`{\"url\":\"https://shop.example/items/42\"}`, "https://shop.example/items/42"},
		{"url=HTTPS://Shop.Example/items/42", "HTTPS://Shop.Example/items/42"},
		{"請看https://shop.example/items/42。", "https://shop.example/items/42"},
		{"https://shop.exam\u200bple/items/42", "https://shop.exam\u200bple/items/42"},
		{"ｓｈｏｐ．example/items/42", "ｓｈｏｐ．example/items/42"},
		{"https://shop.example/items/42(see", "https://shop.example/items/42"},

		{"xhttps://shop.example/items/42 ftp://shop.example/items/42 //shop.example/items/42", ""},
		{"https:\\\\shop.example/items/42 https:shop.example/items/42 \\\\shop.example/items/42", ""},
		{"https://evil.test/?u=https://shop.example/items/42 https://evil.test/shop.example/items/42", ""},
		{"https://user@shop.example/items/42 me@shop.example/items/42 *.shop.example/items/42", ""},
		{"https://shop.example/items/421 https://shop.example/items/42/1 https://shop.example/items/42?x", ""},
		{"https://shop.example.evil.test/items/42 /srv/shop.example/items/42", ""},
		{"javascript:shop.example/items/42", ""},
	})
	found(t, textNeedle("https://shop.example/wiki/Oslo_(city)", grounding.URL), [][2]string{
		{"(https://shop.example/wiki/Oslo_(city))", "https://shop.example/wiki/Oslo_(city)"},
	})
	found(t, textNeedle("https://shop.example/wiki/Oslo_", grounding.URL), [][2]string{
		{"https://shop.example/wiki/Oslo_(city)", ""},
	})
	found(t, textNeedle("https://[2001:db8::1]/x", grounding.URL), [][2]string{
		{"at http://[2001:DB8::1]:80/x or [2001:db8::1]/x, not [2001:db8::1] /x", "http://[2001:DB8::1]:80/x | [2001:db8::1]/x"},
	})
	found(t, textNeedle("shop.example/a://b", grounding.URL), [][2]string{{"shop.example/a://b", "shop.example/a://b"}})
	found(t, textNeedle("localhost:5000/x", grounding.URL), [][2]string{{"localhost:5000/x — localhost:5000/x", "localhost:5000/x | localhost:5000/x"}})
	found(t, textNeedle("https://münchen.example/x", grounding.URL), [][2]string{
		{"https://MÜNCHEN.example/x, xn--mnchen-3ya.example/x, munchen.example/x", "https://MÜNCHEN.example/x | xn--mnchen-3ya.example/x"},
	})
}
