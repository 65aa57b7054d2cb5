// What a stranger does with the client that ogen makes.
package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"

	payments "trial/client"
)

var (
	ctx    = context.Background()
	made   = 0
	client = connect()
)

type credentials struct{}

func (credentials) ApiKey(context.Context, payments.OperationName) (payments.ApiKey, error) {
	return payments.ApiKey{Token: os.Getenv("PAYMENTS_API_KEY")}, nil
}

type versioned struct{}

func (versioned) Do(request *http.Request) (*http.Response, error) {
	request.Header.Set("Service-Version", os.Getenv("PAYMENTS_VERSION"))
	return http.DefaultClient.Do(request)
}

func connect() *payments.Client {
	made, err := payments.NewClient(os.Getenv("PAYMENTS_BASE_URL"), credentials{}, payments.WithClient(versioned{}))
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
		Amount: "1500.50", Currency: payments.LinkCurrencyMXNB, Description: "Order 1042",
	}
	change(&request)
	answer, err := client.CreatePaymentLink(ctx, &request, payments.CreatePaymentLinkParams{IdempotencyKey: key()})
	if err != nil {
		return nil, err
	}
	created, ok := answer.(*payments.PaymentLinkHeaders)
	if !ok {
		return nil, fmt.Errorf("unexpected: %T", answer)
	}
	return &created.Response, nil
}

func list(params payments.ListPaymentLinksParams) (*payments.PaymentLinkList, error) {
	answer, err := client.ListPaymentLinks(ctx, params)
	if err != nil {
		return nil, err
	}
	found, ok := answer.(*payments.PaymentLinkListHeaders)
	if !ok {
		return nil, fmt.Errorf("unexpected: %T", answer)
	}
	return &found.Response, nil
}

func mainJob() error {
	link, err := order(func(request *payments.CreatePaymentLinkRequest) {
		request.AcceptedMethods = []payments.PaymentMethodName{"SPEI"}
	})
	if err != nil {
		return err
	}
	answer, err := client.GetPaymentLink(ctx, payments.GetPaymentLinkParams{Code: string(link.Code)})
	if err != nil {
		return err
	}
	again, ok := answer.(*payments.GetPaymentLinkOKHeaders)
	if !ok {
		return fmt.Errorf("unexpected: %T", answer)
	}
	found := again.Response
	return same(fmt.Sprint(link.Amount, found.Status, found.PaidAt.Null, found.Methods[0].QuoteStatus),
		fmt.Sprint("1500.50000000", payments.PaymentLinkStatusActive, true, "native"))
}

func metadata() error {
	batch, err := list(payments.ListPaymentLinksParams{MetadataPairs: []string{"batch:250"}, Limit: payments.NewOptInt32(100)})
	if err != nil {
		return err
	}
	none, err := list(payments.ListPaymentLinksParams{MetadataPairs: []string{"batch:250", "shop:north"}})
	if err != nil {
		return err
	}
	return same(fmt.Sprint(len(batch.Data), len(none.Data)), "100 0")
}

func null() error {
	address := url.URL{Scheme: "https", Host: "shop.example", Path: "/done"}
	link, err := order(func(request *payments.CreatePaymentLinkRequest) { request.ReturnURL = payments.NewOptURI(address) })
	if err != nil {
		return err
	}
	change := payments.UpdatePaymentLinkRequest{}
	change.ReturnURL.SetToNull()
	answer, err := client.UpdatePaymentLink(ctx, &change, payments.UpdatePaymentLinkParams{Code: string(link.Code), IdempotencyKey: key()})
	if err != nil {
		return err
	}
	changed, ok := answer.(*payments.UpdatePaymentLinkOKHeaders)
	if !ok {
		return fmt.Errorf("unexpected: %T", answer)
	}
	return same(fmt.Sprint(changed.Response.ReturnURL.Null), "true")
}

func events() error {
	kind := payments.NewOptWebhookEventName(payments.WebhookEventNamePaymentLinkPaid)
	answer, err := client.ListEvents(ctx, payments.ListEventsParams{Type: kind})
	if err != nil {
		return err
	}
	found, ok := answer.(*payments.WebhookEventListHeaders)
	if !ok {
		return fmt.Errorf("unexpected: %T", answer)
	}
	event, ok := found.Response.Data[0].GetPaymentLinkPaidEvent()
	if !ok {
		return errors.New("it is not the event of a paid link")
	}
	return same(string(event.Data.Amount), "1500.50000000")
}

func failure() error {
	answer, err := client.GetPaymentLink(ctx, payments.GetPaymentLinkParams{Code: "PL-0000-0000-0000"})
	if err != nil {
		return err
	}
	missing, ok := answer.(*payments.PaymentLinkNotFoundHeaders)
	if !ok {
		return fmt.Errorf("unexpected: %T", answer)
	}
	return same(missing.Response.Error.Code, "payment_link_not_found")
}

func page() error {
	first, err := list(payments.ListPaymentLinksParams{Limit: payments.NewOptInt32(2)})
	if err != nil {
		return err
	}
	cursor := payments.NewOptString(first.NextCursor.Value)
	second, err := list(payments.ListPaymentLinksParams{Limit: payments.NewOptInt32(2), Cursor: cursor})
	if err != nil {
		return err
	}
	codes := map[string]bool{}
	for _, link := range append(first.Data, second.Data...) {
		codes[string(link.Code)] = true
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
