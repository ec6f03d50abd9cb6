// Reads the archives of a folder with archive/tar and prints one line of JSON for each.
package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"
)

type entry struct {
	Path      string `json:"path"`
	Kind      string `json:"kind"`
	SizeBytes int64  `json:"sizeBytes"`
	Sha256    string `json:"sha256"`
}

type answer struct {
	Entries []entry `json:"entries,omitempty"`
	Failure string  `json:"failure,omitempty"`
}

func read(path string) ([]entry, error) {
	packed, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var stream io.Reader = bytes.NewReader(packed)
	if strings.HasSuffix(path, ".gz") {
		if stream, err = gzip.NewReader(stream); err != nil {
			return nil, err
		}
	}
	entries := []entry{}
	archive := tar.NewReader(stream)
	for {
		header, err := archive.Next()
		if err == io.EOF {
			return entries, nil
		}
		if err != nil {
			return nil, err
		}
		// Go lists global pax headers as entries; every other program applies them.
		if header.Typeflag == tar.TypeXGlobalHeader {
			continue
		}
		kind := fmt.Sprintf("type %q", header.Typeflag)
		if header.Typeflag == tar.TypeReg {
			kind = "file"
		} else if header.Typeflag == tar.TypeDir {
			kind = "folder"
		}
		hash := sha256.New()
		if _, err := io.Copy(hash, archive); err != nil {
			return nil, err
		}
		entries = append(entries, entry{header.Name, kind, header.Size, hex.EncodeToString(hash.Sum(nil))})
	}
}

func main() {
	folder := os.Args[1]
	names, err := os.ReadFile(folder + "/names")
	if err != nil {
		panic(err)
	}
	output := json.NewEncoder(os.Stdout)
	for _, name := range strings.Fields(string(names)) {
		entries, err := read(folder + "/" + name)
		if err != nil {
			output.Encode(answer{Failure: err.Error()})
		} else {
			output.Encode(answer{Entries: entries})
		}
	}
}
