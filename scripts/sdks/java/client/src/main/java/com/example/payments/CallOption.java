package com.example.payments;

import java.net.http.HttpHeaders;
import java.util.function.Consumer;

/** Changes a single call. */
public final class CallOption {
  final String idempotencyKey;
  final Consumer<HttpHeaders> headers;

  private CallOption(String idempotencyKey, Consumer<HttpHeaders> headers) {
    this.idempotencyKey = idempotencyKey;
    this.headers = headers;
  }

  /**
   * The key that identifies the intended action, such as "order-1042". Without it, each call has a random one. Either is
   * kept over the retries of the call.
   */
  public static CallOption idempotencyKey(String key) {
    return new CallOption(key, ignored -> {});
  }

  /**
   * Takes the headers of the response: Idempotent-Replay is "true" in the stored response to an earlier call with the
   * same key, and X-Request-Id identifies the call.
   */
  public static CallOption onHeaders(Consumer<HttpHeaders> consumer) {
    return new CallOption(null, consumer);
  }
}
