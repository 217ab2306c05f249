// Package likeness finds a value in a text however it is spelled there: an account
// number with or without its spaces, a name in capitals, full-width digits, a date with
// other dashes. It answers "may this value have come from that text?", where
// core/grounding answers "is this value written here?".
//
// A [Text] is reduced to its letters and digits, in lower case, without accents and
// invisible characters; where words begin and end is kept. A value is found where its
// letters and digits follow each other and begin and end where words do. Longer texts
// are compared by runs of words ([Text.Runs]).
//
// Invariants:
//   - What is written literally, with nothing but spaces and punctuation around it, is
//     found; so is every spelling of it that reduces to the same letters and digits.
//   - A value is never found inside of a longer word.
//   - Time is linear in the text, for reducing it and for each search.
package likeness
