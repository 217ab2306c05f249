package policy

import (
	"archive/zip"
	"bytes"
	_ "embed"
	"fmt"
	"io"
	"sync"
	"time"
)

// zoneData is the IANA Time Zone Database (public domain), compiled as Go ships it in
// lib/time/zoneinfo.zip. It is part of the engine instead of the machine's own copy,
// so that local times compute the same everywhere and when a decision is replayed.
//
//go:embed zoneinfo.zip
var zoneData []byte

// zoneFiles is the index of zoneData. It panics on data that is no archive: that would
// be a broken build, which the tests see.
var zoneFiles = sync.OnceValue(func() map[string]*zip.File {
	archive, err := zip.NewReader(bytes.NewReader(zoneData), int64(len(zoneData)))
	if err != nil {
		panic(fmt.Sprintf("time zone database: %v", err))
	}
	files := make(map[string]*zip.File, len(archive.File))
	for _, f := range archive.File {
		files[f.Name] = f
	}
	return files
})

// zones remembers the zones that were read: name to *time.Location. There are some
// six hundred names, so it stays small.
var zones sync.Map

// zone returns the time zone of an IANA name such as "Europe/Berlin".
func zone(name string) (*time.Location, error) {
	if known, ok := zones.Load(name); ok {
		return known.(*time.Location), nil
	}
	file, ok := zoneFiles()[name]
	if !ok || file.FileInfo().IsDir() {
		return nil, fmt.Errorf("unknown time zone %q", shorten(name))
	}
	r, err := file.Open()
	if err != nil {
		return nil, fmt.Errorf("time zone %s: %w", name, err)
	}
	data, err := io.ReadAll(r)
	if err != nil {
		return nil, fmt.Errorf("time zone %s: %w", name, err)
	}
	location, err := time.LoadLocationFromTZData(name, data)
	if err != nil {
		return nil, fmt.Errorf("time zone %s: %w", name, err)
	}
	zones.Store(name, location)
	return location, nil
}
