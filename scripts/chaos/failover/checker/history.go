package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
)

// A Call is one attempt of one call, as scripts/chaos/failover/history.ts describes it. Times are in milliseconds.
type Call struct {
	Type    string
	Op      string
	Account string
	Process string
	Client  int
	Key     string
	Link    string
	Amount  string
	Start   float64
	End     float64
	Status  int
	Known   bool
	Answer  Answer
}

// An Answer is what a response says; which fields it has depends on the operation.
type Answer struct {
	Link      string
	Id        string
	Status    string
	Code      string
	Available string
	Events    []Event
}

type Event struct {
	Account  string
	Sequence int64
	Id       string
	Kind     string
	Link     string
}

// Books are what the service's tables say in the end.
type Books struct {
	At       float64
	Links    []Link
	Deposits []Deposit
	Refunds  []Refund
	Balances []Balance
	Events   []Event
}

type Link struct{ Account, Code, Status, Key string }

type Deposit struct {
	Account, Id, Link string
	Credited          bool
}

type Refund struct{ Account, Id, Link string }

type Balance struct{ Account, Available string }

// A Fault is one that the run made. From SplitMs to FencedMs, the service reached the old primary beside the new one.
type Fault struct {
	SplitMs  float64
	FencedMs float64
}

type History struct {
	Calls  []Call
	Faults []Fault
	Books  Books
}

func readHistory(lines io.Reader) (History, error) {
	var history History
	reader := bufio.NewReader(lines)
	hasBooks := false
	for {
		line, err := reader.ReadBytes('\n')
		if err == io.EOF {
			break
		}
		if err != nil {
			return history, err
		}
		var call Call
		if err := json.Unmarshal(line, &struct {
			Type *string
		}{&call.Type}); err != nil {
			return history, err
		}
		switch call.Type {
		case "call":
			if err := json.Unmarshal(line, &call); err != nil {
				return history, err
			}
			history.Calls = append(history.Calls, call)
		case "books":
			if err := json.Unmarshal(line, &history.Books); err != nil {
				return history, err
			}
			hasBooks = true
		case "fault":
			var fault Fault
			if err := json.Unmarshal(line, &fault); err != nil {
				return history, err
			}
			history.Faults = append(history.Faults, fault)
		default:
			return history, fmt.Errorf("a line of type %q", call.Type)
		}
	}
	if !hasBooks {
		return history, fmt.Errorf("the history has no books, so it was not finished")
	}
	return history, nil
}

func (call Call) isWrite() bool { return call.Key != "" }

func (call Call) succeeded() bool { return call.Known && call.Status < 400 }

// What the service may take to notice that another server was promoted. It looks every two seconds, for one at most; where
// it is busy, it may miss one look.
const noticedMs = 8_000

// isStale tells whether a response may show what was before the last promotion: it came while there were two primaries,
// and proves no commit. Only for so long; later, the service must have noticed.
func (history History) isStale(call Call) bool {
	if call.isWrite() && call.succeeded() {
		return false
	}
	for _, fault := range history.Faults {
		until := min(fault.FencedMs, fault.SplitMs+noticedMs)
		if fault.SplitMs > 0 && call.End >= fault.SplitMs && call.Start <= until {
			return true
		}
	}
	return false
}

// trusted returns the calls without those that may be stale, and how many these are: what they said was read, and a refusal
// has done nothing. Who follows the events must be shown all of them even then.
func (history History) trusted() (calls []Call, stale int) {
	for _, call := range history.Calls {
		if call.Known && call.Op != "follow" && history.isStale(call) {
			stale++
		} else {
			calls = append(calls, call)
		}
	}
	return calls, stale
}

// merge makes one call of all attempts with a key: it took effect at most once, between the begin of the first attempt and
// the first response that says what became of it. Reads without such a response say nothing and are left out.
func merge(calls []Call) []Call {
	var merged []Call
	at := map[string]int{}
	for _, call := range calls {
		if !call.isWrite() {
			if call.Known {
				merged = append(merged, call)
			}
			continue
		}
		index, isRepeated := at[call.Key]
		if !isRepeated {
			at[call.Key] = len(merged)
			merged = append(merged, call)
			continue
		}
		first := &merged[index]
		start := min(first.Start, call.Start)
		if call.Known && (!first.Known || call.End < first.End) {
			*first = call
		}
		first.Start = start
	}
	return merged
}
