package payments_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/oapi-codegen/nullable"
	payments "payments.example.com/go"
)

var orderLink = payments.CreatePaymentLinkRequest{
	Amount:          "1500.50",
	Currency:        payments.LinkCurrencyMXNB,
	Description:     "Order 1042",
	AcceptedMethods: []payments.PaymentMethodName{"SPEI"},
	ReturnURL:       payments.Ptr("https://shop.example.com/orders/1042"),
}

func TestPing(t *testing.T) {
	ping, err := sandbox(t).GetPing(t.Context())
	require(t, err)
	equal(t, ping.Environment, payments.EnvironmentTest)
}

func TestCreateLink(t *testing.T) {
	link, err := sandbox(t).CreatePaymentLink(t.Context(), orderLink)
	require(t, err)
	equal(t, link.Status, payments.PaymentLinkStatusActive)
	equal(t, link.Amount, "1500.50000000")
	equal(t, link.PaidAt, nil)
	equal(t, link.ExpiresAt.After(link.CreatedAt), true)
}

func TestPayLink(t *testing.T) {
	client := sandbox(t)
	link, err := client.CreatePaymentLink(t.Context(), orderLink)
	require(t, err)
	deposit, err := client.SimulateDeposit(t.Context(), link.Code, payments.SimulateDepositRequest{Method: "SPEI"})
	require(t, err)
	equal(t, *deposit.PaymentLinkCode, link.Code)
}

func TestPollUntilPaid(t *testing.T) {
	client := sandbox(t)
	link := paidLink(t, client)
	equal(t, *link.PaidWithMethod, "SPEI")
	equal(t, link.PaidAt.IsZero(), false)
}

func TestBalances(t *testing.T) {
	client := sandbox(t)
	paidLink(t, client)
	balances, err := client.ListBalances(t.Context())
	require(t, err)
	at := slices.IndexFunc(balances.Data, func(balance payments.Balance) bool { return balance.Asset == "MXNB" })
	if at < 0 || balances.Data[at].Available <= "0.00000000" {
		t.Fatalf("no MXNB in %+v", balances.Data)
	}
}

func TestAllPages(t *testing.T) {
	params := &payments.ListPaymentLinksParams{Limit: payments.Ptr(int32(100))}
	codes := map[string]bool{}
	for link, err := range sandbox(t).AllPaymentLinks(t.Context(), params) {
		require(t, err)
		if link.Metadata["batch"] == "250" {
			codes[link.Code] = true
		}
	}
	equal(t, len(codes), 250)
}

func TestMetadataFilter(t *testing.T) {
	client := sandbox(t)
	count := func(filter payments.MetadataFilter) int {
		limit := payments.Limit(100)
		list, err := client.ListPaymentLinks(t.Context(), &payments.ListPaymentLinksParams{Metadata: &filter, Limit: &limit})
		require(t, err)
		return len(list.Data)
	}
	equal(t, count(payments.MetadataFilter{"batch": "250"}), 100)
	equal(t, count(payments.MetadataFilter{"batch": "250", "shop": "north"}), 0)
}

func TestError(t *testing.T) {
	wrong := orderLink
	wrong.Amount = "0"
	_, err := sandbox(t).CreatePaymentLink(t.Context(), wrong)
	var failure *payments.Error
	if !errors.As(err, &failure) {
		t.Fatalf("%v is not an *Error", err)
	}
	equal(t, failure.Code, payments.ErrorCodeInvalidRequest)
	equal(t, failure.Param, "amount")
	equal(t, failure.StatusCode, 400)
	equal(t, failure.RequestID[:4], "req_")
}

func TestReplay(t *testing.T) {
	client := sandbox(t)
	key := payments.WithIdempotencyKey("go-" + strconv.FormatInt(time.Now().UnixNano(), 36))
	first, err := client.CreatePaymentLink(t.Context(), orderLink, key)
	require(t, err)
	var header http.Header
	second, err := client.CreatePaymentLink(t.Context(), orderLink, key, payments.WithResponseHeader(&header))
	require(t, err)
	equal(t, second.Code, first.Code)
	equal(t, header.Get("Idempotent-Replay"), "true")
}

func TestRemoveField(t *testing.T) {
	client := sandbox(t)
	link, err := client.CreatePaymentLink(t.Context(), orderLink)
	require(t, err)
	changed, err := client.UpdatePaymentLink(t.Context(), link.Code, payments.UpdatePaymentLinkRequest{
		Description: payments.Ptr("Order 1043"),
	})
	require(t, err)
	equal(t, *changed.ReturnURL, *orderLink.ReturnURL)
	changed, err = client.UpdatePaymentLink(t.Context(), link.Code, payments.UpdatePaymentLinkRequest{
		ReturnURL: nullable.NewNullNullable[string](),
	})
	require(t, err)
	equal(t, changed.ReturnURL, nil)
}

func TestImage(t *testing.T) {
	client := sandbox(t)
	link, err := client.CreatePaymentLink(t.Context(), orderLink)
	require(t, err)
	image, err := client.GetPaymentLinkQR(t.Context(), link.Code)
	require(t, err)
	equal(t, string(image[:4]), "<svg")
}

func TestNumbersOfTheCaller(t *testing.T) {
	echo, err := sandbox(t).PostPing(t.Context(), payments.PingRequest{"order": json.Number("10442000000000000001")})
	require(t, err)
	equal(t, echo.Echo["order"], any(json.Number("10442000000000000001")))
}

func TestUnknownField(t *testing.T) {
	client := payments.NewClient(setting(t, "PAYMENTS_NEWER_URL"), setting(t, "PAYMENTS_API_KEY"))
	link := paidLink(t, client)
	for event, err := range client.AllEvents(t.Context(), nil) {
		require(t, err)
		body, err := event.ValueByDiscriminator()
		require(t, err)
		if paid, ok := body.(payments.PaymentLinkPaidEvent); ok && paid.Data.LinkCode == link.Code {
			return
		}
	}
	t.Fatal("no event says that the link was paid")
}

func TestRetries(t *testing.T) {
	inProgress := `{"error":{"type":"conflict","code":"idempotency_request_in_progress","message":"","request_id":""}}`
	answers := []func(http.ResponseWriter){
		func(w http.ResponseWriter) { w.Header().Set("Retry-After", "1"); w.WriteHeader(429) },
		func(w http.ResponseWriter) { w.WriteHeader(500) },
		func(w http.ResponseWriter) { w.WriteHeader(409); w.Write([]byte(inProgress)) },
		func(w http.ResponseWriter) { w.Write([]byte(`{"ok":true}`)) },
	}
	var requests []*http.Request
	var times []time.Time
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		requests, times = append(requests, r), append(times, time.Now())
		answers[len(requests)-1](w)
	}))
	defer server.Close()
	echo, err := payments.NewClient(server.URL, "sk_test_key").PostPing(t.Context(), nil)
	require(t, err)
	equal(t, echo.Ok, true)
	equal(t, len(requests), 4)
	equal(t, times[1].Sub(times[0]) >= time.Second, true)
	key := requests[0].Header.Get("Idempotency-Key")
	equal(t, len(key) > 20, true)
	for _, request := range requests {
		equal(t, request.Header.Get("Idempotency-Key"), key)
		equal(t, request.Header.Get("Service-Version"), payments.ServiceVersion)
		equal(t, request.UserAgent(), "payments-account-go/"+payments.Version)
	}
}

func TestBaseURL(t *testing.T) {
	var paths []string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		paths = append(paths, r.URL.Path)
		w.Write([]byte(`{"ok":true}`))
	}))
	defer server.Close()
	for _, end := range []string{"", "/", "/v1", "/v1/"} {
		_, err := payments.NewClient(server.URL+end, "sk_test_key").PostPing(t.Context(), nil)
		require(t, err)
	}
	equal(t, slices.Equal(paths, []string{"/v1/ping", "/v1/ping", "/v1/ping", "/v1/ping"}), true)
}

func TestNoRetry(t *testing.T) {
	for status, retryAfter := range map[int]string{404: "1", 409: "1", 429: "3600"} {
		requests := 0
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			requests++
			w.Header().Set("Retry-After", retryAfter)
			w.WriteHeader(status)
		}))
		defer server.Close()
		_, err := payments.NewClient(server.URL, "sk_test_key").GetPing(t.Context())
		var failure *payments.Error
		equal(t, errors.As(err, &failure) && failure.StatusCode == status, true)
		equal(t, requests, 1)
	}
}

func TestTimeout(t *testing.T) {
	stalled := make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		// The header arrives in time, the body does not.
		w.WriteHeader(200)
		w.(http.Flusher).Flush()
		<-stalled
	}))
	defer server.Close()
	defer close(stalled)
	client := payments.NewClient(server.URL, "sk_test_key",
		payments.WithTimeout(50*time.Millisecond), payments.WithMaxRetries(0))
	_, err := client.GetPing(t.Context())
	equal(t, errors.Is(err, context.DeadlineExceeded), true)
}

// Not parallel, since it replaces the default logger.
func TestDeprecation(t *testing.T) {
	var output bytes.Buffer
	before := slog.Default()
	slog.SetDefault(slog.New(slog.NewTextHandler(&output, nil)))
	defer slog.SetDefault(before)
	client := payments.NewClient(setting(t, "PAYMENTS_BASE_URL"), setting(t, "PAYMENTS_API_KEY"))
	_, err := client.ListTransactions(t.Context(), nil)
	require(t, err)
	equal(t, output.String(), "")
	for _, kind := range []payments.TransactionType{"payment", "fee"} {
		_, err := client.ListTransactions(t.Context(), &payments.ListTransactionsParams{Kind: &kind})
		require(t, err)
	}
	equal(t, strings.Count(output.String(), "\n"), 1)
	equal(t, strings.Contains(output.String(), "operation=ListTransactions since=2026-11-01 see=http"), true)
}

func sandbox(t *testing.T) *payments.Client {
	t.Parallel()
	return payments.NewClient(setting(t, "PAYMENTS_BASE_URL"), setting(t, "PAYMENTS_API_KEY"))
}

func setting(t *testing.T, name string) string {
	t.Helper()
	value := os.Getenv(name)
	if value == "" {
		t.Fatalf("%s is not set", name)
	}
	return value
}

func paidLink(t *testing.T, client *payments.Client) *payments.PaymentLink {
	t.Helper()
	link, err := client.CreatePaymentLink(t.Context(), orderLink)
	require(t, err)
	_, err = client.SimulateDeposit(t.Context(), link.Code, payments.SimulateDepositRequest{Method: "SPEI"})
	require(t, err)
	for range 100 {
		link, err = client.GetPaymentLink(t.Context(), link.Code)
		require(t, err)
		if link.Status == payments.PaymentLinkStatusPaid {
			return link
		}
		time.Sleep(100 * time.Millisecond)
	}
	t.Fatalf("the link is %s after 10 seconds", link.Status)
	return nil
}

func require(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func equal[T comparable](t *testing.T, actual, expected T) {
	t.Helper()
	if actual != expected {
		t.Fatalf("%v, not %v", actual, expected)
	}
}
