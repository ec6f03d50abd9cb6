// Command judge checks a transparency log with the packages of Go's checksum database, which share no code with this
// repository.
//
// Usage: judge <verifier key> <folder or address of the log> [<proof file>]...
//
// It reads the checkpoint, all tiles and all entries, and consistency proofs from every size up to the newest. It prints
// what it has checked, or exits with 1 and the reason.
package main

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

const (
	tileHeight = 8
	tileWidth  = 1 << tileHeight
	// How many consistency proofs are asked for.
	maxConsistencyProofs = 100
)

func main() {
	if len(os.Args) < 3 {
		fail(fmt.Errorf("usage: judge <verifier key> <log> [<proof file>]..."))
	}
	verifier, err := note.NewVerifier(os.Args[1])
	if err != nil {
		fail(err)
	}
	log := logSource(strings.TrimSuffix(os.Args[2], "/"))
	signed, err := log.read("checkpoint")
	if err != nil {
		fail(err)
	}
	tree, err := openCheckpoint(signed, verifier)
	if err != nil {
		fail(err)
	}
	if tree.N > 0 {
		if err := checkEntries(log, tree); err != nil {
			fail(err)
		}
	}
	proofs, err := checkConsistency(log, tree)
	if err != nil {
		fail(err)
	}
	for _, file := range os.Args[3:] {
		if err := checkProofFile(file, verifier); err != nil {
			fail(fmt.Errorf("%s: %v", file, err))
		}
	}
	fmt.Printf("%d entries, %d consistency proofs, %d proof files\n", tree.N, proofs, len(os.Args)-3)
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, "judge:", err)
	os.Exit(1)
}

// openCheckpoint verifies a note and reads the size and the root from it. The package tlog reads only texts that begin
// with "go.sum database tree".
func openCheckpoint(signed []byte, verifier note.Verifier) (tlog.Tree, error) {
	opened, err := note.Open(signed, note.VerifierList(verifier))
	if err != nil {
		return tlog.Tree{}, err
	}
	lines := strings.Split(opened.Text, "\n")
	if len(lines) != 4 || lines[3] != "" || lines[0] != verifier.Name() {
		return tlog.Tree{}, fmt.Errorf("the checkpoint is not three lines that begin with the name of the key: %q", opened.Text)
	}
	size, err := strconv.ParseInt(lines[1], 10, 64)
	if err != nil {
		return tlog.Tree{}, err
	}
	root, err := tlog.ParseHash(lines[2])
	return tlog.Tree{N: size, Hash: root}, err
}

// logSource is the folder of a log, or its address.
type logSource string

func (log logSource) read(path string) ([]byte, error) {
	if !strings.HasPrefix(string(log), "http://") {
		return os.ReadFile(filepath.Join(string(log), path))
	}
	response, err := http.Get(string(log) + "/" + path)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s: %s", path, response.Status)
	}
	return io.ReadAll(response.Body)
}

// Height, ReadTiles and SaveTiles make it a tlog.TileReader.
func (log logSource) Height() int { return tileHeight }

func (log logSource) ReadTiles(tiles []tlog.Tile) ([][]byte, error) {
	var contents [][]byte
	for _, tile := range tiles {
		// The package has the height of tiles in its paths, the specification has not.
		content, err := log.read(strings.Replace(tile.Path(), "tile/8/", "tile/", 1))
		if err != nil {
			return nil, err
		}
		contents = append(contents, content)
	}
	return contents, nil
}

func (log logSource) SaveTiles([]tlog.Tile, [][]byte) {}

// checkEntries compares all entries with the leaves of the tree, which the package verifies against the root.
func checkEntries(log logSource, tree tlog.Tree) error {
	hashes := tlog.TileHashReader(tree, log)
	for first := int64(0); first < tree.N; first += tileWidth {
		width := tree.N - first
		if width > tileWidth {
			width = tileWidth
		}
		bundle := tlog.Tile{H: tileHeight, L: -1, N: first / tileWidth, W: int(width)}
		path := strings.Replace(bundle.Path(), "tile/8/data/", "tile/entries/", 1)
		content, err := log.read(path)
		if err != nil {
			return err
		}
		entries, err := splitBundle(content)
		if err != nil || int64(len(entries)) != width {
			return fmt.Errorf("%s has %d entries, not %d (%v)", path, len(entries), width, err)
		}
		for i, entry := range entries {
			index := first + int64(i)
			proof, err := tlog.ProveRecord(tree.N, index, hashes)
			if err != nil {
				return err
			}
			if err := tlog.CheckRecord(proof, tree.N, tree.Hash, index, tlog.RecordHash(entry)); err != nil {
				return fmt.Errorf("entry %d: %v", index, err)
			}
		}
	}
	return nil
}

func splitBundle(content []byte) ([][]byte, error) {
	var entries [][]byte
	for len(content) > 0 {
		if len(content) < 2 {
			return entries, io.ErrUnexpectedEOF
		}
		length := 2 + int(content[0])<<8 + int(content[1])
		if len(content) < length {
			return entries, io.ErrUnexpectedEOF
		}
		entries = append(entries, content[2:length])
		content = content[length:]
	}
	return entries, nil
}

// checkConsistency asks for proofs that smaller trees are part of the newest.
func checkConsistency(log logSource, tree tlog.Tree) (int, error) {
	hashes := tlog.TileHashReader(tree, log)
	count := 0
	step := tree.N/maxConsistencyProofs + 1
	for size := int64(1); size < tree.N; size += step {
		content, err := log.read(fmt.Sprintf("consistency?from=%d&to=%d", size, tree.N))
		if err != nil {
			return count, err
		}
		proof, err := parseHashes(strings.TrimSuffix(string(content), "\n"))
		if err != nil {
			return count, err
		}
		root, err := tlog.TreeHash(size, hashes)
		if err != nil {
			return count, err
		}
		if err := tlog.CheckTree(proof, tree.N, tree.Hash, size, root); err != nil {
			return count, fmt.Errorf("consistency of %d and %d: %v", size, tree.N, err)
		}
		count++
	}
	return count, nil
}

// checkProofFile checks a C2SP tlog-proof with the entry as its extra data.
func checkProofFile(file string, verifier note.Verifier) error {
	content, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	end := bytes.Index(content, []byte("\n\n"))
	if end < 0 {
		return fmt.Errorf("no empty line")
	}
	lines := strings.SplitN(string(content[:end]), "\n", 4)
	if len(lines) < 3 || lines[0] != "c2sp.org/tlog-proof@v1" {
		return fmt.Errorf("no proof with extra data")
	}
	entry, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(lines[1], "extra "))
	if err != nil {
		return err
	}
	index, err := strconv.ParseInt(strings.TrimPrefix(lines[2], "index "), 10, 64)
	if err != nil {
		return err
	}
	var proof []tlog.Hash
	if len(lines) == 4 {
		if proof, err = parseHashes(lines[3]); err != nil {
			return err
		}
	}
	tree, err := openCheckpoint(content[end+2:], verifier)
	if err != nil {
		return err
	}
	return tlog.CheckRecord(proof, tree.N, tree.Hash, index, tlog.RecordHash(entry))
}

func parseHashes(lines string) ([]tlog.Hash, error) {
	var hashes []tlog.Hash
	for _, line := range strings.Split(lines, "\n") {
		hash, err := tlog.ParseHash(line)
		if err != nil {
			return nil, err
		}
		hashes = append(hashes, hash)
	}
	return hashes, nil
}
