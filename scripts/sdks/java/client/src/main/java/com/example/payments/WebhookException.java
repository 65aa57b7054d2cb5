package com.example.payments;

/** A webhook delivery that must not be trusted. Answer it with 400. */
public final class WebhookException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  WebhookException(String message, Throwable cause) {
    super(message, cause);
  }
}
