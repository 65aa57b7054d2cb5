package payments

import "iter"

// all goes through the items of all pages, beginning with the page at start. It ends after the first error.
func all[T any](start *string, fetch func(cursor *string) (items []T, hasMore bool, next *string, err error)) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		cursor := start
		for {
			items, hasMore, next, err := fetch(cursor)
			if err != nil {
				var none T
				yield(none, err)
				return
			}
			for _, item := range items {
				if !yield(item, nil) {
					return
				}
			}
			if !hasMore {
				return
			}
			cursor = next
		}
	}
}
