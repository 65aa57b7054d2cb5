package payments

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"time"
)

// Error is a response other than 2xx. Get at it with errors.As:
//
//	var failure *payments.Error
//	if errors.As(err, &failure) && failure.Code == payments.ErrorCodePaymentLinkNotFound { … }
type Error struct {
	// StatusCode is the HTTP status.
	StatusCode int
	// Code says what went wrong, for programs. A later version of the service may send codes that have no constant
	// here, and a server in front of it may send errors without one.
	Code ErrorCode
	// Type is the broad class of the error.
	Type ErrorType
	// Message explains the error to people. Its wording may change.
	Message string
	// Param is the body field, parameter or header at fault, if there is one.
	Param string
	// RequestID identifies the call. Quote it when asking for help.
	RequestID string
	// RetryAfter is how long the service asked to wait before trying again, 0 if it did not.
	RetryAfter time.Duration
}

func (e *Error) Error() string {
	return fmt.Sprintf("payments: %d %s: %s (request %s)", e.StatusCode, e.Code, e.Message, e.RequestID)
}

func newError(response *http.Response, body []byte) *Error {
	seconds, _ := strconv.ParseInt(response.Header.Get("Retry-After"), 10, 32)
	failure := &Error{
		StatusCode: response.StatusCode,
		Message:    http.StatusText(response.StatusCode),
		RequestID:  response.Header.Get("X-Request-Id"),
		RetryAfter: time.Duration(seconds) * time.Second,
	}
	var envelope ErrorEnvelope
	if json.Unmarshal(body, &envelope) == nil && envelope.Error.Code != "" {
		failure.Code = envelope.Error.Code
		failure.Type = envelope.Error.Type
		failure.Message = envelope.Error.Message
		if envelope.Error.Param != nil {
			failure.Param = *envelope.Error.Param
		}
	}
	return failure
}
