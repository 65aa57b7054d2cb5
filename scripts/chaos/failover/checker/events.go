package main

import (
	"fmt"
	"sort"
)

// checkEvents finds gaps and repetitions in the accounts' events, readers that were shown others than the books have, and
// reads that show less than an earlier one.
func checkEvents(calls []Call, books Books) (faults []string) {
	byAccount, paidOnce := map[string][]Event{}, map[string]int{}
	for _, event := range books.Events {
		byAccount[event.Account] = append(byAccount[event.Account], event)
		if event.Kind == "payment_link.paid" {
			paidOnce[event.Link]++
		}
	}
	for _, account := range sorted(byAccount) {
		ids := map[string]bool{}
		for index, event := range byAccount[account] {
			if event.Sequence != int64(index)+1 {
				faults = append(faults, fmt.Sprintf("event %s of %s has number %d, not %d", event.Id, account, event.Sequence, index+1))
				break
			}
			if ids[event.Id] {
				faults = append(faults, fmt.Sprintf("event %s of %s is recorded twice", event.Id, account))
			}
			ids[event.Id] = true
		}
	}
	for _, link := range books.Links {
		if count := paidOnce[link.Code]; link.Status == paid && count != 1 {
			faults = append(faults, fmt.Sprintf("link %s was paid, and has %d events that say so", link.Code, count))
		}
	}
	return append(append(faults, checkFollowed(calls, byAccount)...), checkNewest(calls, byAccount)...)
}

// checkFollowed compares what those were shown who went on from page to page.
func checkFollowed(calls []Call, recorded map[string][]Event) (faults []string) {
	type reader struct {
		account string
		client  int
	}
	shown := map[reader]int64{}
	for _, call := range calls {
		if call.Op != "follow" || !call.succeeded() {
			continue
		}
		of := reader{call.Account, call.Client}
		for _, event := range call.Answer.Events {
			if event.Sequence != shown[of]+1 {
				faults = append(faults, fmt.Sprintf("the events of %s went from %d to %d", call.Account, shown[of], event.Sequence))
			}
			shown[of] = event.Sequence
			faults = append(faults, compare(call, event, recorded)...)
		}
	}
	for of, last := range shown {
		if count := int64(len(recorded[of.account])); last != count {
			faults = append(faults, fmt.Sprintf("the events of %s were shown up to %d of %d", of.account, last, count))
		}
	}
	return faults
}

// checkNewest compares each read with those that had ended before it began.
func checkNewest(calls []Call, recorded map[string][]Event) (faults []string) {
	type moment struct {
		ms    float64
		isEnd bool
		call  Call
	}
	var moments []moment
	for _, call := range calls {
		if call.Op == "newest" && call.succeeded() {
			moments = append(moments, moment{call.Start, false, call}, moment{call.End, true, call})
		}
	}
	// Of two at the same moment, the one that begins is not after the one that ends.
	sort.SliceStable(moments, func(one, other int) bool {
		a, b := moments[one], moments[other]
		return a.ms < b.ms || a.ms == b.ms && !a.isEnd && b.isEnd
	})
	seen, atLeast := map[string]int64{}, map[string]int64{}
	for _, at := range moments {
		account := at.call.Account
		// Of the account and the moment: a caller makes one call at a time.
		caller := fmt.Sprintf("%s %d", account, at.call.Client)
		if !at.isEnd {
			atLeast[caller] = seen[account]
			continue
		}
		var newest int64
		for _, event := range at.call.Answer.Events {
			newest = event.Sequence
			faults = append(faults, compare(at.call, event, recorded)...)
		}
		if newest < atLeast[caller] {
			faults = append(faults, fmt.Sprintf("%s was shown event %d of %s as the newest, after %d", at.call.Process, newest, account, atLeast[caller]))
		}
		seen[account] = max(seen[account], newest)
	}
	return faults
}

func compare(call Call, event Event, recorded map[string][]Event) []string {
	events := recorded[call.Account]
	if event.Sequence >= 1 && event.Sequence <= int64(len(events)) && events[event.Sequence-1].Id == event.Id {
		return nil
	}
	return []string{fmt.Sprintf("%s showed event %s of %s as number %d, which the books do not have", call.Process, event.Id, call.Account, event.Sequence)}
}
