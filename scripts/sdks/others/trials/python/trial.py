"""What a stranger does with the client that openapi-generator makes for Python."""

import os
import uuid

import openapi_client as api
from openapi_client.exceptions import ApiException, NotFoundException


def connect() -> api.ApiClient:
    configuration = api.Configuration(
        host=os.environ["PAYMENTS_BASE_URL"], access_token=os.environ["PAYMENTS_API_KEY"]
    )
    client = api.ApiClient(configuration)
    client.default_headers["Service-Version"] = os.environ["PAYMENTS_VERSION"]
    return client


client = connect()
links = api.PaymentLinksApi(client)


def order(**fields: str) -> api.PaymentLink:
    request = api.CreatePaymentLinkRequest(
        amount="1500.50", currency=api.LinkCurrency.LINK_CURRENCY_MXNB, description="Order 1042", **fields
    )
    return links.create_payment_link(str(uuid.uuid4()), request)


def main_job() -> None:
    link = order(accepted_methods=["SPEI"])
    assert link.amount == "1500.50000000"
    again = links.get_payment_link(link.code)
    assert again.status == api.PaymentLinkStatus.PAYMENT_LINK_STATUS_ACTIVE
    assert again.paid_at is None and again.methods[0].quote_status == "native"


def metadata() -> None:
    assert len(links.list_payment_links(metadata_pairs=["batch:250"], limit=100).data) == 100
    assert links.list_payment_links(metadata_pairs=["batch:250", "shop:north"]).data == []


def null() -> None:
    link = order(return_url="https://shop.example/done")
    change = api.UpdatePaymentLinkRequest(return_url=None)
    assert links.update_payment_link(code=link.code, idempotency_key=str(uuid.uuid4()), update_payment_link_request=change).return_url is None


def events() -> None:
    listed = api.EventsApi(client).list_events(type=api.WebhookEventName.WEBHOOK_EVENT_NAME_PAYMENT_LINK_PAID)
    event = listed.data[0].actual_instance
    assert isinstance(event, api.PaymentLinkPaidEvent)
    assert event.data.amount == "1500.50000000"


def error() -> None:
    try:
        links.get_payment_link("PL-0000-0000-0000")
    except NotFoundException as raised:
        assert raised.data.error.code == api.ErrorCode.ERROR_CODE_PAYMENT_LINK_NOT_FOUND
    else:
        raise AssertionError("nothing was raised")


def page() -> None:
    first = links.list_payment_links(limit=2)
    second = links.list_payment_links(limit=2, cursor=first.next_cursor)
    assert first.has_more and len({link.code for link in first.data + second.data}) == 4


for check in (main_job, metadata, null, events, error, page):
    try:
        check()
        print(f"{check.__name__}: ok")
    except (AssertionError, AttributeError, TypeError, ValueError, ApiException) as failure:
        print(f"{check.__name__}: {type(failure).__name__} {failure}".replace("\n", " "))
