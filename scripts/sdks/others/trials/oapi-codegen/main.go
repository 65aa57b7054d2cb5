// What a stranger does with the client that oapi-codegen makes.
package main

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"strings"
	"time"

	"github.com/oapi-codegen/nullable"

	payments "trial/client"
)

var (
	ctx    = context.Background()
	made   = 0
	client = connect()
)

func connect() *payments.ClientWithResponses {
	made, err := payments.NewClientWithResponses(os.Getenv("PAYMENTS_BASE_URL"), payments.WithRequestEditorFn(
		func(_ context.Context, request *http.Request) error {
			request.Header.Set("Authorization", "Bearer "+os.Getenv("PAYMENTS_API_KEY"))
			request.Header.Set("Service-Version", os.Getenv("PAYMENTS_VERSION"))
			return nil
		}))
	if err != nil {
		panic(err)
	}
	return made
}

func key() string {
	made++
	return fmt.Sprintf("trial-%d-%d", time.Now().UnixNano(), made)
}

func order(change func(*payments.CreatePaymentLinkRequest)) (*payments.PaymentLink, error) {
	request := payments.CreatePaymentLinkRequest{
		Amount: "1500.50", Currency: payments.LINKCURRENCYMXNB, Description: "Order 1042",
	}
	change(&request)
	answer, err := client.CreatePaymentLinkWithResponse(ctx, &payments.CreatePaymentLinkParams{IdempotencyKey: key()}, request)
	if err != nil {
		return nil, err
	}
	if answer.JSON201 == nil {
		return nil, fmt.Errorf("%s", answer.Body)
	}
	return answer.JSON201, nil
}

func list(params payments.ListPaymentLinksParams) (*payments.PaymentLinkList, error) {
	answer, err := client.ListPaymentLinksWithResponse(ctx, &params)
	if err != nil {
		return nil, err
	}
	if answer.JSON200 == nil {
		return nil, fmt.Errorf("%s", answer.Body)
	}
	return answer.JSON200, nil
}

func mainJob() error {
	methods := []string{"SPEI"}
	link, err := order(func(request *payments.CreatePaymentLinkRequest) { request.AcceptedMethods = &methods })
	if err != nil {
		return err
	}
	again, err := client.GetPaymentLinkWithResponse(ctx, link.Code)
	if err != nil {
		return err
	}
	found := again.JSON200
	return same(fmt.Sprint(link.Amount, found.Status, found.PaidAt.IsNull(), found.Methods[0].QuoteStatus),
		fmt.Sprint("1500.50000000", payments.PAYMENTLINKSTATUSACTIVE, true, "native"))
}

func metadata() error {
	limit := int32(100)
	batch, err := list(payments.ListPaymentLinksParams{MetadataPairs: &[]string{"batch:250"}, Limit: &limit})
	if err != nil {
		return err
	}
	none, err := list(payments.ListPaymentLinksParams{MetadataPairs: &[]string{"batch:250", "shop:north"}})
	if err != nil {
		return err
	}
	return same(fmt.Sprint(len(batch.Data), len(none.Data)), "100 0")
}

func null() error {
	address := "https://shop.example/done"
	link, err := order(func(request *payments.CreatePaymentLinkRequest) { request.ReturnUrl = &address })
	if err != nil {
		return err
	}
	change := payments.UpdatePaymentLinkRequest{ReturnUrl: nullable.NewNullNullable[string]()}
	changed, err := client.UpdatePaymentLinkWithResponse(ctx, link.Code, &payments.UpdatePaymentLinkParams{IdempotencyKey: key()}, change)
	if err != nil {
		return err
	}
	if changed.JSON200 == nil {
		return fmt.Errorf("%s", changed.Body)
	}
	return same(fmt.Sprint(changed.JSON200.ReturnUrl.IsNull()), "true")
}

func events() error {
	kind := payments.WEBHOOKEVENTNAMEPAYMENTLINKPAID
	answer, err := client.ListEventsWithResponse(ctx, &payments.ListEventsParams{Type: &kind})
	if err != nil {
		return err
	}
	value, err := answer.JSON200.Data[0].ValueByDiscriminator()
	if err != nil {
		return err
	}
	event, ok := value.(payments.PaymentLinkPaidEvent)
	if !ok {
		return fmt.Errorf("unexpected: %T", value)
	}
	return same(event.Data.Amount, "1500.50000000")
}

func failure() error {
	answer, err := client.GetPaymentLinkWithResponse(ctx, "PL-0000-0000-0000")
	if err != nil {
		return err
	}
	return same(string(answer.JSON404.Error.Code), "payment_link_not_found")
}

func page() error {
	limit := int32(2)
	first, err := list(payments.ListPaymentLinksParams{Limit: &limit})
	if err != nil {
		return err
	}
	cursor := first.NextCursor.MustGet()
	second, err := list(payments.ListPaymentLinksParams{Limit: &limit, Cursor: &cursor})
	if err != nil {
		return err
	}
	codes := map[string]bool{}
	for _, link := range append(first.Data, second.Data...) {
		codes[link.Code] = true
	}
	return same(fmt.Sprint(len(codes)), "4")
}

func same(actual, expected string) error {
	if actual != expected {
		return fmt.Errorf("%s, not %s", actual, expected)
	}
	return nil
}

func main() {
	checks := []struct {
		name string
		run  func() error
	}{{"main_job", mainJob}, {"metadata", metadata}, {"null", null}, {"events", events}, {"error", failure}, {"page", page}}
	for _, check := range checks {
		outcome := "ok"
		if err := check.run(); err != nil {
			outcome = strings.ReplaceAll(err.Error(), "\n", " ")
		}
		fmt.Printf("%s: %s\n", check.name, outcome)
	}
}
