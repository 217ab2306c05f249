// Package naming reads what a conversation calls things: which id belongs to the thing
// that a text describes. "Your Visa ending in 4242" is payment method card_7 when the
// JSON of a tool output says so and no other known payment method fits.
//
// [Read] finds the things of one tool output: objects with an id, and what their fields
// say of them. A [Book] holds the things of a conversation, or those that a fact names,
// and finds descriptions in a text ([Book.Descriptions]).
//
// How a description is read:
//   - A word or a run of words that is the value of a field ("clicky", "full size") says
//     something of the things with that value; a word of a longer name ("keyboard") says
//     it more weakly. A label before it ("size: full size") says which field is meant.
//   - What is said together must be true of one thing: the description names the one thing
//     that fits everything said. When several fit, or none, it names nothing.
//   - A description ends where the text says something that does not fit, names a field
//     again, or draws an arrow.
//
// Invariants:
//   - A description names a thing only if no other thing of its kind fits: a text that
//     fits two names neither.
//   - Words are compared as package words folds them and never as look-alikes: a name in
//     letters of another alphabet is another name.
//   - Time is linear in the outputs and in the text times a constant, whatever they hold.
//
// Tool outputs may be written by attackers, who can describe a thing of theirs like
// another one. Then both fit and nothing is named. Only a thing that the conversation does
// not know otherwise can be given a name so; facts of the application cannot be overridden.
package naming
