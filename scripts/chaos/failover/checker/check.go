package main

import (
	"fmt"
	"sort"
	"strings"

	"github.com/anishathalye/porcupine"
)

// A Verdict is what the checker says of a history.
type Verdict struct {
	Calls        int      `json:"calls"`
	Acknowledged int      `json:"acknowledged"`
	Lost         int      `json:"lost"`
	Stale        int      `json:"stale"`
	Faults       []string `json:"faults"`
}

// check judges a history. It has no faults if one database that never failed could have given it.
func check(history History) Verdict {
	calls, stale := history.trusted()
	merged := merge(calls)
	verdict := Verdict{Calls: len(history.Calls), Stale: stale, Faults: []string{}}
	for _, call := range merged {
		if call.isWrite() && call.succeeded() {
			verdict.Acknowledged++
		}
	}
	lost := findLost(merged, history.Books)
	verdict.Lost = len(lost)
	for _, found := range [][]string{
		lost,
		findChanged(calls),
		findDoubled(merged, history.Books),
		checkLinks(merged, history.Books),
		checkBalances(merged, history.Books),
		checkEvents(calls, history.Books),
	} {
		verdict.Faults = append(verdict.Faults, found...)
	}
	return verdict
}

// findLost finds what was acknowledged and is not in the books. What became of a link's state is judged with its calls.
func findLost(merged []Call, books Books) (faults []string) {
	links, deposits, refunds := map[string]string{}, map[string]Deposit{}, map[string]bool{}
	for _, link := range books.Links {
		links[link.Code] = link.Status
	}
	for _, deposit := range books.Deposits {
		deposits[deposit.Id] = deposit
	}
	for _, refund := range books.Refunds {
		refunds[refund.Id] = true
	}
	for _, call := range merged {
		if !call.succeeded() || !call.isWrite() {
			continue
		}
		isThere := true
		switch call.Op {
		case "create":
			isThere = links[call.Answer.Link] != absent
		case "pay":
			deposit, isKnown := deposits[call.Answer.Id]
			isThere = isKnown && deposit.Credited == (call.Answer.Status == "credited")
		case "refund":
			isThere = refunds[call.Answer.Id]
		case "cancel":
			isThere = links[call.Link] == cancelled || links[call.Link] == deleted
		case "delete":
			isThere = links[call.Link] == deleted
		}
		if !isThere {
			faults = append(faults, fmt.Sprintf("%s %s was acknowledged, and is lost", call.Op, call.Key))
		}
	}
	return faults
}

// findChanged finds keys of which two responses say different things.
func findChanged(calls []Call) (faults []string) {
	said := map[string]string{}
	for _, call := range calls {
		if !call.isWrite() || !call.succeeded() {
			continue
		}
		response := outputOf(call) + call.Answer.Id + call.Answer.Link
		if before, ok := said[call.Key]; ok && before != response {
			faults = append(faults, fmt.Sprintf("%s %s was answered with %s and with %s", call.Op, call.Key, before, response))
		}
		said[call.Key] = response
	}
	return faults
}

// findDoubled finds what the books have more often than it was asked for.
func findDoubled(merged []Call, books Books) (faults []string) {
	// What was acknowledged is known by its id; everything else must be of a call that was not answered.
	known, open := map[string]bool{}, map[string]int{}
	for _, call := range merged {
		if call.Op != "pay" && call.Op != "refund" {
			continue
		}
		if call.succeeded() {
			known[call.Answer.Id] = true
		} else if !call.Known {
			open[call.Op+" "+call.Link]++
		}
	}
	claim := func(op, id, link string) {
		if known[id] {
			return
		}
		if open[op+" "+link]--; open[op+" "+link] < 0 {
			faults = append(faults, fmt.Sprintf("%s %s of link %s is of no call", op, id, link))
		}
	}
	for _, deposit := range books.Deposits {
		claim("pay", deposit.Id, deposit.Link)
	}
	for _, refund := range books.Refunds {
		claim("refund", refund.Id, refund.Link)
	}
	keys := map[string]string{}
	for _, link := range books.Links {
		if other, ok := keys[link.Key]; ok {
			faults = append(faults, fmt.Sprintf("create %s made %s and %s", link.Key, other, link.Code))
		}
		keys[link.Key] = link.Code
	}
	return faults
}

func checkLinks(merged []Call, books Books) (faults []string) {
	byLink := map[string][]porcupine.Operation{}
	for _, call := range merged {
		switch call.Op {
		case "create":
			if call.succeeded() {
				byLink[call.Answer.Link] = append(byLink[call.Answer.Link], operation(call, outputOf(call)))
			}
		case "pay", "cancel", "delete", "refund", "link":
			byLink[call.Link] = append(byLink[call.Link], operation(call, outputOf(call)))
		}
	}
	for _, link := range books.Links {
		if _, isKnown := byLink[link.Code]; !isKnown {
			continue
		}
		last := Call{Op: "link", Link: link.Code, Start: books.At, End: books.At, Known: true, Status: 404}
		if link.Status != deleted {
			last.Status, last.Answer = 200, Answer{Status: link.Status}
		}
		byLink[link.Code] = append(byLink[link.Code], operation(last, outputOf(last)))
	}
	for _, code := range sorted(byLink) {
		faults = append(faults, linearize("link "+code, linkModel, byLink[code])...)
	}
	return faults
}

func checkBalances(merged []Call, books Books) (faults []string) {
	byAccount := map[string][]porcupine.Operation{}
	add := func(call Call) {
		byAccount[call.Account] = append(byAccount[call.Account], operation(call, call.Answer.Available))
	}
	for _, call := range merged {
		switch call.Op {
		case "balance":
			if call.succeeded() {
				add(call)
			}
		case "pay":
			if !call.Known || call.Answer.Status == "credited" {
				add(call)
			}
		case "refund":
			if !call.Known || call.succeeded() {
				add(call)
			}
		}
	}
	for _, balance := range books.Balances {
		answer := Answer{Available: balance.Available}
		add(Call{Op: "balance", Account: balance.Account, Start: books.At, End: books.At, Known: true, Status: 200, Answer: answer})
	}
	for _, account := range sorted(byAccount) {
		faults = append(faults, linearize("balance of "+account, balanceModel, byAccount[account])...)
	}
	return faults
}

// outputOf is what a response says, as the model of links expects it.
func outputOf(call Call) string {
	said := fmt.Sprintf("%d %s", call.Status, call.Answer.Status)
	return strings.TrimSpace(said)
}

func sorted[V any](of map[string]V) (keys []string) {
	for key := range of {
		keys = append(keys, key)
	}
	sort.Strings(keys)
	return keys
}
