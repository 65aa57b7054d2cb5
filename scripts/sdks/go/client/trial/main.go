// Creates a link, reads it, and reads one that does not exist, with the module as it was installed.
package main

import (
	"context"
	"errors"
	"log"
	"os"

	payments "payments.example.com/go"
	"payments.example.com/go/webhook"
)

func main() {
	ctx := context.Background()
	client := payments.NewClient(os.Getenv("PAYMENTS_BASE_URL"), os.Getenv("PAYMENTS_API_KEY"))
	made, err := client.CreatePaymentLink(ctx, payments.CreatePaymentLinkRequest{
		Amount: "1500.50", Currency: payments.LinkCurrencyMXNB, Description: "Order 1042",
	})
	if err != nil {
		log.Fatal(err)
	}
	link, err := client.GetPaymentLink(ctx, made.Code)
	if err != nil || link.Amount != "1500.50000000" {
		log.Fatalf("read %+v: %v", link, err)
	}

	_, err = client.GetPaymentLink(ctx, "PL-0000-0000-0000")
	var failure *payments.Error
	if !errors.As(err, &failure) || failure.Code != payments.ErrorCodePaymentLinkNotFound || failure.RequestID == "" {
		log.Fatalf("an unknown link: %v", err)
	}
	if _, err := webhook.Parse([]byte("{}"), "t=1,v1=00", "whsec_other"); err == nil {
		log.Fatal("a delivery that nobody signed was taken")
	}
}
