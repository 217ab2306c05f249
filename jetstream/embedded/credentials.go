package embedded

import (
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// contextFileName is the credentials' file in the server's directory.
const contextFileName = "nats-context.json"

// userName is the one user that the server knows.
const userName = "guard"

// credentials is who may connect, in the form of a NATS context.
type credentials struct {
	Description string `json:"description"`
	URL         string `json:"url"`
	User        string `json:"user"`
	Password    string `json:"password"`
}

// readCredentials reads the credentials of earlier starts, or makes new ones.
func readCredentials(file string) (credentials, error) {
	c := credentials{Description: "the embedded server of guardstream", User: userName}
	data, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		c.Password = rand.Text()
		return c, nil
	}
	if err != nil {
		return c, fmt.Errorf("%w: %w", ErrCredentials, err)
	}
	if err := json.Unmarshal(data, &c); err != nil {
		return c, fmt.Errorf("%w: %s: %w", ErrCredentials, file, err)
	}
	if c.User == "" || c.Password == "" {
		return c, fmt.Errorf("%w: %s names no user or no password", ErrCredentials, file)
	}
	return c, nil
}

// write keeps the credentials, whole or not at all, for the owner alone.
func (c credentials) write(file string) error {
	data, err := json.MarshalIndent(c, "", "  ")
	if err != nil {
		return fmt.Errorf("%w: %w", ErrCredentials, err)
	}
	temporary, err := os.CreateTemp(filepath.Dir(file), ".context-*") // made with mode 0600
	if err != nil {
		return fmt.Errorf("%w: %w", ErrCredentials, err)
	}
	defer func() { _ = os.Remove(temporary.Name()) }() // is gone when it was renamed
	_, err = temporary.Write(append(data, '\n'))
	err = errors.Join(err, temporary.Sync(), temporary.Close())
	if err == nil {
		err = os.Rename(temporary.Name(), file)
	}
	if err != nil {
		return fmt.Errorf("%w: %w", ErrCredentials, err)
	}
	return nil
}
