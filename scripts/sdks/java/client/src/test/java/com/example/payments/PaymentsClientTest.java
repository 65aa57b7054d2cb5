package com.example.payments;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.example.payments.PaymentsApi.ListEventsParams;
import com.example.payments.PaymentsApi.ListPaymentLinksParams;
import com.example.payments.PaymentsApi.ListTransactionsParams;
import com.example.payments.model.*;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.net.URI;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.text.MessageFormat;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;

class PaymentsClientTest {
  private final PaymentsClient client = client("PAYMENTS_BASE_URL");

  @Test
  void pings() {
    assertEquals(Environment.TEST, client.getPing().getEnvironment());
  }

  @Test
  void createsALink() {
    PaymentLink link = client.createPaymentLink(orderLink());
    assertEquals(PaymentLinkStatus.ACTIVE, link.getStatus());
    assertEquals("1500.50000000", link.getAmount());
    assertEquals("Café Órdenes 1042", link.getDescription());
    assertNull(link.getPaidAt());
    assertTrue(link.getExpiresAt().isAfter(link.getCreatedAt()));
  }

  @Test
  void paysALink() {
    PaymentLink link = client.createPaymentLink(orderLink());
    Deposit deposit = client.simulateDeposit(link.getCode(), new SimulateDepositRequest().method("SPEI"));
    assertEquals(link.getCode(), deposit.getPaymentLinkCode());
  }

  @Test
  void pollsUntilPaid() throws InterruptedException {
    PaymentLink link = paidLink(client);
    assertEquals("SPEI", link.getPaidWithMethod());
    assertNotNull(link.getPaidAt());
  }

  @Test
  void readsBalances() throws InterruptedException {
    paidLink(client);
    Balance balance = client.listBalances().getData().stream().filter(one -> one.getAsset().equals("MXNB")).findFirst().orElseThrow();
    assertTrue(balance.getAvailable().matches("[0-9]*[1-9][0-9]*\\.[0-9]{8}"), balance.getAvailable());
  }

  @Test
  void goesThroughAllPages() {
    long links =
        client.allPaymentLinks(new ListPaymentLinksParams().limit(100))
            .filter(link -> "250".equals(link.getMetadata().get("batch")))
            .map(PaymentLinkSummary::getCode)
            .distinct()
            .count();
    assertEquals(250, links);
  }

  @Test
  void filtersByMetadata() {
    var batch = new ListPaymentLinksParams().metadata(Map.of("batch", "250")).limit(100);
    assertEquals(100, client.listPaymentLinks(batch).getData().size());
    var none = new ListPaymentLinksParams().metadata(Map.of("batch", "250", "shop", "north"));
    assertEquals(List.of(), client.listPaymentLinks(none).getData());
  }

  @Test
  void throwsTypedErrors() {
    var error = assertThrows(PaymentsException.class, () -> client.createPaymentLink(orderLink().amount("0")));
    assertEquals(ErrorCode.INVALID_REQUEST, error.code());
    assertEquals("amount", error.param().orElseThrow());
    assertEquals(400, error.status());
    assertTrue(error.requestId().startsWith("req_"));
    assertTrue(error.getMessage().contains("amount"));
  }

  @Test
  void replays() {
    CallOption key = CallOption.idempotencyKey(UUID.randomUUID().toString());
    var replays = new ArrayList<String>();
    CallOption headers = CallOption.onHeaders(all -> replays.add(all.firstValue("Idempotent-Replay").orElse("")));
    PaymentLink first = client.createPaymentLink(orderLink(), key, headers);
    PaymentLink second = client.createPaymentLink(orderLink(), key, headers);
    assertEquals(first.getCode(), second.getCode());
    assertEquals(List.of("", "true"), replays);
  }

  @Test
  void removesAField() {
    String code = client.createPaymentLink(orderLink()).getCode();
    PaymentLink changed = client.updatePaymentLink(code, new UpdatePaymentLinkRequest().description("Order 1043"));
    assertEquals(orderLink().getReturnUrl(), changed.getReturnUrl());
    changed = client.updatePaymentLink(code, new UpdatePaymentLinkRequest().returnUrl(null));
    assertNull(changed.getReturnUrl());
    assertEquals("Order 1043", changed.getDescription());
  }

  @Test
  void removesAKeyOfMetadata() {
    String code = client.createPaymentLink(orderLink().putMetadataItem("a", "1").putMetadataItem("b", "2")).getCode();
    PaymentLink changed = client.updatePaymentLink(code, new UpdatePaymentLinkRequest().putMetadataItem("a", null));
    assertEquals(Map.of("b", "2"), changed.getMetadata());
  }

  @Test
  void readsAnImage() {
    byte[] image = client.getPaymentLinkQr(client.createPaymentLink(orderLink()).getCode());
    assertTrue(new String(image, StandardCharsets.UTF_8).startsWith("<svg"));
  }

  @Test
  void keepsNumbersOfTheCaller() {
    var order = new BigInteger("10442000000000000001");
    assertEquals(Map.of("order", order), client.postPing(Map.of("order", order)).getEcho());
  }

  @Test
  void ignoresUnknownFields() throws InterruptedException {
    PaymentsClient newer = client("PAYMENTS_NEWER_URL");
    String code = paidLink(newer).getCode();
    WebhookEvent event =
        newer.allEvents(new ListEventsParams())
            .filter(one -> one instanceof PaymentLinkPaidEvent paid && paid.getData().getLinkCode().equals(code))
            .findFirst()
            .orElseThrow();
    assertEquals("payment_link.paid", event.getType());
  }

  @Test
  void ignoresUnknownValues() throws IOException {
    String method = "{\"quote_status\":\"imagined\",\"amount_due\":null}";
    PaymentLinkMethod read = Json.MAPPER.readValue(method, PaymentLinkMethod.class);
    assertEquals(QuoteStatus.UNKNOWN_DEFAULT_OPEN_API, read.getQuoteStatus());
  }

  @Test
  void retriesWithOneKey() throws IOException {
    try (var server = new ScriptedServer()) {
      server.willAnswer(429, "", "1").willAnswer(500, "", "");
      server.willAnswer(409, "{\"error\":{\"code\":\"idempotency_request_in_progress\"}}", "");
      server.willAnswer(200, "{\"ok\":true}", "");
      assertTrue(PaymentsClient.create(server.url(), "sk_test_key").postPing(null).getOk());
      assertEquals(4, server.requests().size());
      String key = server.requests().get(0).header("Idempotency-Key");
      assertEquals(36, key.length());
      for (var request : server.requests()) {
        assertEquals(key, request.header("Idempotency-Key"));
        assertEquals(Contract.SERVICE_VERSION, request.header("Service-Version"));
        assertEquals("payments-account-java/" + Contract.VERSION, request.header("User-Agent"));
      }
      assertTrue(Duration.between(server.requests().get(0).at(), server.requests().get(1).at()).toMillis() >= 1000);
    }
  }

  @Test
  void takesAnAddressWithOrWithoutTheVersion() throws IOException {
    for (String end : List.of("", "/", "/v1", "/v1/")) {
      try (var server = new ScriptedServer()) {
        server.willAnswer(200, "{\"ok\":true}", "");
        PaymentsClient.create(server.url() + end, "sk_test_key").postPing(null);
        assertEquals("/v1/ping", server.requests().get(0).path());
      }
    }
  }

  @Test
  void doesNotRetryWhatWillNotHelp() throws IOException {
    for (var answer : Map.of(404, "1", 409, "1", 429, "3600").entrySet()) {
      try (var server = new ScriptedServer()) {
        server.willAnswer(answer.getKey(), "", answer.getValue());
        var client = PaymentsClient.create(server.url(), "sk_test_key");
        var error = assertThrows(PaymentsException.class, client::getPing);
        assertEquals(answer.getKey(), error.status());
        assertEquals(1, server.requests().size());
      }
    }
  }

  @Test
  void givesUpWhenABodyDoesNotArrive() throws IOException {
    try (var server = new ScriptedServer()) {
      server.willStall();
      var client =
          PaymentsClient.builder(server.url(), "sk_test_key").timeout(Duration.ofMillis(200)).maxRetries(0).build();
      var error = assertThrows(UncheckedIOException.class, client::getPing);
      assertInstanceOf(HttpTimeoutException.class, error.getCause());
    }
  }

  @Test
  void warnsOnceForEachOperationThatIsCalledWithSomethingDeprecated() {
    List<String> warnings = new ArrayList<>();
    var logger = Logger.getLogger("com.example.payments");
    var collector =
        new Handler() {
          @Override
          public void publish(LogRecord entry) {
            warnings.add(MessageFormat.format(entry.getMessage(), entry.getParameters()));
          }

          @Override
          public void flush() {}

          @Override
          public void close() {}
        };
    logger.addHandler(collector);
    try {
      client.listTransactions(new ListTransactionsParams());
      assertEquals(List.of(), warnings);
      client.listTransactions(new ListTransactionsParams().kind(TransactionType.PAYMENT));
      client.listTransactions(new ListTransactionsParams().kind(TransactionType.FEE));
    } finally {
      logger.removeHandler(collector);
    }
    assertEquals(1, warnings.size());
    assertTrue(warnings.get(0).startsWith("A call of GET /v1/transactions uses something that is deprecated since 2026-11-01. See http"), warnings.get(0));
  }

  private static PaymentsClient client(String url) {
    return PaymentsClient.create(System.getenv(url), System.getenv("PAYMENTS_API_KEY"));
  }

  private static CreatePaymentLinkRequest orderLink() {
    return new CreatePaymentLinkRequest()
        .amount("1500.50")
        .currency(LinkCurrency.MXNB)
        .description("Café Órdenes 1042")
        .addAcceptedMethodsItem("SPEI")
        .returnUrl(URI.create("https://shop.example.com/orders/1042"));
  }

  private static PaymentLink paidLink(PaymentsClient client) throws InterruptedException {
    String code = client.createPaymentLink(orderLink()).getCode();
    client.simulateDeposit(code, new SimulateDepositRequest().method("SPEI"));
    for (int poll = 0; poll < 100; poll++) {
      PaymentLink link = client.getPaymentLink(code);
      if (link.getStatus() == PaymentLinkStatus.PAID) return link;
      Thread.sleep(100);
    }
    throw new AssertionError("The link is not paid after 10 seconds.");
  }
}
