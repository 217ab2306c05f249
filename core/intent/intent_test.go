package intent

import (
	"errors"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

func TestParse(t *testing.T) {
	for _, i := range All() {
		if got, err := Parse(string(i)); got != i || err != nil {
			t.Errorf("Parse(%q) = %q, %v", i, got, err)
		}
	}
	for _, bad := range []string{"", "Pay", "dance", "pay "} {
		if _, err := Parse(bad); !errors.Is(err, ErrUnknownIntent) {
			t.Errorf("Parse(%q) = %v", bad, err)
		}
	}
	if got, err := ParseLanguage("de"); got != German || err != nil {
		t.Errorf("ParseLanguage = %q, %v", got, err)
	}
	if _, err := ParseLanguage("tlh"); !errors.Is(err, ErrUnknownLanguage) {
		t.Errorf("ParseLanguage = %v", err)
	}
	if All()[0] = Pay; All()[0] != Reserve {
		t.Error("All returns the package's own list")
	}
}

// TestLists makes sure that every language has every kind of action and what turns a
// request around.
func TestLists(t *testing.T) {
	if _, err := load(); err != nil {
		t.Fatal(err)
	}
	for kind, samples := range map[Intent]map[Language]string{
		Reserve: {German: "Reserviere einen Tisch", French: "Réservez une table", Spanish: "Reserva una mesa"},
		Event:   {German: "Trag den Termin ein", French: "Ajoute une réunion", Spanish: "Crea un evento"},
		Visit:   {German: "Öffne die Webseite", French: "Ouvre le site", Spanish: "Mira la página"},
		Pay:     {German: "Überweise 40 Euro", French: "Payez la facture", Spanish: "Paga la factura"},
		Send:    {German: "Schick ihr die Datei", French: "Envoie-lui le fichier", Spanish: "Envía el archivo"},
		Delete:  {German: "Lösche die Datei", French: "Supprime le fichier", Spanish: "Borra el archivo"},
		Invite:  {German: "Lade Theo ein", French: "Ajoute Theo au canal", Spanish: "Invita a Theo"},
		Post:    {German: "Veröffentliche es", French: "Publie l'article", Spanish: "Publica la nota"},
		Share:   {German: "Teile das Dokument", French: "Partage le document", Spanish: "Comparte el documento"},
	} {
		for language, text := range samples {
			if !Asked(kind, text, language) {
				t.Errorf("Asked(%s, %q, %s) = false", kind, text, language)
			}
			if !Asked(kind, strings.ToUpper(text), language) {
				t.Errorf("Asked(%s, %q, %s) = false in capitals", kind, text, language)
			}
			for _, other := range languages {
				if other != language && Asked(kind, text, other) && language == German {
					t.Errorf("%q asks to %s in %s", text, kind, other)
				}
			}
		}
	}
}

// TestAsked holds cases beyond the vectors.
func TestAsked(t *testing.T) {
	for _, c := range []struct {
		kind Intent
		text string
		want bool
	}{
		{Event, "the event's end", true},
		{Visit, "see https://a.example", true},
		{Visit, "https is safe", false},
		{Invite, "add\nTheo to ops", false},
		{Invite, "Add Theo\u00a0to ops", true},
		{Pay, "send\nmoney", false},
		{Pay, "p\u200bay", true},
		{Share, "Дайте доступ Бо", true},
		{Share, "выдай Оле доступ", true},
		{Share, "файл недоступен", false},
		{Post, "put it online", false},
		{Post, "Публикуем сегодня", true},
		{Post, "публичная страница", false},
		{Post, "я выложу потом", false},
		{Visit, "see www.hut.example", true},
		{Visit, "www is short for it", false},
		{Visit, "перейди туда", true},
		{Visit, "перешёл дорогу", false},
		{Visit, "стать лучше", true},
		{Reserve, "бронь на двоих", true},
		{Reserve, "переброньте рейс", true},
		{Reserve, "подбронь", false},
		{Event, "запланируй созвон", true},
		{Event, "планируем отпуск", false},
		{Event, "she schedules badly", false},
		{Pay, "send my money back", true},
		{Pay, "send all money", false},
		{Pay, "two wires crossed", false},
		{Pay, "платежи за март", true},
		{Pay, "переводчик занят", false},
		{Send, "вышли мне договор", true},
		{Send, "жду ответа", true},
		{Send, "e-mailed twice", true},
		{Send, "mailed twice", false},
		{Send, "писем нет", false},
		{Delete, "purge the cache", true},
		{Delete, "the purged cache", false},
		{Delete, "отмена брони", true},
		{Delete, "clear sky", false},
		{Invite, "приглашения разосланы", true},
		{"", "pay", false},
		{"dance", "dance", false},
	} {
		if got := Asked(c.kind, c.text); got != c.want {
			t.Errorf("Asked(%s, %q) = %v", c.kind, c.text, got)
		}
	}
}

// TestMessagesApart: the user's messages joined by line breaks ask for a kind of action
// exactly when one of them does, so a result can be kept with its message.
func TestMessagesApart(t *testing.T) {
	piece := rapid.SampledFrom([]string{
		"add", "Theo", "to", "send", "the", "money", "put", "it", "online", "pay", "don't", "https", "://x", "дай", "доступ",
		"clean", "up", ",", ".", " ", "-", "\u0301", "e", "mail", "give", "access", "\u200b", "'", "s",
	})
	message := rapid.Custom(func(t *rapid.T) string {
		return strings.Join(rapid.SliceOfN(piece, 0, 6).Draw(t, "pieces"), rapid.SampledFrom([]string{" ", ""}).Draw(t, "between"))
	})
	rapid.Check(t, func(t *rapid.T) {
		messages := rapid.SliceOfN(message, 0, 4).Draw(t, "messages")
		var apart Found
		for _, m := range messages {
			apart.tags |= Find(m).tags
		}
		if joined := Find(strings.Join(messages, "\n")); joined != apart {
			t.Fatalf("%q: joined %b, apart %b", messages, joined.tags, apart.tags)
		}
	})
}

// TestLinear reads hostile text, up to a megabyte of it, in well under the time that
// anything quadratic takes.
func TestLinear(t *testing.T) {
	phrases, err := CompilePhrases([]string{`(a+)+$`, `\bpay\b.*\bnow\b`, `(x|xx)*y`})
	if err != nil {
		t.Fatal(err)
	}
	sizes := map[int][]string{
		1 << 20: {"not ", "pay ", "add ", "\u0301"},
		1 << 17: {"add x ", "a", "send the ", "'", ".", "дай ", "x\u200b", "1.\n", ",\n- ", "👍🏽", "\xff", "'s"},
	}
	for size, units := range sizes {
		for _, unit := range units {
			text := strings.Repeat(unit, size/len(unit))
			start := time.Now()
			Find(text)
			Sentences(Pay, text)
			phrases.Found(text)
			if took := time.Since(start); took > 20*time.Second {
				t.Errorf("%d bytes of %q took %v", len(text), unit, took)
			}
		}
	}
}

func FuzzSentences(f *testing.F) {
	for _, seed := range []string{
		"Pay ACC-1 but not ACC-2.", "Pay these:\n- a\n- b", "не плати, а оплати", "> pay\npay", "1. pay\n\xff", "don't forget to pay",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, kind := range All() {
			at := 0
			for _, span := range Sentences(kind, text, German, French, Spanish) {
				if span.Start < at || span.End <= span.Start || span.End > len(text) {
					t.Fatalf("Sentences(%s, %q) has %v after %d", kind, text, span, at)
				}
				at = span.End
				if !Asked(kind, text, German, French, Spanish) {
					t.Fatalf("%q has a sentence that asks to %s, and does not ask", text, kind)
				}
			}
		}
	})
}

func BenchmarkFind(b *testing.B) {
	for name, text := range map[string]string{
		"request": "Please send Ana 40 euros and book the train for Tuesday.",
		"english": strings.Repeat("I spent an hour on the phone, they told me it's fine. ", 200),
		"russian": strings.Repeat("Я проверила список и хочу уточнить, почему платно. ", 200),
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				Find(text)
			}
		})
	}
}

func BenchmarkPhrases(b *testing.B) {
	phrases, err := CompilePhrases([]string{`\bsend (them|him|her|it|back)\b`, `\bdifference\b`, `\bbills?\b`})
	if err != nil {
		b.Fatal(err)
	}
	text := strings.Repeat("I spent an hour on the phone, they told me it's fine. ", 200)
	b.ReportAllocs()
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		phrases.Found(text)
	}
}

func BenchmarkSentences(b *testing.B) {
	text := strings.Repeat("Please pay ACC-1. Never pay ACC-2, but send the receipt to Ana. ", 10)
	b.ReportAllocs()
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		Sentences(Pay, text)
	}
}
