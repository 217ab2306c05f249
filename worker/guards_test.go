package worker_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/guardstream/guardstream/core"
	"github.com/guardstream/guardstream/core/jsonvalue"
	"github.com/guardstream/guardstream/core/toolcall"
	"github.com/guardstream/guardstream/events"
	"github.com/guardstream/guardstream/worker"
)

// catalogFile writes a catalog with one tool.
func catalogFile(t *testing.T, tool string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), tool+".yaml")
	if err := os.WriteFile(path, []byte("tools: [{name: "+tool+"}]\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func request(t *testing.T, tool string) core.Request {
	t.Helper()
	v, err := jsonvalue.ParseText(`{"name":"`+tool+`"}`, jsonvalue.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	call, err := toolcall.Read(v)
	if err != nil {
		t.Fatal(err)
	}
	return core.Request{Call: call}
}

func TestEachTenantHasItsCatalog(t *testing.T) {
	guards, err := worker.ReadGuards([]string{catalogFile(t, "common"), "bank=" + catalogFile(t, "pay"), "Größe 1=" + catalogFile(t, "measure")})
	if err != nil {
		t.Fatal(err)
	}
	if len(guards.All()) != 3 {
		t.Errorf("%d guards", len(guards.All()))
	}
	for tenant, tool := range map[string]string{"bank": "pay", "shop": "common", "Größe 1": "measure"} {
		for _, asked := range []string{"pay", "common", "measure"} {
			body, err := guards.Decide(t.Context(), events.SessionOf(tenant, "s"), request(t, asked))
			if err != nil {
				t.Fatal(err)
			}
			want := `{"outcome":"deny"`
			if asked == tool {
				want = `{"outcome":"allow"`
			}
			if !strings.HasPrefix(string(body), want) {
				t.Errorf("%s of %s: %s", asked, tenant, body)
			}
		}
	}
}

func TestATenantWithoutACatalogIsRefused(t *testing.T) {
	guards, err := worker.ReadGuards([]string{"bank=" + catalogFile(t, "pay")})
	if err != nil {
		t.Fatal(err)
	}
	var problem *events.Problem
	if _, err := guards.Decide(t.Context(), events.SessionOf("shop", "s"), request(t, "pay")); !errors.As(err, &problem) || problem.Code != events.UnknownTenant {
		t.Errorf("got %v", err)
	}
}

func TestCatalogsThatCannotBeUsed(t *testing.T) {
	broken := filepath.Join(t.TempDir(), "broken.yaml")
	if err := os.WriteFile(broken, []byte("tools:\n  - nam: x\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	good := catalogFile(t, "pay")
	for name, tt := range map[string]struct {
		specs []string
		says  string
	}{
		"missing":              {[]string{"nowhere.yaml"}, "nowhere.yaml"},
		"broken":               {[]string{"bank=" + broken}, "broken.yaml:2:5"},
		"two for all":          {[]string{good, good}, "all tenants"},
		"two for one":          {[]string{"bank=" + good, "bank=" + good}, `"bank"`},
		"the directory itself": {[]string{t.TempDir()}, "directory"},
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := worker.ReadGuards(tt.specs); !errors.Is(err, worker.ErrCatalog) || !strings.Contains(err.Error(), tt.says) {
				t.Errorf("got %v", err)
			}
		})
	}
}
