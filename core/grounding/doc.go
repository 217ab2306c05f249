// Package grounding finds where a value is written in a message: what a guard quotes
// to show that an argument of a tool call came from the conversation and was not made
// up.
//
// The rules are semantics §4. A [Needle] is one value with its [Matcher] and [Locale],
// prepared once; a [Text] is one message, prepared once; [Needle.All] and
// [Needle.First] search. An [Index] over the messages of a session says which of them
// are worth searching.
//
// What every matcher shares:
//   - Invisible characters (category Cf) are read as absent and every Unicode space as
//     a plain one, in the text and in the value.
//   - Numbers are numbers whatever the matcher: an integer or a double is found as a
//     number token of exactly its value, never as a piece of text.
//   - An empty or blank text is written nowhere.
//
// Invariants:
//   - A [Span] counts code points of the text as it was given, lies inside of it, and
//     what it quotes is found again when it is searched alone.
//   - The spans of one search are sorted, and no two are the same.
//   - Time is linear in the text on any input, and values are compared without float
//     rounding.
//   - [Index.Candidates] names every message in which the needle is found.
//
// Readings that the rules leave open, and how they are read here:
//   - A comma in front of a number is a decimal point cut off (",480") unless it follows
//     a field: "pay,480".
//   - A dash that is typed for a minus sign or a hyphen (en dash, no-break hyphen, full
//     width) is one in front of and behind a number; the em dash is not. "-$480" is no
//     480, nor is ".480", nor "10^480".
//   - Units with a space are no matter ("480 kg"); words that multiply are ("480 Mio."),
//     and the letters m, b and t beside a currency.
//   - Without a locale a number reads as in [EN], so "19,99" is no number. "0,500" is
//     never five hundred.
//   - Primes and guillemets are quotes to [NoCase]. A colon delimits on both sides
//     under [Whole]; "*", "#", "$" and "|" do not.
//   - A comma, a semicolon or a bar in an address may belong to it or end it: both are
//     read. A bracket that is closed in it belongs to it, a quote never does.
//
// Finding too little denies an honest call and the agent asks again; finding too much
// lets a made-up value pass. Where a reading is open, this package finds nothing.
package grounding
