package main

import (
	"fmt"
	"math"
	"math/big"
	"time"

	"github.com/anishathalye/porcupine"
)

const (
	timeout = 60 * time.Second
	// Whoever was never answered may have been served at any time, or not at all.
	never = math.MaxInt64
)

// A link is what one payment link is at one moment.
type link struct {
	status   string
	refunded int64
}

const (
	absent    = ""
	active    = "active"
	paid      = "paid"
	cancelled = "cancelled"
	deleted   = "deleted"
)

// linkModel says what each call does to a link, and what its response must be then.
var linkModel = porcupine.Model{
	Init: func() any { return link{} },
	Step: func(state, input, output any) (bool, any) {
		before, call := state.(link), input.(Call)
		after, expected := stepLink(before, call)
		if output == nil {
			return true, after
		}
		return output.(string) == expected, after
	},
	DescribeOperation: describe,
}

func stepLink(before link, call Call) (after link, expected string) {
	after = before
	switch call.Op {
	case "create":
		after.status = active
		return after, "201"
	case "link":
		if before.status == absent || before.status == deleted {
			return after, "404"
		}
		return after, "200 " + before.status
	}
	if before.status == absent || before.status == deleted {
		return after, "404"
	}
	switch call.Op {
	case "pay":
		if before.status != active {
			return after, "201 unmatched"
		}
		after.status = paid
		return after, "201 credited"
	case "cancel":
		if before.status != active {
			return after, "409"
		}
		after.status = cancelled
		return after, "200 cancelled"
	case "delete":
		if before.status != cancelled {
			return after, "409"
		}
		after.status = deleted
		return after, "204"
	case "refund":
		if before.status != paid || before.refunded+units(call.Amount) > price {
			return after, "409"
		}
		after.refunded += units(call.Amount)
		return after, "201"
	}
	panic("no operation on a link: " + call.Op)
}

// price is what every link of the run costs.
var price = units("150.5")

// balanceModel says what is available of an account: what was credited, less what was refunded.
var balanceModel = porcupine.Model{
	Init: func() any { return int64(0) },
	Step: func(state, input, output any) (bool, any) {
		balance, call := state.(int64), input.(Call)
		switch call.Op {
		case "pay":
			return true, balance + units(call.Amount)
		case "refund":
			return true, balance - units(call.Amount)
		}
		return units(output.(string)) == balance, balance
	},
	DescribeOperation: describe,
}

func describe(input, output any) string {
	call := input.(Call)
	return fmt.Sprintf("%s %s: %v", call.Op, call.Key, output)
}

// linearize tells what speaks against every order of the calls in which each takes effect at one moment while it is made.
func linearize(what string, model porcupine.Model, operations []porcupine.Operation) []string {
	switch porcupine.CheckOperationsTimeout(model, operations, timeout) {
	case porcupine.Illegal:
		return []string{fmt.Sprintf("%s: no order of its %d calls explains their responses", what, len(operations))}
	case porcupine.Unknown:
		return []string{fmt.Sprintf("%s: its %d calls could not be judged in %s", what, len(operations), timeout)}
	}
	return nil
}

func operation(call Call, output any) porcupine.Operation {
	end := micros(call.End)
	if !call.Known {
		output, end = nil, never
	}
	return porcupine.Operation{Input: call, Output: output, Call: micros(call.Start), Return: end, ClientId: call.Client}
}

func micros(ms float64) int64 { return int64(math.Round(ms * 1000)) }

// units are an amount's smallest parts, of which one has a hundred million.
func units(amount string) int64 {
	value, ok := new(big.Rat).SetString(amount)
	if !ok {
		panic("no amount: " + amount)
	}
	value.Mul(value, big.NewRat(100_000_000, 1))
	return value.Num().Int64()
}
