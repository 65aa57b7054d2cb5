package payments

import (
	"context"
	"log/slog"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// warnIfDeprecated logs a warning when a response says that its call uses something deprecated: once for each operation.
func (c *Client) warnIfDeprecated(ctx context.Context, operation string, header http.Header) {
	since, isGiven := strings.CutPrefix(header.Get("Deprecation"), "@")
	if !isGiven {
		return
	}
	seconds, err := strconv.ParseInt(since, 10, 64)
	if err != nil {
		return
	}
	if _, isKnown := c.warned.LoadOrStore(operation, true); isKnown {
		return
	}
	_, link, _ := strings.Cut(header.Get("Link"), "<")
	page, _, _ := strings.Cut(link, ">")
	slog.WarnContext(ctx, "payments: a call uses something deprecated",
		"operation", operation, "since", time.Unix(seconds, 0).UTC().Format(time.DateOnly), "see", page)
}
