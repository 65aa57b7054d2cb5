package webhook_test

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"regexp"
	"strconv"
	"testing"
	"time"

	payments "payments.example.com/go"
	"payments.example.com/go/webhook"
)

type delivery struct {
	Secret  string            `json:"secret"`
	Headers map[string]string `json:"headers"`
	Body    string            `json:"body"`
}

func TestDelivery(t *testing.T) {
	sent, at := recorded(t)
	event, err := webhook.ParseAt(at, []byte(sent.Body), sent.Headers["service-signature"], sent.Secret)
	if err != nil {
		t.Fatal(err)
	}
	paid, ok := event.Body.(payments.PaymentLinkPaidEvent)
	if !ok || event.Type != payments.DeliveredEventTypePaymentLinkPaid || event.ID != paid.ID {
		t.Fatalf("%+v", event)
	}
	if paid.Data.Amount != "1500.50000000" || at.Sub(event.Created).Abs() > time.Minute {
		t.Fatalf("%+v", event)
	}
}

func TestRefused(t *testing.T) {
	sent, at := recorded(t)
	body, signature := []byte(sent.Body), sent.Headers["service-signature"]
	changed := bytes.Replace(body, []byte("1500.5"), []byte("9500.5"), 1)
	for name, test := range map[string]struct {
		now       time.Time
		body      []byte
		signature string
		secret    string
		expected  error
	}{
		"a changed body":      {at, changed, signature, sent.Secret, webhook.ErrSignature},
		"a wrong secret":      {at, body, signature, "whsec_wrong", webhook.ErrSignature},
		"no signature":        {at, body, "", sent.Secret, webhook.ErrSignature},
		"two signatures":      {at, body, signature + "," + signature, sent.Secret, webhook.ErrSignature},
		"an old signature":    {at.Add(webhook.Tolerance + time.Second), body, signature, sent.Secret, webhook.ErrTime},
		"one from the future": {at.Add(-webhook.Tolerance - time.Second), body, signature, sent.Secret, webhook.ErrTime},
	} {
		t.Run(name, func(t *testing.T) {
			event, err := webhook.ParseAt(test.now, test.body, test.signature, test.secret)
			if !errors.Is(err, test.expected) || event != nil {
				t.Fatalf("%v, %v", event, err)
			}
		})
	}
}

func TestOtherTypes(t *testing.T) {
	for eventType, known := range map[string]bool{"webhook_endpoint.test": true, "payment_link.imagined": false} {
		body := fmt.Appendf(nil, `{"id":"evt_1","type":"%s","created":1795255200,"livemode":false,"data":{}}`, eventType)
		event, err := webhook.Parse(body, sign(time.Now(), body, "whsec_1"), "whsec_1")
		if err != nil {
			t.Fatal(err)
		}
		if string(event.Type) != eventType || (event.Body != nil) != known {
			t.Fatalf("%+v", event)
		}
	}
}

func recorded(t *testing.T) (sent delivery, at time.Time) {
	t.Helper()
	file, err := os.ReadFile(os.Getenv("PAYMENTS_WEBHOOK_FILE"))
	if err == nil {
		err = json.Unmarshal(file, &sent)
	}
	if err != nil {
		t.Fatal(err)
	}
	seconds, _ := strconv.ParseInt(regexp.MustCompile(`\d+`).FindString(sent.Headers["service-signature"]), 10, 64)
	return sent, time.Unix(seconds, 0)
}

func sign(at time.Time, body []byte, secret string) string {
	mac := hmac.New(sha256.New, []byte(secret))
	fmt.Fprintf(mac, "%d.%s", at.Unix(), body)
	return fmt.Sprintf("t=%d,v1=%s", at.Unix(), hex.EncodeToString(mac.Sum(nil)))
}
