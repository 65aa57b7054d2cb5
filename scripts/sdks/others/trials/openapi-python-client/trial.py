"""What a stranger does with the client that openapi-python-client makes."""

import os
import uuid

from payments_account_api_client import AuthenticatedClient
from payments_account_api_client.api.events import list_events
from payments_account_api_client.api.payment_links import (
    create_payment_link,
    get_payment_link,
    list_payment_links,
    update_payment_link,
)
from payments_account_api_client.models import (
    CreatePaymentLinkRequest,
    ErrorCode,
    ErrorEnvelope,
    LinkCurrency,
    PaymentLink,
    PaymentLinkList,
    PaymentLinkPaidEvent,
    PaymentLinkStatus,
    UpdatePaymentLinkRequest,
    WebhookEventName,
)

client = AuthenticatedClient(
    base_url=os.environ["PAYMENTS_BASE_URL"],
    token=os.environ["PAYMENTS_API_KEY"],
    headers={"Service-Version": os.environ["PAYMENTS_VERSION"]},
)


def key() -> str:
    return str(uuid.uuid4())


def order(**fields: object) -> PaymentLink:
    body = CreatePaymentLinkRequest(
        amount="1500.50", currency=LinkCurrency.LINK_CURRENCY_MXNB, description="Order 1042", **fields
    )
    link = create_payment_link.sync(client=client, body=body, idempotency_key=key())
    assert isinstance(link, PaymentLink)
    return link


def listed(**filters: object) -> PaymentLinkList:
    found = list_payment_links.sync(client=client, **filters)
    assert isinstance(found, PaymentLinkList)
    return found


def main_job() -> None:
    link = order(accepted_methods=["SPEI"])
    assert link.amount == "1500.50000000"
    again = get_payment_link.sync(link.code, client=client)
    assert again.status == PaymentLinkStatus.PAYMENT_LINK_STATUS_ACTIVE
    assert again.paid_at is None and again.methods[0].quote_status == "native"


def metadata() -> None:
    assert len(listed(metadata_pairs=["batch:250"], limit=100).data) == 100
    assert listed(metadata_pairs=["batch:250", "shop:north"]).data == []


def null() -> None:
    link = order(return_url="https://shop.example/done")
    change = UpdatePaymentLinkRequest(return_url=None)
    assert update_payment_link.sync(link.code, client=client, body=change, idempotency_key=key()).return_url is None


def events() -> None:
    found = list_events.sync(client=client, type_=WebhookEventName.WEBHOOK_EVENT_NAME_PAYMENT_LINK_PAID)
    event = found.data[0]
    assert isinstance(event, PaymentLinkPaidEvent)
    assert event.data.amount == "1500.50000000"


def error() -> None:
    answer = get_payment_link.sync("PL-0000-0000-0000", client=client)
    assert isinstance(answer, ErrorEnvelope)
    assert answer.error.code == ErrorCode.ERROR_CODE_PAYMENT_LINK_NOT_FOUND


def page() -> None:
    first = listed(limit=2)
    second = listed(limit=2, cursor=first.next_cursor)
    assert first.has_more and len({link.code for link in first.data + second.data}) == 4


for check in (main_job, metadata, null, events, error, page):
    try:
        check()
        print(f"{check.__name__}: ok")
    except Exception as failure:
        print(f"{check.__name__}: {type(failure).__name__} {failure}".replace("\n", " "))
