// What a stranger does with the client that openapi-generator makes for Go.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	api "trial/client"
)

var (
	ctx  = context.WithValue(context.Background(), api.ContextAccessToken, os.Getenv("PAYMENTS_API_KEY"))
	made = 0
)

func connect() *api.APIClient {
	configuration := api.NewConfiguration()
	configuration.Servers = api.ServerConfigurations{{URL: os.Getenv("PAYMENTS_BASE_URL")}}
	configuration.AddDefaultHeader("Service-Version", os.Getenv("PAYMENTS_VERSION"))
	return api.NewAPIClient(configuration)
}

var client = connect()

func key() string {
	made++
	return fmt.Sprintf("trial-%d-%d", time.Now().UnixNano(), made)
}

func order(change func(*api.CreatePaymentLinkRequest)) (*api.PaymentLink, error) {
	request := api.NewCreatePaymentLinkRequest("1500.50", api.LINK_CURRENCY_MXNB, "Order 1042")
	change(request)
	link, _, err := client.PaymentLinksAPI.CreatePaymentLink(ctx).IdempotencyKey(key()).CreatePaymentLinkRequest(*request).Execute()
	return link, err
}

func mainJob() error {
	link, err := order(func(request *api.CreatePaymentLinkRequest) { request.SetAcceptedMethods([]string{"SPEI"}) })
	if err != nil {
		return err
	}
	again, _, err := client.PaymentLinksAPI.GetPaymentLink(ctx, link.Code).Execute()
	if err != nil {
		return err
	}
	return same(fmt.Sprint(link.Amount, again.Status, again.PaidAt.Get(), again.Methods[0].QuoteStatus),
		fmt.Sprint("1500.50000000", api.PAYMENT_LINK_STATUS_ACTIVE, (*time.Time)(nil), "native"))
}

func metadata() error {
	batch, _, err := client.PaymentLinksAPI.ListPaymentLinks(ctx).MetadataPairs([]string{"batch:250"}).Limit(100).Execute()
	if err != nil {
		return err
	}
	none, _, err := client.PaymentLinksAPI.ListPaymentLinks(ctx).MetadataPairs([]string{"batch:250", "shop:north"}).Execute()
	if err != nil {
		return err
	}
	return same(fmt.Sprint(len(batch.Data), len(none.Data)), "100 0")
}

func null() error {
	link, err := order(func(request *api.CreatePaymentLinkRequest) { request.SetReturnUrl("https://shop.example/done") })
	if err != nil {
		return err
	}
	change := api.NewUpdatePaymentLinkRequest()
	change.SetReturnUrlNil()
	changed, _, err := client.PaymentLinksAPI.UpdatePaymentLink(ctx, link.Code).IdempotencyKey(key()).UpdatePaymentLinkRequest(*change).Execute()
	if err != nil {
		return err
	}
	return same(fmt.Sprint(changed.ReturnUrl.Get()), fmt.Sprint((*string)(nil)))
}

func events() error {
	list, _, err := client.EventsAPI.ListEvents(ctx).Type_(api.WEBHOOK_EVENT_NAME_PAYMENT_LINK_PAID).Execute()
	if err != nil {
		return err
	}
	event := list.Data[0].PaymentLinkPaidEvent
	if event == nil {
		return errors.New("it is not the event of a paid link")
	}
	return same(event.Data.Amount, "1500.50000000")
}

func failure() error {
	_, _, err := client.PaymentLinksAPI.GetPaymentLink(ctx, "PL-0000-0000-0000").Execute()
	var raised *api.GenericOpenAPIError
	if !errors.As(err, &raised) {
		return fmt.Errorf("unexpected: %v", err)
	}
	envelope, ok := raised.Model().(api.ErrorEnvelope)
	if !ok {
		return fmt.Errorf("unexpected: %T", raised.Model())
	}
	return same(envelope.Error.Code, string(api.ERROR_CODE_PAYMENT_LINK_NOT_FOUND))
}

func page() error {
	first, _, err := client.PaymentLinksAPI.ListPaymentLinks(ctx).Limit(2).Execute()
	if err != nil {
		return err
	}
	second, _, err := client.PaymentLinksAPI.ListPaymentLinks(ctx).Limit(2).Cursor(*first.NextCursor.Get()).Execute()
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
