package com.example.payments;

import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;

/** Goes through lists that come in pages. */
final class Pages {
  /** One page, and the cursor of the next. */
  record Page<T>(List<T> items, boolean hasMore, String nextCursor) {
    Page<T> next(Function<String, Page<T>> fetch) {
      return hasMore ? fetch.apply(nextCursor) : null;
    }
  }

  private Pages() {}

  /** Fetches each page when the items before it have been read. */
  static <T> Stream<T> stream(String start, Function<String, Page<T>> fetch) {
    var beforeFirst = new Page<T>(List.of(), true, start);
    return Stream.iterate(beforeFirst, Objects::nonNull, page -> page.next(fetch))
        .flatMap(page -> page.items().stream());
  }
}
