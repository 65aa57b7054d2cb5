package com.example.payments;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Sends calls, again if they may succeed then. */
final class Transport {
  private final HttpClient httpClient;
  private final String baseUrl;
  private final String apiKey;
  private final Duration timeout;
  private final int maxRetries;
  private final Deprecations deprecations = new Deprecations();

  Transport(PaymentsClient.Builder settings) {
    httpClient = settings.httpClient;
    baseUrl = settings.baseUrl;
    apiKey = settings.apiKey;
    timeout = settings.timeout;
    maxRetries = settings.maxRetries;
  }

  <T> T call(Call call, Class<T> type, CallOption... options) {
    byte[] body = bytes(call, "application/json", options);
    try {
      return type == Void.class ? null : Json.MAPPER.readValue(body, type);
    } catch (IOException error) {
      throw new UncheckedIOException("The response to " + call.method + " " + call.pathAndQuery() + " cannot be read", error);
    }
  }

  byte[] bytes(Call call, String accept, CallOption... options) {
    HttpRequest request = requestFor(call, accept, options);
    for (int attempt = 0; ; attempt++) {
      try {
        HttpResponse<byte[]> response = send(request);
        for (CallOption option : options) option.headers.accept(response.headers());
        if (response.statusCode() / 100 == 2) {
          deprecations.warn(call.operation, response.headers());
          return response.body();
        }
        throw PaymentsException.of(response);
      } catch (PaymentsException | UncheckedIOException failure) {
        if (attempt == maxRetries || !Retries.mayHelp(failure)) throw failure;
        Retries.pause(attempt, failure);
      }
    }
  }

  private HttpRequest requestFor(Call call, String accept, CallOption... options) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(baseUrl + call.pathAndQuery()))
            .header("Authorization", "Bearer " + apiKey)
            .header("Accept", accept)
            .header("Service-Version", Contract.SERVICE_VERSION)
            .header("User-Agent", "payments-account-java/" + Contract.VERSION);
    if (!call.method.equals("GET")) request.header("Idempotency-Key", keyOf(options));
    if (call.body == null) return request.method(call.method, BodyPublishers.noBody()).build();
    try {
      byte[] body = Json.MAPPER.writeValueAsBytes(call.body);
      return request.header("Content-Type", "application/json").method(call.method, BodyPublishers.ofByteArray(body)).build();
    } catch (JsonProcessingException error) {
      throw new IllegalArgumentException("The body cannot be written as JSON", error);
    }
  }

  private static String keyOf(CallOption... options) {
    for (CallOption option : options) {
      if (option.idempotencyKey != null) return option.idempotencyKey;
    }
    return UUID.randomUUID().toString();
  }

  /** HttpRequest's own timeout ends with the headers; this one includes the body. */
  private HttpResponse<byte[]> send(HttpRequest request) {
    var response = httpClient.sendAsync(request, BodyHandlers.ofByteArray());
    try {
      return response.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException error) {
      throw new UncheckedIOException(new HttpTimeoutException("no response to " + request.uri() + " after " + timeout));
    } catch (ExecutionException error) {
      if (error.getCause() instanceof IOException cause) throw new UncheckedIOException(cause);
      throw new IllegalStateException(error.getCause());
    } catch (InterruptedException error) {
      throw interrupted();
    } finally {
      response.cancel(true);
    }
  }

  static UncheckedIOException interrupted() {
    Thread.currentThread().interrupt();
    return new UncheckedIOException(new InterruptedIOException("interrupted while waiting for the service"));
  }
}
