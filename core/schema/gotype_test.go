package schema_test

import (
	"errors"
	"math/big"
	"net/netip"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/guardstream/guardstream/core/jsonvalue"
	"github.com/guardstream/guardstream/core/schema"
)

type everything struct {
	IBAN    string          `json:"iban" jsonschema:"the account that is paid"`
	Amount  float64         `json:"amount"`
	Units   int8            `json:"units"`
	Order   *big.Int        `json:"order"`
	Raw     jsonvalue.Value `json:"raw,omitzero"`
	Extra   any             `json:"extra,omitempty"`
	Note    *string         `json:"note,omitempty"`
	Wait    time.Duration   `json:"wait,omitempty"`
	At      time.Time       `json:"at,omitzero"`
	Host    netip.Addr      `json:"host,omitzero"`
	Data    []byte          `json:"data,omitempty"`
	Tags    []string        `json:"tags,omitempty"`
	Address struct {
		Street string `json:"street"`
		Floor  int    `json:"floor,omitempty"`
	} `json:"address,omitzero"`
}

func TestForType(t *testing.T) {
	v, err := schema.ForType(reflect.TypeFor[*everything]())
	if err != nil {
		t.Fatal(err)
	}
	const want = `{"type":"object","properties":{` +
		`"iban":{"type":"string","description":"the account that is paid"},` +
		`"amount":{"type":"number"},` +
		`"units":{"type":"integer","minimum":-128,"maximum":127},` +
		`"order":{"type":["null","integer"]},` +
		`"raw":{"type":["null","boolean","integer","number","string","array","object"]},` +
		`"extra":true,` +
		`"note":{"type":["null","string"]},` +
		`"wait":{"type":"string"},` +
		`"at":{"type":"string","format":"date-time"},` +
		`"host":{"type":"string"},` +
		`"data":{"type":"string","contentEncoding":"base64"},` +
		`"tags":{"type":["null","array"],"items":{"type":"string"}},` +
		`"address":{"type":"object","properties":{"street":{"type":"string"},"floor":{"type":"integer"}},"required":["street"],"additionalProperties":false}},` +
		`"required":["iban","amount","units","order"],"additionalProperties":false}`
	if got := v.Write(jsonvalue.Compact); got != want {
		t.Errorf("schema\n%s\nwant\n%s", got, want)
	}
	if _, err := schema.Compile(v, schema.Options{Strict: true}); err != nil {
		t.Errorf("the schema is not readable strictly: %v", err)
	}
}

type cyclic struct {
	Next *cyclic `json:"next"`
}

func TestForTypeRefuses(t *testing.T) {
	for _, typ := range []reflect.Type{
		nil,
		reflect.TypeFor[string](),
		reflect.TypeFor[[]everything](),
		reflect.TypeFor[cyclic](),
		reflect.TypeFor[struct{ F func() }](),
	} {
		if _, err := schema.ForType(typ); !errors.Is(err, schema.ErrSchema) {
			t.Errorf("%v: %v, want ErrSchema", typ, err)
		}
	}
}

func TestDecode(t *testing.T) {
	v, err := schema.ForType(reflect.TypeFor[everything]())
	if err != nil {
		t.Fatal(err)
	}
	s := compile(t, v.Write(jsonvalue.Compact))
	result := s.Validate(parse(t, `{"iban":"DE1","amount":"12.50","units":"7","order":123456789012345678901234567890,
		"raw":{"id":9007199254740993},"extra":[9007199254740993,1.0,123456789012345678901,{"a":"b"}],"wait":"1h30m",
		"at":"2025-05-01T10:00:00Z","host":"10.0.0.1","data":"aGk=","tags":["a"],"address":{"street":"Main"}}`))
	if !result.Valid() {
		t.Fatal(result)
	}
	var got everything
	if err := schema.Decode(result.Arguments, &got); err != nil {
		t.Fatal(err)
	}
	large, _ := new(big.Int).SetString("123456789012345678901", 10)
	order, _ := new(big.Int).SetString("123456789012345678901234567890", 10)
	want := everything{
		IBAN: "DE1", Amount: 12.5, Units: 7, Order: order,
		Extra: []any{int64(9007199254740993), 1.0, large, map[string]any{"a": "b"}},
		Wait:  90 * time.Minute, At: time.Date(2025, 5, 1, 10, 0, 0, 0, time.UTC), Host: netip.MustParseAddr("10.0.0.1"),
		Data: []byte("hi"), Tags: []string{"a"},
	}
	want.Address.Street = "Main"
	if raw := got.Raw.Write(jsonvalue.Compact); raw != `{"id":9007199254740993}` {
		t.Errorf("raw %s", raw)
	}
	got.Raw = jsonvalue.Value{}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("decoded\n%+v\nwant\n%+v", got, want)
	}
}

func TestDecodeErrors(t *testing.T) {
	type args struct {
		N struct {
			Small int8 `json:"small"`
		} `json:"n"`
		Wait time.Duration `json:"wait"`
	}
	for text, want := range map[string]string{
		`{"n":{"small":300}}`:   "n.small: number does not fit int8",
		`{"n":{"small":"x"}}`:   "n.small: string does not fit int8",
		`{"wait":"soon"}`:       "wait:",
		`{"wait":5}`:            "wait:",
		`{"other":1}`:           "other",
		`{"n":{"small":1e400}}`: "n.small",
	} {
		err := schema.Decode(parse(t, text), new(args))
		if !errors.Is(err, schema.ErrDecode) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
	if err := schema.Decode(parse(t, `{}`), args{}); !errors.Is(err, schema.ErrDecode) {
		t.Errorf("into no pointer: %v", err)
	}
}
