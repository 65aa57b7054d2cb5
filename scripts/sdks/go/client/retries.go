package payments

import (
	"errors"
	"math/rand/v2"
	"net/http"
	"time"
)

const (
	firstPause   = 500 * time.Millisecond
	longestPause = 8 * time.Second
	// The daily money operations are there again at midnight only: that is for the caller to wait for.
	longestRetryAfter = time.Minute
)

// pauseAfter says whether a failed call may succeed when it is repeated, and how long to wait before that. Calls that
// change something can be repeated like others, because they carry an idempotency key.
func pauseAfter(attempt int, err error) (pause time.Duration, repeatable bool) {
	pause = min(firstPause<<min(attempt, 10), longestPause)
	pause = pause/2 + rand.N(pause/2)
	var failure *Error
	if !errors.As(err, &failure) {
		return pause, true
	}
	switch failure.StatusCode {
	case http.StatusConflict:
		repeatable = failure.Code == ErrorCodeIdempotencyRequestInProgress
	case http.StatusTooManyRequests, http.StatusInternalServerError, http.StatusBadGateway,
		http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		repeatable = failure.RetryAfter <= longestRetryAfter
	}
	return max(pause, failure.RetryAfter), repeatable
}
