package main

import (
	"fmt"
	"strings"
)

// selfTest proves that the checker accepts a good history, and refuses each that is broken on purpose, for its fault.
func selfTest() error {
	if faults := check(good()).Faults; len(faults) > 0 {
		return fmt.Errorf("a good history was refused: %s", faults)
	}
	for _, broken := range []struct {
		name     string
		breakIt  func(*History)
		expected string
	}{
		{"a link is lost", func(h *History) { h.Books.Links = h.Books.Links[1:] }, "create c1 was acknowledged, and is lost"},
		{"a payment is lost", func(h *History) { h.Books.Deposits = nil }, "pay p1 was acknowledged, and is lost"},
		{"a payment is not credited", func(h *History) { h.Books.Deposits[0].Credited = false }, "pay p1 was acknowledged, and is lost"},
		{"a cancellation is lost", func(h *History) { h.Books.Links[1].Status = active }, "cancel x1 was acknowledged, and is lost"},
		{"a refund is lost", func(h *History) { h.Books.Refunds = nil }, "refund r1 was acknowledged, and is lost"},
		{"a call is done twice", func(h *History) {
			h.Books.Deposits = append(h.Books.Deposits, Deposit{"a", "d2", "A", true})
		}, "pay d2 of link A is of no call"},
		{"a key makes two links", func(h *History) { h.Books.Links[1].Key = "c1" }, "create c1 made A and B"},
		{"a repetition is answered differently", func(h *History) { h.Calls[2].Answer.Id = "d2" }, "pay p1 was answered with"},
		{"a link is read as it was before it was paid", func(h *History) { h.Calls[3].Answer.Status = active }, "link A: no order"},
		{"a link that was created is not found", func(h *History) { h.Calls[3].Status, h.Calls[3].Answer = 404, Answer{} }, "link A: no order"},
		{"a link is paid after it was cancelled", func(h *History) { h.Calls[8].Answer.Status = "credited" }, "link B: no order"},
		{"a balance is read as it was before a payment", func(h *History) { h.Calls[4].Answer.Available = "0" }, "balance of a: no order"},
		{"a balance has a payment twice", func(h *History) { h.Books.Balances[0].Available = "280.75" }, "balance of a: no order"},
		{"a balance shows what was then lost", func(h *History) { h.Calls[4].Answer.Available = "301" }, "balance of a: no order"},
		{"the events have a gap", func(h *History) { h.Books.Events[1].Sequence = 3 }, "event e2 of a has number 3, not 2"},
		{"an event is recorded twice", func(h *History) { h.Books.Events[1].Id = "e1" }, "event e1 of a is recorded twice"},
		{"a link's payment has no event", func(h *History) { h.Books.Events[0].Kind = "balance.updated" }, "link A was paid, and has 0 events"},
		{"a reader misses an event", func(h *History) { h.Calls[9].Answer.Events = h.Calls[9].Answer.Events[1:] }, "the events of a went from 0 to 2"},
		{"a reader sees an event again", func(h *History) { h.Calls[10].Answer.Events = h.Calls[9].Answer.Events[1:] }, "the events of a went from 2 to 2"},
		{"a reader is shown an event that is then lost", func(h *History) { h.Calls[9].Answer.Events[1].Id = "lost" }, "showed event lost of a as number 2"},
		{"the newest event goes back", func(h *History) { h.Calls[12].Answer.Events[0] = Event{Sequence: 1, Id: "e1"} }, "was shown event 1 of a as the newest, after 2"},
	} {
		history := good()
		broken.breakIt(&history)
		faults := check(history).Faults
		if !strings.Contains(strings.Join(faults, "\n"), broken.expected) {
			return fmt.Errorf("%s: the checker must say %q, and says %q", broken.name, broken.expected, faults)
		}
	}
	// A read may be stale while there are two primaries, and no longer.
	for _, until := range []float64{28, 35} {
		history := good()
		history.Faults = []Fault{{SplitMs: 22, FencedMs: until}}
		history.Calls[3].Answer.Status = active
		if isAllowed := until > 30; isAllowed != (len(check(history).Faults) == 0) {
			return fmt.Errorf("a stale read at 30, with two primaries until %v: %s", until, check(history).Faults)
		}
	}
	// What was not answered may have been done, or not.
	for _, isDone := range []bool{true, false} {
		history := good()
		history.Calls = append(history.Calls, Call{Op: "pay", Account: "a", Key: "p3", Link: "C", Amount: "150.5", Start: 130, End: 131})
		if isDone {
			history.Books.Deposits = append(history.Books.Deposits, Deposit{"a", "d3", "C", true})
			history.Books.Links[2].Status = paid
			history.Books.Balances[0].Available = "280.75"
			history.Books.Events = append(history.Books.Events, Event{"a", 3, "e3", "payment_link.paid", "C"})
			history.Calls = append(history.Calls, Call{Op: "follow", Account: "a", Client: 9, Start: 132, End: 133, Known: true, Status: 200, Answer: Answer{Events: []Event{{Sequence: 3, Id: "e3"}}}})
		}
		if faults := check(history).Faults; len(faults) > 0 {
			return fmt.Errorf("a good history with a call without an answer (done: %t) was refused: %s", isDone, faults)
		}
	}
	return nil
}

// good has a link that is paid and partly refunded, one that is cancelled and paid nevertheless, and one that nobody pays.
func good() History {
	events := []Event{{"a", 1, "e1", "payment_link.paid", "A"}, {"a", 2, "e2", "balance.updated", ""}}
	shown := func(from, to int) Answer {
		return Answer{Events: append([]Event(nil), events[from:to]...)}
	}
	call := func(op, key, link string, start float64, status int, answer Answer) Call {
		return Call{Op: op, Account: "a", Key: key, Link: link, Amount: amountOf[op], Start: start, End: start + 8, Status: status, Known: true, Answer: answer}
	}
	lost := Call{Op: "pay", Account: "a", Key: "p1", Link: "A", Amount: amountOf["pay"], Start: 10, End: 15}
	history := History{Calls: []Call{
		call("create", "c1", "", 0, 201, Answer{Link: "A"}),
		lost,
		call("pay", "p1", "A", 20, 201, Answer{Id: "d1", Status: "credited"}),
		call("link", "", "A", 30, 200, Answer{Status: paid}),
		call("balance", "", "", 30, 200, Answer{Available: "150.5"}),
		call("refund", "r1", "A", 40, 201, Answer{Id: "r1"}),
		call("create", "c2", "", 50, 201, Answer{Link: "B"}),
		call("cancel", "x1", "B", 60, 200, Answer{Status: cancelled}),
		call("pay", "p2", "B", 70, 201, Answer{Id: "d4", Status: "unmatched"}),
		call("follow", "", "", 80, 200, shown(0, 2)),
		call("follow", "", "", 90, 200, Answer{}),
		call("newest", "", "", 100, 200, shown(1, 2)),
		call("newest", "", "", 110, 200, shown(1, 2)),
		call("create", "c3", "", 120, 201, Answer{Link: "C"}),
		// A repetition of what was answered.
		call("pay", "p1", "A", 120, 201, Answer{Id: "d1", Status: "credited"}),
	}}
	for index := range history.Calls {
		if history.Calls[index].Op == "follow" {
			history.Calls[index].Client = 9
		}
	}
	history.Books = Books{
		At:       1000,
		Links:    []Link{{"a", "A", paid, "c1"}, {"a", "B", cancelled, "c2"}, {"a", "C", active, "c3"}},
		Deposits: []Deposit{{"a", "d1", "A", true}, {"a", "d4", "B", false}},
		Refunds:  []Refund{{"a", "r1", "A"}},
		Balances: []Balance{{"a", "130.25"}},
		Events:   events,
	}
	return history
}

var amountOf = map[string]string{"pay": "150.5", "refund": "20.25"}
