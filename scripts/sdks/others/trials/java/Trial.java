import java.net.URI;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.api.EventsApi;
import org.openapitools.client.api.PaymentLinksApi;
import org.openapitools.client.model.*;

/** What a stranger does with the client that openapi-generator makes for Java by default. */
public class Trial {
  private static final ApiClient CLIENT = connect();
  private static final PaymentLinksApi LINKS = new PaymentLinksApi(CLIENT);

  private static ApiClient connect() {
    ApiClient client = new ApiClient();
    client.setBasePath(System.getenv("PAYMENTS_BASE_URL"));
    client.setBearerToken(System.getenv("PAYMENTS_API_KEY"));
    return client.addDefaultHeader("Service-Version", System.getenv("PAYMENTS_VERSION"));
  }

  private static PaymentLink order(CreatePaymentLinkRequest request) throws ApiException {
    request.amount("1500.50").currency(LinkCurrency.LINK_CURRENCY_MXNB).description("Order 1042");
    return LINKS.createPaymentLink(UUID.randomUUID().toString(), request);
  }

  private static PaymentLinkList list(int limit, String cursor, List<String> metadata) throws ApiException {
    return LINKS.listPaymentLinks(limit, cursor, null, null, null, metadata, null, null, null, null);
  }

  private static void mainJob() throws ApiException {
    PaymentLink link = order(new CreatePaymentLinkRequest().acceptedMethods(List.of("SPEI")));
    same(link.getAmount(), "1500.50000000");
    PaymentLink again = LINKS.getPaymentLink(link.getCode());
    same(again.getStatus(), PaymentLinkStatus.PAYMENT_LINK_STATUS_ACTIVE);
    same(again.getPaidAt(), null);
    same(again.getMethods().get(0).getQuoteStatus(), "native");
  }

  private static void metadata() throws ApiException {
    same(list(100, null, List.of("batch:250")).getData().size(), 100);
    same(list(100, null, List.of("batch:250", "shop:north")).getData().size(), 0);
  }

  private static void nothing() throws ApiException {
    PaymentLink link = order(new CreatePaymentLinkRequest().returnUrl(URI.create("https://shop.example/done")));
    UpdatePaymentLinkRequest change = new UpdatePaymentLinkRequest().returnUrl(null);
    same(LINKS.updatePaymentLink(UUID.randomUUID().toString(), link.getCode(), change).getReturnUrl(), null);
  }

  private static void events() throws ApiException {
    WebhookEventName type = WebhookEventName.WEBHOOK_EVENT_NAME_PAYMENT_LINK_PAID;
    WebhookEvent event = new EventsApi(CLIENT).listEvents(1, null, type, null, null, null).getData().get(0);
    same(((PaymentLinkPaidEvent) event.getActualInstance()).getData().getAmount(), "1500.50000000");
  }

  private static void error() throws Exception {
    try {
      LINKS.getPaymentLink("PL-0000-0000-0000");
    } catch (ApiException raised) {
      same(ErrorEnvelope.fromJson(raised.getResponseBody()).getError().getCode(), ErrorCode.ERROR_CODE_PAYMENT_LINK_NOT_FOUND.getValue());
      return;
    }
    throw new AssertionError("nothing was raised");
  }

  private static void page() throws ApiException {
    PaymentLinkList first = list(2, null, null);
    Set<String> codes = new HashSet<>();
    first.getData().forEach(link -> codes.add(link.getCode()));
    list(2, first.getNextCursor(), null).getData().forEach(link -> codes.add(link.getCode()));
    same(codes.size(), 4);
  }

  private interface Check {
    void run() throws Exception;
  }

  private static void check(String name, Check check) {
    String outcome = "ok";
    try {
      check.run();
    } catch (Exception | AssertionError failure) {
      outcome = failure.toString().replace('\n', ' ');
    }
    System.out.println(name + ": " + outcome);
  }

  private static void same(Object actual, Object expected) {
    if (!java.util.Objects.equals(actual, expected)) throw new AssertionError(actual + ", not " + expected);
  }

  public static void main(String[] args) {
    check("main_job", Trial::mainJob);
    check("metadata", Trial::metadata);
    check("null", Trial::nothing);
    check("events", Trial::events);
    check("error", Trial::error);
    check("page", Trial::page);
    System.exit(0);
  }
}
