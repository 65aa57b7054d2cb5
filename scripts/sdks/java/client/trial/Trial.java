import com.example.payments.PaymentsClient;
import com.example.payments.PaymentsException;
import com.example.payments.WebhookException;
import com.example.payments.Webhooks;
import com.example.payments.model.CreatePaymentLinkRequest;
import com.example.payments.model.ErrorCode;
import com.example.payments.model.LinkCurrency;
import com.example.payments.model.PaymentLink;

/** Creates a link, reads it, and reads one that does not exist, with the package as it was installed. */
class Trial {
  public static void main(String[] args) {
    var client = PaymentsClient.create(System.getenv("PAYMENTS_BASE_URL"), System.getenv("PAYMENTS_API_KEY"));
    PaymentLink made = client.createPaymentLink(new CreatePaymentLinkRequest()
        .amount("1500.50")
        .currency(LinkCurrency.MXNB)
        .description("Order 1042"));
    PaymentLink link = client.getPaymentLink(made.getCode());
    require(link.getAmount().equals("1500.50000000"), "read " + link);

    try {
      client.getPaymentLink("PL-0000-0000-0000");
      require(false, "an unknown link was found");
    } catch (PaymentsException error) {
      require(error.status() == 404 && error.code() == ErrorCode.PAYMENT_LINK_NOT_FOUND, error.toString());
      require(!error.requestId().isEmpty(), "no request id");
    }

    try {
      new Webhooks("whsec_other").parse("{}".getBytes(), "t=1,v1=00");
      require(false, "a delivery that nobody signed was taken");
    } catch (WebhookException expected) {
      // It must not be trusted.
    }
  }

  private static void require(boolean holds, String otherwise) {
    if (!holds) throw new IllegalStateException(otherwise);
  }
}
