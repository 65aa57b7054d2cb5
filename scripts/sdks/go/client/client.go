// Package payments is the client of the Payments Account API.
//
// Amounts are decimal strings, as the API sends them. Fields and enum values that this version does not know are
// ignored or passed on as they are.
package payments

import (
	"bytes"
	"cmp"
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"time"
)

// Client calls the API with one API key. Any number of goroutines can use it at once.
type Client struct {
	baseURL    string
	apiKey     string
	http       *http.Client
	timeout    time.Duration
	maxRetries int
	// The operations that a warning was printed for.
	warned sync.Map
}

// Option changes how a Client calls.
type Option func(*Client)

// WithTimeout sets the time for each attempt of a call, 30 seconds if not set. The context of a call limits all its
// attempts and pauses together.
func WithTimeout(timeout time.Duration) Option {
	return func(c *Client) { c.timeout = timeout }
}

// WithMaxRetries sets how often a call is repeated, 4 times if not set.
func WithMaxRetries(retries int) Option {
	return func(c *Client) { c.maxRetries = retries }
}

// WithHTTPClient sets the http.Client to send requests with.
func WithHTTPClient(client *http.Client) Option {
	return func(c *Client) { c.http = client }
}

// NewClient makes a client for the service at baseURL, such as https://payments.example.com, with or without /v1.
func NewClient(baseURL, apiKey string, options ...Option) *Client {
	client := &Client{
		baseURL:    strings.TrimSuffix(strings.TrimRight(baseURL, "/"), "/v1"),
		apiKey:     apiKey,
		http:       &http.Client{},
		timeout:    30 * time.Second,
		maxRetries: 4,
	}
	for _, option := range options {
		option(client)
	}
	return client
}

// CallOption changes a single call.
type CallOption func(*call)

// WithIdempotencyKey sets the key that identifies the intended action, such as "order-1042". Without it, each call has
// a random one. Either is kept over the retries of the call.
func WithIdempotencyKey(key string) CallOption {
	return func(c *call) { c.idempotencyKey = key }
}

// WithResponseHeader stores the header of the response: Idempotent-Replay is "true" in the stored response to an
// earlier call with the same key, and X-Request-Id identifies the call.
func WithResponseHeader(header *http.Header) CallOption {
	return func(c *call) { c.responseHeader = header }
}

// Ptr returns a pointer to a value, for optional fields.
func Ptr[T any](value T) *T {
	return &value
}

type call struct {
	operation      string
	method         string
	path           string
	query          queryString
	body           any
	accept         string
	idempotencyKey string
	responseHeader *http.Header
}

func result[T any](ctx context.Context, c *Client, call call, options []CallOption) (*T, error) {
	call.accept = "application/json"
	var value T
	err := c.do(ctx, call, func(body []byte) error {
		decoder := json.NewDecoder(bytes.NewReader(body))
		// Numbers of the caller's own, such as those that PostPing returns, must not lose digits.
		decoder.UseNumber()
		return decoder.Decode(&value)
	}, options)
	if err != nil {
		return nil, err
	}
	return &value, nil
}

func (c *Client) bytes(ctx context.Context, call call, accept string, options []CallOption) (body []byte, err error) {
	call.accept = accept
	err = c.do(ctx, call, func(read []byte) error {
		body = read
		return nil
	}, options)
	return body, err
}

// ignore reads the responses that have no body.
func ignore([]byte) error {
	return nil
}

// do sends a request, again if it may succeed then, and hands the body of a successful response to read.
func (c *Client) do(ctx context.Context, call call, read func([]byte) error, options []CallOption) error {
	for _, option := range options {
		option(&call)
	}
	request, err := c.newRequest(call)
	if err != nil {
		return fmt.Errorf("payments: %w", err)
	}
	for attempt := 0; ; attempt++ {
		header, body, err := c.send(ctx, request)
		if call.responseHeader != nil {
			*call.responseHeader = header
		}
		if err == nil {
			c.warnIfDeprecated(ctx, call.operation, header)
			return read(body)
		}
		pause, repeatable := pauseAfter(attempt, err)
		if !repeatable || attempt == c.maxRetries || ctx.Err() != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("payments: %w; the last attempt: %w", ctx.Err(), err)
		case <-time.After(pause):
		}
	}
}

func (c *Client) newRequest(call call) (*http.Request, error) {
	query, err := call.query.encoded()
	if err != nil {
		return nil, err
	}
	var body []byte
	if call.body != nil {
		if body, err = json.Marshal(call.body); err != nil {
			return nil, err
		}
	}
	request, err := http.NewRequest(call.method, c.baseURL+call.path+query, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	request.Header.Set("Authorization", "Bearer "+c.apiKey)
	request.Header.Set("Accept", call.accept)
	request.Header.Set("Service-Version", ServiceVersion)
	request.Header.Set("User-Agent", "payments-account-go/"+Version)
	if len(body) > 0 {
		request.Header.Set("Content-Type", "application/json")
	}
	if call.method != http.MethodGet {
		request.Header.Set("Idempotency-Key", cmp.Or(call.idempotencyKey, rand.Text()))
	}
	return request, nil
}

// send makes one attempt.
func (c *Client) send(ctx context.Context, request *http.Request) (http.Header, []byte, error) {
	ctx, cancel := context.WithTimeout(ctx, c.timeout)
	defer cancel()
	attempt := request.Clone(ctx)
	attempt.Body, _ = request.GetBody()
	response, err := c.http.Do(attempt)
	if err != nil {
		return nil, nil, fmt.Errorf("payments: %w", err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		return nil, nil, fmt.Errorf("payments: %s %s: %w", request.Method, request.URL.Path, err)
	}
	if response.StatusCode < 200 || response.StatusCode > 299 {
		return response.Header, nil, newError(response, body)
	}
	return response.Header, body, nil
}
