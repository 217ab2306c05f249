package jsonvalue

import (
	"errors"
	"math"
	"strings"
	"testing"
)

func TestParseRefuses(t *testing.T) {
	for name, tc := range map[string]struct {
		text string
		want error
	}{
		"nothing":               {"", ErrSyntax},
		"white space only":      {"  ", ErrSyntax},
		"duplicate key":         {`{"a":1,"a":2}`, ErrDuplicateKey},
		"duplicate nested":      {`[{"x":{"a":1,"b":2,"a":3}}]`, ErrDuplicateKey},
		"duplicate by escape":   {`{"a":1,"\u0061":2}`, ErrDuplicateKey},
		"NaN":                   {`{"a":NaN}`, ErrSyntax},
		"Infinity":              {`-Infinity`, ErrSyntax},
		"leading zero":          {`01`, ErrTrailing},
		"lone high surrogate":   {`"\ud800"`, ErrSyntax},
		"lone low surrogate":    {`"\udc00x"`, ErrSyntax},
		"invalid UTF-8":         {"\"\xff\"", ErrSyntax},
		"trailing value":        {`{} {}`, ErrTrailing},
		"trailing byte":         {`1x`, ErrTrailing},
		"trailing comma":        {`[1,]`, ErrSyntax},
		"single quotes":         {`{'a':1}`, ErrSyntax},
		"comment":               {`{} // no`, ErrTrailing},
		"cut off":               {`{"a":[1,2`, ErrSyntax},
		"too deep":              {strings.Repeat("[", 65) + strings.Repeat("]", 65), ErrTooDeep},
		"far too deep, cut off": {strings.Repeat(`{"a":`, 100_000), ErrTooDeep},
		"too large":             {`"` + strings.Repeat("a", DefaultMaxBytes) + `"`, ErrTooLarge},
	} {
		t.Run(name, func(t *testing.T) {
			v, err := ParseText(tc.text, Limits{})
			if !errors.Is(err, tc.want) {
				t.Fatalf("got %v, %v; want %v", v.Write(Compact), err, tc.want)
			}
		})
	}
}

func TestParseKeepsNumbersAndOrder(t *testing.T) {
	const text = `{"z":250,"a":250.0,"m":[1e2,-0,12345678901234567890123],"e":{},"n":null,"t":true}`
	v, err := ParseText(" "+text+"\n", Limits{})
	if err != nil {
		t.Fatal(err)
	}
	if got := v.Write(Compact); got != text {
		t.Errorf("compact: got %s, want %s", got, text)
	}
	if got, want := v.Write(Canonical), `{"a": 250.0, "e": {}, "m": [100.0, 0, 12345678901234567890123], "n": null, "t": true, "z": 250}`; got != want {
		t.Errorf("canonical: got %s, want %s", got, want)
	}
	if got, want := v.Write(Readable), `{"z": 250, "a": 250.0, "m": [100.0, 0, 12345678901234567890123], "e": {}, "n": null, "t": true}`; got != want {
		t.Errorf("readable: got %s, want %s", got, want)
	}
}

func TestDepthIsAllowedUpToTheLimit(t *testing.T) {
	text := strings.Repeat("[", DefaultMaxDepth) + strings.Repeat("]", DefaultMaxDepth)
	if _, err := ParseText(text, Limits{}); err != nil {
		t.Fatal(err)
	}
}

func TestFormatDouble(t *testing.T) {
	for _, tc := range []struct {
		f    float64
		want string
	}{
		{0, "0.0"}, {math.Copysign(0, -1), "-0.0"}, {40, "40.0"}, {2.5, "2.5"}, {-0.1, "-0.1"},
		{1e15, "1000000000000000.0"}, {1e16, "1e+16"}, {1e22, "1e+22"}, {1.5e300, "1.5e+300"},
		{0.0001, "0.0001"}, {0.00001, "1e-05"}, {1e-9, "1e-09"}, {123456.789, "123456.789"},
	} {
		if got := FormatDouble(tc.f); got != tc.want {
			t.Errorf("FormatDouble(%v) = %s, want %s", tc.f, got, tc.want)
		}
	}
}

func TestEqual(t *testing.T) {
	for _, tc := range []struct {
		a, b string
		want bool
	}{
		{`1`, `1`, true}, {`1`, `1.0`, false}, {`1.0`, `1.00`, true}, {`1e2`, `100.0`, true},
		{`0`, `-0`, true}, {`"1"`, `1`, false}, {`true`, `1`, false}, {`null`, `false`, false},
		{`9007199254740993`, `9007199254740992`, false},
		{`{"a":1,"b":[2]}`, `{"b":[2],"a":1}`, true}, {`{"a":1}`, `{"a":1,"b":null}`, false},
		{`[1,2]`, `[2,1]`, false}, {`{"a":1}`, `{"b":1}`, false},
	} {
		a, errA := ParseText(tc.a, Limits{})
		b, errB := ParseText(tc.b, Limits{})
		if errA != nil || errB != nil {
			t.Fatal(errA, errB)
		}
		if got := Equal(a, b); got != tc.want {
			t.Errorf("Equal(%s, %s) = %v", tc.a, tc.b, got)
		}
		if got := Equal(b, a); got != tc.want {
			t.Errorf("Equal(%s, %s) = %v", tc.b, tc.a, got)
		}
	}
}

func TestFrom(t *testing.T) {
	type call struct {
		IBAN   string   `json:"iban"`
		Amount float64  `json:"amount"`
		Tags   []string `json:"tags"`
	}
	for _, tc := range []struct {
		in   any
		want string
	}{
		{nil, `null`}, {"x", `"x"`}, {true, `true`}, {7, `7`}, {250.0, `250.0`}, {int64(1) << 62, `4611686018427387904`},
		{map[string]any{"b": 1, "a": []any{2.5, nil}}, `{"a":[2.5,null],"b":1}`},
		{call{"DE1", 2.5, []string{"x"}}, `{"iban":"DE1","amount":2.5,"tags":["x"]}`},
	} {
		got, err := From(tc.in)
		if err != nil || got.Write(Compact) != tc.want {
			t.Errorf("From(%v) = %s, %v; want %s", tc.in, got.Write(Compact), err, tc.want)
		}
	}
	for _, bad := range []any{math.NaN(), math.Inf(1), func() {}, map[string]any{"x": make(chan int)}} {
		if v, err := From(bad); !errors.Is(err, ErrUnsupported) {
			t.Errorf("From(%T) = %v, %v; want ErrUnsupported", bad, v, err)
		}
	}
}

// FuzzParse holds what every reader above relies on: what was accepted is written and
// read again as the same value, and parsing never panics.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		`{"a":[1,2.50,"x\u0000\ud83d\ude00",null,true]}`, `{"a":1,"a":2}`, "\"\xff\"", `[[[[[]]]]]`, `1e999`, `-0`, `"\ud800"`, `{}x`,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		v, err := ParseText(text, Limits{})
		if err != nil {
			return
		}
		for _, form := range []Form{Compact, Canonical, Readable} {
			written := v.Write(form)
			again, err := ParseText(written, Limits{Bytes: 1 << 30})
			if err != nil {
				t.Fatalf("%q was written as %q: %v", text, written, err)
			}
			if form == Compact && !Equal(v, again) {
				t.Fatalf("%q was written as %q", text, written)
			}
		}
	})
}
