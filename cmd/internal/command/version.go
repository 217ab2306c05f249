package command

import "runtime/debug"

// version says which source the command was built from.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	text := info.Main.Version
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" && (text == "" || text == "(devel)") {
			text = s.Value
		}
	}
	return text + " " + info.GoVersion
}
