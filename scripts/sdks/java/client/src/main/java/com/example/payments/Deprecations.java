package com.example.payments;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.http.HttpHeaders;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/** Warns when a response says that its call uses something deprecated: once for each operation. */
final class Deprecations {
  private static final Logger LOGGER = System.getLogger("com.example.payments");
  private static final Pattern SINCE = Pattern.compile("@([0-9]{1,12})");
  private static final Pattern PAGE = Pattern.compile("<([^>]*)>; rel=\"deprecation\"");

  private final Set<String> warned = ConcurrentHashMap.newKeySet();

  void warn(String operation, HttpHeaders headers) {
    var since = SINCE.matcher(headers.firstValue("Deprecation").orElse(""));
    if (!since.matches() || !warned.add(operation)) return;
    var day = Instant.ofEpochSecond(Long.parseLong(since.group(1))).atOffset(ZoneOffset.UTC).toLocalDate();
    var page = PAGE.matcher(headers.firstValue("Link").orElse(""));
    String see = page.find() ? page.group(1) : "";
    LOGGER.log(
        Level.WARNING, "A call of {0} uses something that is deprecated since {1}. See {2}", operation, day.toString(), see);
  }
}
