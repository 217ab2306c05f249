package policy

import "cel.dev/cel-go/cel"

func language() (*cel.Env, error) { return cel.NewEnv() }
