// Package webhook verifies and reads what the service posts to webhook endpoints.
package webhook

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"

	payments "payments.example.com/go"
)

const (
	// SignatureHeader is the header of a delivery that has its signature.
	SignatureHeader = "Service-Signature"
	// Tolerance is how far the time of a signature may be from now.
	Tolerance = 5 * time.Minute
)

var (
	// ErrSignature means that the body was not signed with the endpoint's secret.
	ErrSignature = errors.New("webhook: the signature does not match the body")
	// ErrTime means that the body was signed too long ago, and may be one that somebody recorded.
	ErrTime = errors.New("webhook: the signature is too old, or from the future")
)

// A second signature is that of the secret that is being replaced.
var signatureFormat = regexp.MustCompile(`^t=([0-9]{1,12})((?:,v1=[0-9a-f]{64}){1,2})$`)

// Event is what happened. An event can be delivered more than once: remember the IDs of those you have handled.
type Event struct {
	ID       string
	Type     payments.DeliveredEventType
	Created  time.Time
	Livemode bool
	// Body is the whole event, such as a payments.PaymentLinkPaidEvent. It is nil if this version of the client does not
	// know the type.
	Body any
	// Raw is the body as it was delivered.
	Raw json.RawMessage
}

// Parse verifies a delivery and reads it: its body as received, the header Service-Signature and the endpoint's signing
// secret. The error is ErrSignature, ErrTime or that of a body that is not an event.
func Parse(body []byte, signature, secret string) (*Event, error) {
	return ParseAt(time.Now(), body, signature, secret)
}

// ParseAt is Parse at a given time, for deliveries that were recorded.
func ParseAt(now time.Time, body []byte, signature, secret string) (*Event, error) {
	if err := verify(now, body, signature, secret); err != nil {
		return nil, err
	}
	var common struct {
		ID       string                      `json:"id"`
		Type     payments.DeliveredEventType `json:"type"`
		Created  int64                       `json:"created"`
		Livemode bool                        `json:"livemode"`
	}
	if err := json.Unmarshal(body, &common); err != nil {
		return nil, fmt.Errorf("webhook: %w", err)
	}
	return &Event{
		ID:       common.ID,
		Type:     common.Type,
		Created:  time.Unix(common.Created, 0).UTC(),
		Livemode: common.Livemode,
		Body:     typed(common.Type, body),
		Raw:      body,
	}, nil
}

// typed is nil for a type that this version of the client does not know.
func typed(eventType payments.DeliveredEventType, body []byte) any {
	if eventType == payments.DeliveredEventTypeWebhookEndpointTest {
		var test payments.WebhookTestEvent
		if json.Unmarshal(body, &test) != nil {
			return nil
		}
		return test
	}
	var event payments.WebhookEvent
	if json.Unmarshal(body, &event) != nil {
		return nil
	}
	value, err := event.ValueByDiscriminator()
	if err != nil {
		return nil
	}
	return value
}

func verify(now time.Time, body []byte, signature, secret string) error {
	parts := signatureFormat.FindStringSubmatch(signature)
	if parts == nil {
		return ErrSignature
	}
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(parts[1] + "."))
	mac.Write(body)
	if !contains(strings.Split(parts[2], ",v1=")[1:], mac.Sum(nil)) {
		return ErrSignature
	}
	seconds, err := strconv.ParseInt(parts[1], 10, 64)
	if err != nil || now.Sub(time.Unix(seconds, 0)).Abs() > Tolerance {
		return ErrTime
	}
	return nil
}

// contains compares in constant time.
func contains(signatures []string, expected []byte) bool {
	for _, signature := range signatures {
		if sent, err := hex.DecodeString(signature); err == nil && hmac.Equal(expected, sent) {
			return true
		}
	}
	return false
}
