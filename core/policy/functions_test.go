package policy

import (
	"strings"
	"testing"

	"github.com/guardstream/guardstream/core/jsonvalue"
)

// computes checks expressions without variables: want is JSON, or "error: " and what
// the error says.
func computes(t *testing.T, cases [][2]string) {
	t.Helper()
	env, err := NewEnv()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range cases {
		p, err := env.Compile(c[0])
		if err != nil {
			t.Errorf("%s: %v", c[0], err)
			continue
		}
		got, err := p.Eval(env.NewValues())
		if says, isError := strings.CutPrefix(c[1], "error: "); isError {
			if err == nil || !strings.Contains(err.Error(), says) {
				t.Errorf("%s = %s, %v; want an error with %q", c[0], got.Write(jsonvalue.Compact), err, says)
			}
			continue
		}
		if err != nil || got.Write(jsonvalue.Compact) != c[1] {
			t.Errorf("%s = %s, %v; want %s", c[0], got.Write(jsonvalue.Compact), err, c[1])
		}
	}
}

func TestPathFunctions(t *testing.T) {
	computes(t, [][2]string{
		{`under("/srv/data/a.txt", "/srv/data")`, `true`},
		{`under("/srv/data", "/srv/data/")`, `true`},
		{`under("/srv/data/./x/../a", "/srv/data")`, `true`},
		{`under("a/b.txt", "/srv/data")`, `true`},
		{`under("/anything", "/")`, `true`},
		{`under("/srv/data2/a", "/srv/data")`, `false`},
		{`under("/srv/data/../etc", "/srv/data")`, `false`},
		{`under("../etc", "/srv/data")`, `false`},
		{`under("a/../../etc", "/srv/data")`, `false`},
		{`under("/srv//data//a", "/srv/data")`, `true`},
		{`under("/srv/data/%2e%2e/etc", "/srv/data")`, `false`},
		{`under("/srv/data/%2E./etc", "/srv/data")`, `false`},
		{`under("/srv/data/..%2fetc", "/srv/data")`, `false`},
		{`under("/srv/data/%252e%252e/etc", "/srv/data")`, `false`},
		{`under("/srv/data/..\\etc", "/srv/data")`, `false`},
		{`under("/srv/data/a\x00.txt", "/srv/data")`, `false`},
		{`under("/srv/data/a\nb", "/srv/data")`, `false`},
		{`under("~/a", "/srv/data")`, `false`},
		{`under("", "/srv/data")`, `false`},
		{`under("/srv/data/100%", "/srv/data")`, `true`},
		{`under("/SRV/data/a", "/srv/data")`, `false`},
		{`under("a", "srv")`, `error: not an absolute path`},
		{`under("a", "")`, `error: not an absolute path`},
		{`clean("/a/./b/../c//d/")`, `"/a/c/d"`},
		{`clean("")`, `"."`},
		{`clean("a\\b")`, `error: not a plain path`},
		{`base("/a/b.txt/")`, `"b.txt"`},
		{`base("%2e%2e")`, `error: not a plain path`},
		{`ext("/a/b.tar.gz")`, `".gz"`},
		{`ext("/a.b/c")`, `""`},
		{`ext(".bashrc")`, `""`},
		{`ext("..hidden")`, `""`},
		{`ext("A.PDF")`, `".PDF"`},
		{`ext("a.pdf.")`, `"."`},
		{`ext("a\x00.pdf")`, `error: not a plain path`},
	})
}

func TestAddressFunctions(t *testing.T) {
	computes(t, [][2]string{
		{`host("https://www.Shop.example/cart?x=1")`, `"shop.example"`},
		{`host("shop.example:8080/a")`, `"shop.example"`},
		{`host("http://127.0.0.1/")`, `"127.0.0.1"`},
		{`host("https://good.example@evil.example/")`, `error: no web address`},
		{`host("javascript:alert(1)")`, `error: no web address`},
		{`host("ftp://a.example")`, `error: no web address`},
		{`host("https://a.example\\@b.example")`, `error: no web address`},
		{`host("")`, `error: no web address`},
		{`is_url("https://a.example/x")`, `true`},
		{`is_url("//a.example")`, `false`},
		{`is_url("https://user:pw@a.example")`, `false`},
		{`is_url("x y")`, `false`},
		{`is_url("x y") && host("x y") == "a"`, `false`}, // && passes over what a branch does not need
		{`scheme("https://a.example")`, `"https"`},
		{`scheme("a.example")`, `""`},
		{`port("https://a.example")`, `443`},
		{`port("http://a.example/x")`, `80`},
		{`port("a.example")`, `443`},
		{`port("https://a.example:8443/x")`, `8443`},
		{`domain_in("shop.example", ["shop.example", "b.example"])`, `true`},
		{`domain_in("a.shop.example", ["shop.example"])`, `true`},
		{`domain_in("badshop.example", ["shop.example"])`, `false`},
		{`domain_in("shop.example.evil.example", ["shop.example"])`, `false`},
		{`domain_in("SHOP.example", ["Shop.Example"])`, `true`},
		{`domain_in("shop.example", [])`, `false`},
		{`domain_in("shop.example", ["www.shop.example"])`, `true`}, // as host() names it
		{`domain_in("a.shop.example", ["www.shop.example"])`, `false`},
		{`domain_in(host("https://münchen.example"), ["münchen.example"])`, `true`},
		{`domain_in("shop.example", ["https://shop.example/x"])`, `error: no domain`},
		{`domain_in("shop.example", ["shop.example", "*.shop.example"])`, `error: no domain`},
		{`domain_in("shop.example", [""])`, `error: no domain`},
	})
}

func TestTextFunctions(t *testing.T) {
	computes(t, [][2]string{
		{`lower("ÄRGER Σ İ")`, `"ärger σ İ"`},
		{`lower("")`, `""`},
		{`nfkc("ﬁ①Ａ")`, `"fi1A"`},
		{`nfkc("é") == nfkc("é")`, `true`},
	})
}

func TestMoneyFunctions(t *testing.T) {
	computes(t, [][2]string{
		{`money("12.50")`, `12500000`},
		{`money(12.5)`, `12500000`},
		{`money(12)`, `12000000`},
		{`money(0.1) + money(0.2) == money(0.3)`, `true`},
		{`money("-0.01")`, `-10000`},
		{`money("0.000001")`, `1`},
		{`money(0.000001)`, `1`},
		{`money("12.5000000000")`, `12500000`},
		{`money("0.0000001")`, `error: no amount`},
		{`money(0.1 + 0.2)`, `error: no amount`},
		{`money("9223372036854.77579")`, `9223372036854775790`},
		{`money("9223372036855")`, `error: no amount`},
		{`money(9223372036855)`, `error: overflow`},
		{`money(1e300)`, `error: no amount`},
		{`money(1.0 / 0.0)`, `error: no amount`},
		{`money("")`, `error: no amount`},
		{`money("-")`, `error: no amount`},
		{`money("1,5")`, `error: no amount`},
		{`money("1.")`, `error: no amount`},
		{`money(".5")`, `error: no amount`},
		{`money("1e3")`, `error: no amount`},
		{`money("+1")`, `error: no amount`},
		{`money(" 1")`, `error: no amount`},
		{`money("1.2.3")`, `error: no amount`},
		{`money("١")`, `error: no amount`},
		{`money("--1")`, `error: no amount`},
	})
}

func TestTimeFunctions(t *testing.T) {
	computes(t, [][2]string{
		{`date("1970-01-01")`, `0`},
		{`date("2026-10-03")`, `20729`},
		{`date("1969-12-31")`, `-1`},
		{`date("2024-02-29") + 1 == date("2024-03-01")`, `true`},
		{`date("2026-10-03T23:59:59-08:00")`, `20729`}, // as it is written
		{`date("2026-02-30")`, `error: no date`},
		{`date("2026-2-3")`, `error: no date`},
		{`date("03.10.2026")`, `error: no date`},
		{`date("2026-10-03T10:00:00")`, `error: no date`}, // a time without its zone
		{`days_between("2026-10-03", "2026-10-31")`, `28`},
		{`days_between("2026-10-31", "2026-10-03")`, `-28`},
		{`days_between("2026-10-31T10:00:00Z", "2026-11-01")`, `1`},
		{`days_between("x", "2026-11-01")`, `error: days_between`},
		{`days_between("2026-11-01", "x")`, `error: days_between`},
		{`unix("1970-01-01T00:00:01Z")`, `1`},
		{`unix("2026-10-03T14:00:00+02:00") == unix("2026-10-03T12:00:00Z")`, `true`},
		{`unix("2026-10-03")`, `error: no time`},
		{`local("2026-07-01T12:00:00Z", "Europe/Berlin")`, `"2026-07-01T14:00:00+02:00"`},
		{`local("2026-12-01T12:00:00Z", "Europe/Berlin")`, `"2026-12-01T13:00:00+01:00"`},
		{`local("2026-12-31T23:30:00Z", "Asia/Tokyo")`, `"2027-01-01T08:30:00+09:00"`},
		{`local("2026-12-31T23:30:00Z", "UTC")`, `"2026-12-31T23:30:00Z"`},
		{`local("2026-12-31T23:30:00Z", "Mars/Base")`, `error: unknown time zone`},
		{`local("2026-12-31T23:30:00Z", "")`, `error: unknown time zone`},
		{`local("2026-12-31T23:30:00Z", "../etc/passwd")`, `error: unknown time zone`},
		{`local("2026-12-31T23:30:00Z", "Europe/")`, `error: unknown time zone`},
		{`local("2026-12-31T23:30:00Z", "Local")`, `error: unknown time zone`},
		{`local("yesterday", "UTC")`, `error: no time`},
		{`hour("2026-10-03T14:05:00+02:00")`, `14`},
		{`hour(local("2026-10-03T14:05:00+02:00", "America/New_York"))`, `8`},
		{`weekday("2026-10-03T14:05:00+02:00")`, `6`},
		{`weekday("2026-10-04T00:00:00Z")`, `7`},
		{`weekday("2026-10-05T00:00:00Z")`, `1`},
		{`hour("14:05")`, `error: no time`},
	})
}

// Every function costs what it reads: a long text is refused by its cost.
func TestFunctionsCost(t *testing.T) {
	env, err := NewEnv(Var{"s", TypeOf(String)}, Var{"xs", ListOf(String)})
	if err != nil {
		t.Fatal(err)
	}
	vs := env.NewValues()
	vs.Set("s", jsonvalue.NewString("/"+strings.Repeat("a", 2_000_000)))
	items := make([]jsonvalue.Value, 50_000)
	for i := range items {
		items[i] = jsonvalue.NewString("a.example")
	}
	vs.Set("xs", jsonvalue.NewArray(items...))
	for _, expr := range []string{
		`under(s, "/srv")`, `clean(s) == ""`, `base(s) == ""`, `ext(s) == ""`, `is_url(s)`, `lower(s) == ""`, `nfkc(s) == ""`,
		`domain_in("a.example", xs)`, `domain_in(s, ["a.example"])`,
		`xs.map(x, lower(x)) == []`, `s.matches("b+")`,
	} {
		p, err := env.Compile(expr)
		if err != nil {
			t.Errorf("%s: %v", expr, err)
			continue
		}
		if got, err := p.Eval(vs); err == nil || !strings.Contains(err.Error(), ErrCost.Error()) {
			t.Errorf("%s = %s, %v; want %v", expr, got.Write(jsonvalue.Compact), err, ErrCost)
		}
	}
}

// All zones of the embedded database can be read.
func TestZones(t *testing.T) {
	count := 0
	for name, file := range zoneFiles() {
		if file.FileInfo().IsDir() {
			continue
		}
		if _, err := zone(name); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		count++
	}
	if count < 400 {
		t.Errorf("%d zones", count)
	}
}
