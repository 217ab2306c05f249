package policy

import "testing"

// What is counted and what is not: everything that reads a text or a list of unknown
// length in full has to be.
func TestAlwaysCheap(t *testing.T) {
	env := someEnv(t)
	for expr, want := range map[string]bool{
		`amount + limit <= 2000.0 && name in ["clerk", "admin"]`: true,
		`count % 2 == 0 || vip == true`:                          true,
		`path.startsWith("/srv/")`:                               true,
		`name == null`:                                           true,
		`money(amount) <= 100`:                                   true,
		`path.contains("a")`:                                     false,
		`path.matches("a+")`:                                     false,
		`path == type`:                                           false,
		`path + type == "a"`:                                     false,
		`path in to`:                                             false,
		`to.all(x, x == "a")`:                                    false,
		`options == opts`:                                        false,
		`any == call`:                                            false,
		`size(options.map(k, k)) > 1`:                            false,
		`under(path, "/srv")`:                                    false,
		`host(url) == "a"`:                                       false,
		`domain_in("a.example", to)`:                             false,
		`lower(path) == "a"`:                                     false,
		`nfkc(path) == "a"`:                                      false,
		`money(path) == 1`:                                       false,
		`date(path) == 1`:                                        false,
		`local(path, type) == "a"`:                               false,
		`days_between(path, type) == 1`:                          false,
		`is_url(url)`:                                            false,
		`clean(path) == "a"`:                                     false,
	} {
		parsed, _, err := parse(env.cel, expr)
		if err != nil {
			t.Fatal(err)
		}
		checked, issues := env.cel.Check(parsed)
		if issues.Err() != nil {
			t.Fatalf("%s: %v", expr, issues.Err())
		}
		if got := env.alwaysCheap(checked); got != want {
			t.Errorf("%s is always cheap: %v", expr, got)
		}
	}
}
