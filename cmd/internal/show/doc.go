// Package show writes what the log holds, for people and for programs: events, cases,
// decisions. Everything that comes from elsewhere goes through [command.Printable].
package show
