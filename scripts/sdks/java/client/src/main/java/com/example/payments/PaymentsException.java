package com.example.payments;

import com.example.payments.model.ErrorCode;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;

/** A response other than 2xx. */
public final class PaymentsException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int status;
  private final String code;
  private final String param;
  private final String requestId;
  private final Duration retryAfter;

  private PaymentsException(int status, JsonNode error, String requestId, Duration retryAfter) {
    super(error.path("message").asText("The response has no explanation."));
    this.status = status;
    this.code = error.path("code").asText("");
    this.param = error.path("param").textValue();
    this.requestId = requestId;
    this.retryAfter = retryAfter;
  }

  static PaymentsException of(HttpResponse<byte[]> response) {
    return new PaymentsException(
        response.statusCode(),
        errorIn(response.body()),
        response.headers().firstValue("X-Request-Id").orElse(""),
        Duration.ofSeconds(response.headers().firstValueAsLong("Retry-After").orElse(0)));
  }

  private static JsonNode errorIn(byte[] body) {
    try {
      return Json.MAPPER.readTree(body).path("error");
    } catch (IOException notJson) {
      // Something in front of the service responded.
      return MissingNode.getInstance();
    }
  }

  /** The HTTP status. */
  public int status() {
    return status;
  }

  /** What went wrong, for programs; UNKNOWN_DEFAULT_OPEN_API for a code that is newer than this client. */
  public ErrorCode code() {
    return ErrorCode.fromValue(code);
  }

  /** The code as it was sent; empty if something in front of the service responded. */
  public String codeAsSent() {
    return code;
  }

  /** The body field, parameter or header at fault, if there is one. */
  public Optional<String> param() {
    return Optional.ofNullable(param);
  }

  /** Identifies the call. Quote it when asking for help. */
  public String requestId() {
    return requestId;
  }

  /** How long the service asked to wait before trying again; zero if it did not. */
  public Duration retryAfter() {
    return retryAfter;
  }

  @Override
  public String toString() {
    return "%s: %d %s: %s (request %s)".formatted(getClass().getName(), status, code, getMessage(), requestId);
  }
}
