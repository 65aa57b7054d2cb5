package com.example.payments;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Collection;
import java.util.Map;
import java.util.StringJoiner;

/** An operation with its arguments. */
final class Call {
  final String method;
  /** The method and the path with the names of its parameters. */
  final String operation;
  Object body;
  private String path;
  private final StringJoiner query = new StringJoiner("&", "?", "").setEmptyValue("");

  Call(String method, String path) {
    this.method = method;
    this.path = path;
    operation = method + " " + path;
  }

  Call path(String name, Object value) {
    path = path.replace("{" + name + "}", encode(value));
    return this;
  }

  /** Adds nothing for null, and name[key] for each entry of a map. */
  Call query(String name, Object value) {
    if (value instanceof Map<?, ?> map) {
      map.forEach((key, item) -> query(name + "[" + key + "]", item));
    } else if (value instanceof Collection<?> items) {
      items.forEach(item -> query(name, item));
    } else if (value != null) {
      query.add(encode(name) + "=" + encode(value));
    }
    return this;
  }

  Call body(Object body) {
    this.body = body;
    return this;
  }

  String pathAndQuery() {
    return path + query;
  }

  private static String encode(Object value) {
    // OffsetDateTime.toString leaves out seconds that are zero.
    String text =
        value instanceof OffsetDateTime time ? DateTimeFormatter.ISO_OFFSET_DATE_TIME.format(time) : value.toString();
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }
}
