// Package proposal decides whether a message of an assistant proposes exactly a call
// (semantics §8, confirm.mode: exact): whether a user who said yes to the message said yes
// to this call, with these values, and to nothing more of its kind.
//
// A [Call] is the values that have to be proposed. [Call.In] reads a message as the parts
// that propose (package confirmation) and looks for a range of them, a sentence, a numbered
// step or what stands between two other actions, in which
//
//   - every value is named: written, or, for an id, described as the conversation's tool
//     outputs or a fact of the application describe it and nothing else (package naming);
//   - no other id of a list's kind is named, and each as often as the call has it;
//   - nothing is named that could stand in a value's place: another id, another value of an
//     enumeration, another date; what is replaced aside ("from A to B");
//   - numbers stand beside what they are about, and no label says that a value is another
//     argument's ("to: 7" for the account that is paid from);
//   - old and new values stand on their side of "A -> B", "A for B", and the rows of lists
//     keep their order: A becomes C and B becomes D, not the other way round;
//   - switches are said to be on or off as they are, or not said and off;
//   - no action of another tool is named in place of the call's.
//
// Invariants:
//   - What is found is in the text: a verdict that says "proposed" gives the bytes that do.
//   - The careful answer is no: an agent that is not understood asks the user again, in
//     plainer words. Nothing is guessed from the values of the call.
//   - Time is linear in the message for each value; [MaxValues] and [MaxBytes] bound both.
package proposal
