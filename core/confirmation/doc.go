// Package confirmation reads whether a user said yes to what an assistant proposed
// (semantics §8; vectors accepts.jsonl, accepts_beyond.jsonl, accepted_proposals.jsonl).
//
// To read a refusal as a yes makes a call that nobody wanted; to read a yes as none asks
// the user again. So everything here is narrow: a message accepts when it says yes in a way
// the lists know and nothing in it, known or not, stands against it.
//
// # Where a yes counts
//
// A message is read as sentences and clauses (package words). A yes counts at the start of
// a clause only, behind nothing but courtesy ("great, thanks, yes"), weak words and other
// yeses. In the middle of a clause the same words are a mention: "I need to confirm", "she
// said yes", "what I agreed to". The kinds of yes differ in what may follow them in their
// clause:
//
//   - "yes", "go ahead" and "I confirm" may be followed by anything but what the lists name
//     ("go ahead and explain", "I confirm that I got it", "yeah right"): the user restates
//     what they accept, "go ahead and book seat 14C".
//   - "do it", "that's correct" and "agreed" must end their clause: "do it yourself", "that's
//     correct for the old card" and "agreed price was lower" begin with them.
//   - "of course" must end its clause, and its sentence may go on only with an order or
//     another yes: "of course, you would say that".
//   - "ok", "sure" and "fine" accept as the whole message with courtesy at most, or before an
//     order of what was proposed: "okay, send it to Mia". "OK, I see" is an acknowledgement.
//   - A message in a language with a plain list accepts when all of its words are known.
//
// # What stands against it
//
//   - A clause that refuses, stops or forbids, anywhere in the message; a retraction anywhere.
//   - A negation within three words before the yes, or any negation behind it, known harmless
//     ones aside ("no problem", "I can't wait", "why not").
//   - A condition, a fault or a delay in the sentence of the yes; a fault, a delay or a
//     "but" without a plea in a later sentence; a condition at the start of any clause of another
//     sentence. The first sentence that says yes decides.
//   - A question, except one that asks a favour behind the yes: "yes, could you do it today?".
//   - Somebody's words: reporting verbs before the yes, quoted lines.
//   - For a yes that orders nothing: an acknowledgement or a question behind it, "yes, I see
//     it", because the user answers something else.
//   - A line that ends in the middle of a sentence joins the next: "I do not" and "confirm"
//     on two lines.
//
// # What could turn a refusal into a yes
//
//   - "no" in front of a yes counts for nothing where it belongs to a known phrase ("no
//     problem, go ahead") or answers another question and a yes follows ("no, that's fine,
//     proceed"). The phrases are a closed list, and what follows must be a yes by itself.
//   - A negation far before a yes is not seen ("I do not want the red one in this size, go
//     ahead"). What it negates is another thing; were it the proposal, the yes would be
//     senseless.
//   - Words that say no in one language and yes in another stand in no list, or are argued
//     there ("tak").
//   - A refusal in words no list knows beside a clear yes ("yes, and pigs fly") is read as
//     the yes.
//
// The lists under lexicon/ are data, one file a language, made to be read by a native
// speaker; their test sets are testdata/languages. Everything is linear in the text.
package confirmation
