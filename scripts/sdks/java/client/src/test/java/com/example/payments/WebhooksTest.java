package com.example.payments;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.example.payments.model.PaymentLinkPaidEvent;
import com.example.payments.model.WebhookTestEvent;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;

class WebhooksTest {
  private final String secret;
  private final String signature;
  private final String body;
  private final Instant signedAt;

  WebhooksTest() throws IOException {
    JsonNode delivery = Json.MAPPER.readTree(Path.of(System.getenv("PAYMENTS_WEBHOOK_FILE")).toFile());
    secret = delivery.get("secret").textValue();
    signature = delivery.get("headers").get("service-signature").textValue();
    body = delivery.get("body").textValue();
    signedAt = Instant.ofEpochSecond(Long.parseLong(signature.replaceAll("^t=|,.*", "")));
  }

  @Test
  void readsADelivery() {
    var event = assertInstanceOf(PaymentLinkPaidEvent.class, parse(secret, Duration.ZERO, body, signature));
    assertEquals("payment_link.paid", event.getType());
    assertEquals("1500.50000000", event.getData().getAmount());
  }

  @Test
  void refusesAChangedBody() {
    refuses(secret, Duration.ZERO, body.replace("1500.5", "9500.5"), signature);
  }

  @Test
  void refusesAWrongSecret() {
    refuses("whsec_wrong", Duration.ZERO, body, signature);
  }

  @Test
  void refusesAnOldSignatureAndOneFromTheFuture() {
    refuses(secret, Webhooks.TOLERANCE.plusSeconds(1), body, signature);
    refuses(secret, Webhooks.TOLERANCE.plusSeconds(1).negated(), body, signature);
  }

  @Test
  void refusesNoSignatureAndTwo() {
    refuses(secret, Duration.ZERO, body, null);
    refuses(secret, Duration.ZERO, body, signature + "," + signature);
  }

  @Test
  void readsTestsAndUnknownTypes() throws GeneralSecurityException {
    assertInstanceOf(WebhookTestEvent.class, parseSigned("webhook_endpoint.test"));
    var unknown = assertInstanceOf(UnknownEvent.class, parseSigned("payment_link.imagined"));
    assertEquals("payment_link.imagined", unknown.getType());
    assertEquals("PL-1", unknown.getData().get("link_code"));
  }

  private WebhookEvent parse(String secret, Duration later, String body, String signature) {
    Clock clock = Clock.fixed(signedAt.plus(later), ZoneOffset.UTC);
    return new Webhooks(secret, clock).parse(body.getBytes(StandardCharsets.UTF_8), signature);
  }

  private void refuses(String secret, Duration later, String body, String signature) {
    assertThrows(WebhookException.class, () -> parse(secret, later, body, signature));
  }

  private static WebhookEvent parseSigned(String type) throws GeneralSecurityException {
    String body =
        "{\"id\":\"evt_1\",\"type\":\"%s\",\"created\":1795255200,\"livemode\":false,\"data\":{\"link_code\":\"PL-1\"}}"
            .formatted(type);
    long now = Instant.now().getEpochSecond();
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec("whsec_1".getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
    byte[] digest = mac.doFinal((now + "." + body).getBytes(StandardCharsets.UTF_8));
    String signature = "t=" + now + ",v1=" + HexFormat.of().formatHex(digest);
    return new Webhooks("whsec_1").parse(body.getBytes(StandardCharsets.UTF_8), signature);
  }
}
