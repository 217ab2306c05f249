package securitybench

import (
	"fmt"
	"os"
	"path"
	"path/filepath"

	"github.com/guardstream/guardstream/core"
	"github.com/guardstream/guardstream/core/catalog"
)

// guardOf compiles the catalog of a set, overrides applied, and says which file it is.
func guardOf(folder, set string, o Options) (*core.Guard, string, error) {
	file, err := catalogOf(folder, set, o.Catalogs)
	if err != nil {
		return nil, "", err
	}
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, "", err
	}
	c, err := catalog.Read(file, data)
	if err != nil {
		return nil, "", err
	}
	if c, err = override(c, o.Overrides); err != nil {
		return nil, "", fmt.Errorf("%s: %w", file, err)
	}
	guard, err := core.New(c)
	return guard, file, err
}

// catalogOf returns the file of a set's catalog: the first there is below the folder of
// catalogs, else the set's own.
func catalogOf(folder, set, catalogs string) (string, error) {
	var candidates []string
	if catalogs != "" {
		for _, name := range []string{set, path.Base(set)} {
			name = filepath.Join(catalogs, filepath.FromSlash(name))
			candidates = append(candidates, name+".json", name+".yaml",
				filepath.Join(name, "catalog.json"), filepath.Join(name, "catalog.yaml"))
		}
	}
	candidates = append(candidates, filepath.Join(folder, "catalog.json"), filepath.Join(folder, "catalog.yaml"))
	for _, file := range candidates {
		if found, err := exists(file); err != nil || found {
			return file, err
		}
	}
	return "", fmt.Errorf("%w of the set %s", ErrNoCatalog, set)
}
