import java.net.URI
import java.util.UUID
import okhttp3.OkHttpClient
import org.openapitools.client.apis.EventsApi
import org.openapitools.client.apis.PaymentLinksApi
import org.openapitools.client.infrastructure.ApiClient
import org.openapitools.client.infrastructure.ClientError
import org.openapitools.client.infrastructure.ClientException
import org.openapitools.client.infrastructure.Serializer
import org.openapitools.client.models.*

// What a stranger does with the client that openapi-generator makes for Kotlin.

private val address: String = System.getenv("PAYMENTS_BASE_URL")
private val http =
    OkHttpClient.Builder()
        .addInterceptor { chain ->
            val version = System.getenv("PAYMENTS_VERSION")
            chain.proceed(chain.request().newBuilder().header("Service-Version", version).build())
        }
        .build()
private val links = PaymentLinksApi(address, http)

private fun order(acceptedMethods: List<String>? = null, returnUrl: URI? = null): PaymentLink {
    val request =
        CreatePaymentLinkRequest(
            amount = "1500.50",
            currency = LinkCurrency.LINK_CURRENCY_MXNB,
            description = "Order 1042",
            acceptedMethods = acceptedMethods,
            returnUrl = returnUrl,
        )
    return links.createPaymentLink(UUID.randomUUID().toString(), request)
}

private fun mainJob() {
    val link = order(acceptedMethods = listOf("SPEI"))
    same(link.amount, "1500.50000000")
    val again = links.getPaymentLink(link.code)
    same(again.status, PaymentLinkStatus.PAYMENT_LINK_STATUS_ACTIVE)
    same(listOf(again.paidAt, again.methods[0].quoteStatus), listOf(null, "native"))
}

private fun metadata() {
    same(links.listPaymentLinks(limit = 100, metadataPairs = listOf("batch:250")).data.size, 100)
    same(links.listPaymentLinks(metadataPairs = listOf("batch:250", "shop:north")).data.size, 0)
}

private fun nothing() {
    val link = order(returnUrl = URI("https://shop.example/done"))
    val change = UpdatePaymentLinkRequest(returnUrl = null)
    same(links.updatePaymentLink(UUID.randomUUID().toString(), link.code, change).returnUrl, null)
}

private fun events() {
    val type = WebhookEventName.WEBHOOK_EVENT_NAME_PAYMENT_LINK_PAID
    val event = EventsApi(address, http).listEvents(type = type).data[0]
    same((event as PaymentLinkPaidEvent).`data`.amount, "1500.50000000")
}

private fun error() {
    try {
        links.getPaymentLink("PL-0000-0000-0000")
    } catch (raised: ClientException) {
        val body = (raised.response as ClientError<*>).body as String
        val code = Serializer.moshi.adapter(ErrorEnvelope::class.java).fromJson(body)?.error?.code
        same(code, ErrorCode.ERROR_CODE_PAYMENT_LINK_NOT_FOUND.value)
        return
    }
    throw AssertionError("nothing was raised")
}

private fun page() {
    val first = links.listPaymentLinks(limit = 2)
    val second = links.listPaymentLinks(limit = 2, cursor = first.nextCursor)
    same((first.data + second.data).map { it.code }.toSet().size, 4)
}

private fun same(actual: Any?, expected: Any?) {
    if (actual != expected) throw AssertionError("$actual, not $expected")
}

private fun check(name: String, run: () -> Unit) {
    val outcome = runCatching(run).fold({ "ok" }, { it.toString().replace('\n', ' ') })
    println("$name: $outcome")
}

fun main() {
    ApiClient.accessToken = System.getenv("PAYMENTS_API_KEY")
    check("main_job", ::mainJob)
    check("metadata", ::metadata)
    check("null", ::nothing)
    check("events", ::events)
    check("error", ::error)
    check("page", ::page)
    System.exit(0)
}
