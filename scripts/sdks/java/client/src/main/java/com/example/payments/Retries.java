package com.example.payments;

import com.example.payments.model.ErrorCode;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Which failed calls are repeated, and when. Calls that change something can be repeated like others, because they carry
 * an idempotency key.
 */
final class Retries {
  private static final Set<Integer> STATUSES = Set.of(429, 500, 502, 503, 504);
  private static final long FIRST_PAUSE_MS = 500;
  private static final long LONGEST_PAUSE_MS = 8_000;
  /** The daily money operations are there again at midnight only: that is for the caller to wait for. */
  private static final Duration LONGEST_RETRY_AFTER = Duration.ofMinutes(1);

  private Retries() {}

  static boolean mayHelp(RuntimeException failure) {
    if (failure instanceof PaymentsException answer) {
      boolean isPassing = STATUSES.contains(answer.status()) || answer.code() == ErrorCode.IDEMPOTENCY_REQUEST_IN_PROGRESS;
      return isPassing && answer.retryAfter().compareTo(LONGEST_RETRY_AFTER) <= 0;
    }
    return failure instanceof UncheckedIOException && !(failure.getCause() instanceof InterruptedIOException);
  }

  static void pause(int attempt, RuntimeException failure) {
    long pause = Math.min(FIRST_PAUSE_MS << Math.min(attempt, 10), LONGEST_PAUSE_MS);
    pause = pause / 2 + ThreadLocalRandom.current().nextLong(pause / 2);
    if (failure instanceof PaymentsException answer) pause = Math.max(pause, answer.retryAfter().toMillis());
    try {
      Thread.sleep(pause);
    } catch (InterruptedException error) {
      throw Transport.interrupted();
    }
  }
}
