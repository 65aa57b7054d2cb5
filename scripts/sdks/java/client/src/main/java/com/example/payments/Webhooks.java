package com.example.payments;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Verifies and reads what the service posts to a webhook endpoint. */
public final class Webhooks {
  /** The header of a delivery that has its signature. */
  public static final String SIGNATURE_HEADER = "Service-Signature";

  /** How far the time of a signature may be from now. */
  public static final Duration TOLERANCE = Duration.ofMinutes(5);

  /** A second signature is that of the secret that is being replaced. */
  private static final Pattern SIGNATURE = Pattern.compile("t=([0-9]{1,12})((?:,v1=[0-9a-f]{64}){1,2})");

  private final String signingSecret;
  private final Clock clock;

  /** For the deliveries to an endpoint with this signing secret, {@code whsec_…}. */
  public Webhooks(String signingSecret) {
    this(signingSecret, Clock.systemUTC());
  }

  /** With a clock of your own, for deliveries that were recorded. */
  public Webhooks(String signingSecret, Clock clock) {
    this.signingSecret = signingSecret;
    this.clock = clock;
  }

  /**
   * Verifies a delivery and reads it.
   *
   * @param body as received, before any framework has parsed it
   * @param signature the header Service-Signature, or null if there was none
   * @throws WebhookException if the body was not signed with the secret, or longer than 5 minutes ago
   */
  public WebhookEvent parse(byte[] body, String signature) {
    verify(body, signature);
    try {
      return Json.MAPPER.readValue(body, WebhookEvent.class);
    } catch (IOException error) {
      throw new WebhookException("The body is not an event.", error);
    }
  }

  private void verify(byte[] body, String signature) {
    Matcher parts = SIGNATURE.matcher(signature == null ? "" : signature);
    if (!parts.matches() || !contains(parts.group(2), hmac(parts.group(1), body))) {
      throw new WebhookException("The signature does not match the body.", null);
    }
    Instant signedAt = Instant.ofEpochSecond(Long.parseLong(parts.group(1)));
    if (Duration.between(signedAt, clock.instant()).abs().compareTo(TOLERANCE) > 0) {
      throw new WebhookException("The signature is too old, or from the future.", null);
    }
  }

  /** Compares in constant time. */
  private static boolean contains(String signatures, byte[] expected) {
    return Stream.of(signatures.split(",v1="))
        .skip(1)
        .anyMatch(signature -> MessageDigest.isEqual(expected, HexFormat.of().parseHex(signature)));
  }

  private byte[] hmac(String time, byte[] body) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(signingSecret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
      mac.update((time + ".").getBytes(StandardCharsets.UTF_8));
      return mac.doFinal(body);
    } catch (GeneralSecurityException error) {
      throw new IllegalStateException(error);
    }
  }
}
