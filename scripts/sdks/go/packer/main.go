// Command packer writes a Go module into a folder, as a module proxy serves it: GOPROXY=file:///folder.
//
//	packer -module MODULE -version VERSION -time RFC3339 SOURCES FOLDER
package main

import (
	"encoding/json"
	"flag"
	"log"
	"os"
	"path/filepath"

	"golang.org/x/mod/module"
	"golang.org/x/mod/zip"
)

func main() {
	log.SetFlags(0)
	path := flag.String("module", "", "the module's path")
	version := flag.String("version", "", "its version, with v")
	time := flag.String("time", "", "when that was made, in RFC 3339")
	flag.Parse()
	packed := module.Version{Path: *path, Version: *version}
	if err := pack(packed, *time, flag.Arg(0), flag.Arg(1)); err != nil {
		log.Fatal(err)
	}
}

func pack(packed module.Version, time, sources, folder string) error {
	// Also checks that the path has the suffix which the major version requires.
	if err := module.Check(packed.Path, packed.Version); err != nil {
		return err
	}
	escaped, err := module.EscapePath(packed.Path)
	if err != nil {
		return err
	}
	versions := filepath.Join(folder, escaped, "@v")
	if err := os.MkdirAll(versions, 0o755); err != nil {
		return err
	}
	manifest, err := os.ReadFile(filepath.Join(sources, "go.mod"))
	if err != nil {
		return err
	}
	info, err := json.Marshal(struct{ Version, Time string }{packed.Version, time})
	if err != nil {
		return err
	}
	files := map[string][]byte{
		"list":                   []byte(packed.Version + "\n"),
		packed.Version + ".info": info,
		packed.Version + ".mod":  manifest,
	}
	for name, content := range files {
		if err := os.WriteFile(filepath.Join(versions, name), content, 0o644); err != nil {
			return err
		}
	}
	archive, err := os.Create(filepath.Join(versions, packed.Version+".zip"))
	if err != nil {
		return err
	}
	if err := zip.CreateFromDir(archive, packed, sources); err != nil {
		return err
	}
	return archive.Close()
}
