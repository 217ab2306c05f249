package pebblestore

import (
	"bytes"
	"testing"

	"github.com/guardstream/guardstream/core/jsonvalue"
	"github.com/guardstream/guardstream/events"
)

// Whatever stands in a record's place is refused or is a record, and a record is
// written as it was read.
func FuzzDecodeRecord(f *testing.F) {
	for seq := uint64(1); seq <= 3; seq++ {
		r := testRecord(seq)
		entry := entryOf(r)
		f.Add(appendRecord(nil, r, Hash{1}, entry.chain(Hash{1})))
	}
	f.Add([]byte{})
	f.Add([]byte{formatVersion})
	f.Add(append(make([]byte, fixedSize-4), 0xff, 0xff, 0xff, 0xff))
	f.Add(appendRecord(nil, events.Record{Stored: testStart}, Hash{}, Hash{}))
	f.Fuzz(func(t *testing.T, value []byte) {
		e, err := decodeRecord(value)
		if err != nil {
			return
		}
		if again := appendRecord(nil, e.Record, e.Prev, e.Chain); !bytes.Equal(again, value) {
			t.Errorf("read %x, wrote %x", value, again)
		}
	})
}

func FuzzDecodeHead(f *testing.F) {
	f.Add(Head{}.encode())
	f.Add(Head{Seq: 7, StreamSeq: 9, Chain: Hash{1}, Root: Hash{2}}.encode())
	f.Add([]byte{1})
	f.Fuzz(func(t *testing.T, value []byte) {
		head, err := decodeHead(value)
		if err != nil {
			return
		}
		if !bytes.Equal(head.encode(), value) {
			t.Errorf("read %x, wrote %x", value, head.encode())
		}
		if again, err := ParseHead(head.String()); err != nil || again != head {
			t.Errorf("%s came back as %s, %v", head, again, err)
		}
	})
}

// Skimming finds in JSON what reading it finds, and in anything else it stays within
// the bytes.
func FuzzSkim(f *testing.F) {
	for seq := uint64(1); seq <= 6; seq++ {
		f.Add(testRecord(seq).Payload)
	}
	for _, text := range []string{
		``, `{`, `{}`, `{"a"`, `{"a":`, `{"a":}`, `{"a":1`, `{"a":1}`, `{"a":1,}`, `{,}`, `{"a" : "b\"}" , "c":[1,{"d":"]"}], "e":null}`,
		`{"a\"b":1}`, `{"a":"\\"}`, `{"a":"\\\""}`, `{"a":]`, `{"a":tru e}`, ` {"a":{"b":{}}}`, `[1]`, `"a"`,
		`{"type":"decided","decision":{"tool":"p\u0061y","outcome":1,"outcome":"deny"}}`,
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		labelsOf(events.Record{Subject: "guard.events.a.b", Payload: data})
		var names, values []string
		skimMembers(data, func(name, value []byte) bool {
			names, values = append(names, string(name)), append(values, string(value))
			return true
		})
		want, err := jsonvalue.Parse(data, jsonvalue.Limits{Bytes: len(data), Depth: 1000})
		if err != nil || want.Kind() != jsonvalue.Object {
			return
		}
		if len(names) != want.Len() {
			t.Fatalf("found %q in %s", names, data)
		}
		for i, value := range want.Items() {
			got, err := jsonvalue.ParseText(values[i], jsonvalue.Limits{Bytes: len(data), Depth: 1000})
			if err != nil || !jsonvalue.Equal(got, value) || text([]byte(`"`+names[i]+`"`)) != want.Names()[i] {
				t.Errorf("member %q: found %q with %q", want.Names()[i], names[i], values[i])
			}
		}
	})
}
