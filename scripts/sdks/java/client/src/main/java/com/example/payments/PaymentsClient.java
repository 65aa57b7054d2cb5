package com.example.payments;

import java.net.http.HttpClient;
import java.time.Duration;
import java.util.Objects;

/**
 * Calls the Payments Account API with one API key, by a method for each of its operations. Any number of threads can use
 * it at once.
 *
 * <p>A response other than 2xx is thrown as a {@link PaymentsException}; no response, or not in time, as an {@link
 * java.io.UncheckedIOException}. Amounts are decimal strings, as the API sends them.
 */
public final class PaymentsClient extends PaymentsApi {
  private PaymentsClient(Builder builder) {
    super(new Transport(builder));
  }

  /** A client for the service at this address, such as https://payments.example.com, with or without /v1. */
  public static PaymentsClient create(String baseUrl, String apiKey) {
    return builder(baseUrl, apiKey).build();
  }

  /** As {@link #create}, with settings of your own. */
  public static Builder builder(String baseUrl, String apiKey) {
    return new Builder(baseUrl, apiKey);
  }

  /** Settings of a client. */
  public static final class Builder {
    final String baseUrl;
    final String apiKey;
    Duration timeout = Duration.ofSeconds(30);
    int maxRetries = 4;
    HttpClient httpClient;

    private Builder(String baseUrl, String apiKey) {
      this.baseUrl = baseUrl.replaceFirst("(/v1)?/*$", "");
      this.apiKey = Objects.requireNonNull(apiKey, "apiKey");
    }

    /** The time for each attempt of a call, 30 seconds if not set. */
    public Builder timeout(Duration timeout) {
      this.timeout = timeout;
      return this;
    }

    /** How often a call is repeated, 4 times if not set. */
    public Builder maxRetries(int maxRetries) {
      this.maxRetries = maxRetries;
      return this;
    }

    /** What to send requests with, for a proxy or certificates of your own. */
    public Builder httpClient(HttpClient httpClient) {
      this.httpClient = httpClient;
      return this;
    }

    public PaymentsClient build() {
      // Over plain http, HTTP/2 begins with an upgrade that proxies stumble over.
      if (httpClient == null) httpClient = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
      return new PaymentsClient(this);
    }
  }
}
