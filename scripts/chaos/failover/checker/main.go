// Judges the history that a run of `npm run chaos -- failover` has written:
//
//	checker FILE         prints a verdict as JSON
//	checker -self-test   proves that histories that are broken on purpose are refused, each for its fault
package main

import (
	"encoding/json"
	"fmt"
	"os"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) != 1 {
		return fmt.Errorf("usage: checker FILE | -self-test")
	}
	if args[0] == "-self-test" {
		return selfTest()
	}
	file, err := os.Open(args[0])
	if err != nil {
		return err
	}
	defer file.Close()
	history, err := readHistory(file)
	if err != nil {
		return err
	}
	return json.NewEncoder(os.Stdout).Encode(check(history))
}
