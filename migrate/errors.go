package migrate

import "errors"

var (
	// ErrExport is returned for an export that cannot be read: it names the member.
	ErrExport = errors.New("export")
	// ErrCatalog is returned, with the catalog as it was written, when that cannot be
	// read: what the export declares is no catalog, such as two tools of one name.
	ErrCatalog = errors.New("the export makes no catalog")
)
