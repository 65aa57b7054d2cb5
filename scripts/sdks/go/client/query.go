package payments

import (
	"errors"
	"strings"

	"github.com/oapi-codegen/runtime"
)

// queryString collects parameters in the styles of the contract.
type queryString struct {
	parts  []string
	errors []error
}

func (q *queryString) add(style string, explode bool, name string, value any, schemaType, format string) {
	part, err := runtime.StyleParamWithOptions(style, explode, name, value, runtime.StyleParamOptions{
		ParamLocation: runtime.ParamLocationQuery, Type: schemaType, Format: format,
	})
	q.parts = append(q.parts, part)
	q.errors = append(q.errors, err)
}

func (q *queryString) encoded() (string, error) {
	if len(q.parts) == 0 {
		return "", nil
	}
	return "?" + strings.Join(q.parts, "&"), errors.Join(q.errors...)
}
