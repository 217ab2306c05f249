// Package command is what the commands share: how their flags are read, from the command
// line, a configuration file and the environment, how they end, and how they reach a
// server.
//
// Invariants:
//   - Exit codes: 0 done; 1 something was found that must not be (drift, tampering, a
//     difference), or an answer was refused; 2 it was asked wrongly, with one line that
//     names the flag, key or value; 3 it could not be done now.
//   - What comes from the log or the network is written to a terminal by [Printable]: a
//     hostile text moves no cursor and hides nothing.
package command
