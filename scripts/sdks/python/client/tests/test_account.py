"""Against a sandbox, which the runner starts: `npm run sdks -- python --check`."""

import os
import re
import time
import uuid

import pytest

from payments_account import ERROR_CODES, SERVICE_VERSION, ApiError, ErrorCode, PaymentsAccount
from payments_account.models import (
    CreatePaymentLinkRequest,
    CreateQrCodeRequest,
    MetadataFilter,
    PaymentLinkPaidEvent,
    SimulateDepositRequest,
    UpdatePaymentLinkRequest,
    UpdateQrCodeRequest,
)

ORDER = CreatePaymentLinkRequest(
    amount="1500.50", currency="MXNB", description="Order 1042", accepted_methods=["SPEI"]
)


@pytest.fixture
def payments() -> PaymentsAccount:
    return PaymentsAccount(os.environ["PAYMENTS_API_KEY"], base_url=os.environ["PAYMENTS_BASE_URL"])


def test_ping_says_that_the_key_is_usable_and_the_dated_version_is_that_of_the_client(
    payments: PaymentsAccount,
) -> None:
    ping = payments.get_ping()
    assert ping.ok
    assert ping.environment == "test"
    assert payments.last_response.headers["Service-Version"] == SERVICE_VERSION


def test_create_a_link(payments: PaymentsAccount) -> None:
    link = payments.create_payment_link(body=ORDER)
    assert link.status == "active"
    assert link.amount == "1500.50000000"
    assert link.url.startswith("http")
    assert link.expires_at > link.created_at


def test_pay_a_link_by_the_simulator_and_poll_until_it_is_paid(payments: PaymentsAccount) -> None:
    link = payments.create_payment_link(body=ORDER)
    deposit = payments.simulate_deposit(link.code, body=SimulateDepositRequest(method="SPEI"))
    assert deposit.payment_link_code == link.code
    for _ in range(100):
        link = payments.get_payment_link(link.code)
        if link.status == "paid":
            break
        time.sleep(0.1)
    assert link.status == "paid"
    assert link.paid_with_method == "SPEI"


def test_balances_are_decimal_texts(payments: PaymentsAccount) -> None:
    available = {balance.asset: balance.available for balance in payments.list_balances().data}
    assert re.fullmatch(r"[0-9]+\.[0-9]{8}", available["MXNB"])


def test_iterate_250_links_over_pages(payments: PaymentsAccount) -> None:
    links = payments.all(payments.list_payment_links, limit=100)
    codes = {link.code for link in links if link.metadata.additional_properties.get("batch") == "250"}
    assert len(codes) == 250


def test_a_list_is_filtered_by_metadata(payments: PaymentsAccount) -> None:
    batch = MetadataFilter.from_dict({"batch": "250"})
    assert len(list(payments.all(payments.list_payment_links, metadata=batch, limit=100))) == 250
    other = MetadataFilter.from_dict({"batch": "250", "shop": "north"})
    assert payments.list_payment_links(metadata=other).data == []


def test_null_is_sent_as_null_and_what_is_left_out_is_not(payments: PaymentsAccount) -> None:
    order = {**ORDER.to_dict(), "return_url": "https://shop.example/done"}
    link = payments.create_payment_link(body=CreatePaymentLinkRequest.from_dict(order))
    kept = payments.update_payment_link(link.code, body=UpdatePaymentLinkRequest(description="Order 7"))
    assert kept.return_url == "https://shop.example/done"
    removed = payments.update_payment_link(link.code, body=UpdatePaymentLinkRequest(return_url=None))
    assert removed.return_url is None
    assert removed.description == "Order 7"


def test_events_are_read_by_their_types(payments: PaymentsAccount) -> None:
    event = payments.list_events(type_="payment_link.paid", limit=1).data[0]
    assert isinstance(event, PaymentLinkPaidEvent)
    assert re.fullmatch(r"[0-9]+\.[0-9]{8}", event.data.amount)


def test_an_error_is_typed_by_its_code_and_names_the_parameter(payments: PaymentsAccount) -> None:
    tiny = CreatePaymentLinkRequest(amount="0.00000001", currency="MXNB", description="Order 1042")
    with pytest.raises(ApiError) as raised:
        payments.create_payment_link(body=tiny)
    error = raised.value
    assert error.code == ErrorCode.INVALID_REQUEST
    assert error.status == 400
    assert error.param == "amount"
    assert "amount" in error.message
    assert error.request_id and error.request_id.startswith("req_")
    assert str(error) == f"{error.message} (invalid_request, {error.request_id})"
    with pytest.raises(ApiError) as raised:
        payments.get_payment_link("PL-0000-0000-0000")
    assert raised.value.code == ErrorCode.PAYMENT_LINK_NOT_FOUND
    assert raised.value.code in ERROR_CODES[payments.get_payment_link.__name__]


def test_a_body_can_be_a_dictionary_with_the_names_of_the_contract(payments: PaymentsAccount) -> None:
    link = payments.create_payment_link(
        body={"amount": "1500.50", "currency": "MXNB", "description": "Order 1042", "metadata": {"order": "1042"}}
    )
    assert (link.amount, link.currency) == ("1500.50000000", "MXNB")
    assert payments.update_payment_link(link.code, body={"description": "Order 1043"}).description == "Order 1043"


def test_each_method_has_its_error_codes() -> None:
    assert all(callable(getattr(PaymentsAccount, method)) for method in ERROR_CODES)


def test_the_same_idempotency_key_gives_the_same_answer_which_says_so(payments: PaymentsAccount) -> None:
    key = str(uuid.uuid4())
    first = payments.create_payment_link(body=ORDER, idempotency_key=key)
    assert "Idempotent-Replay" not in payments.last_response.headers
    second = payments.create_payment_link(body=ORDER, idempotency_key=key)
    assert payments.last_response.headers["Idempotent-Replay"] == "true"
    assert second == first
    assert payments.create_payment_link(body=ORDER).code != first.code


def test_null_removes_a_value_and_nothing_leaves_it(payments: PaymentsAccount) -> None:
    till = CreateQrCodeRequest(name="Till 1", currency="MXNB", fixed_amount="45.00")
    qr_code = payments.create_qr_code(body=till)
    renamed = payments.update_qr_code(qr_code.id, body=UpdateQrCodeRequest(name="Till 2"))
    assert renamed.fixed_amount == "45.00000000"
    opened = payments.update_qr_code(qr_code.id, body=UpdateQrCodeRequest(fixed_amount=None))
    assert opened.fixed_amount is None
    payments.delete_qr_code(qr_code.id)


def test_images_are_bytes(payments: PaymentsAccount) -> None:
    link = payments.create_payment_link(body=ORDER)
    assert b"<svg" in payments.get_payment_link_qr(link.code).payload.read()


def test_a_call_that_uses_something_deprecated_warns_once_for_each_operation(
    payments: PaymentsAccount, recwarn: pytest.WarningsRecorder
) -> None:
    payments.list_transactions(type_="payment")
    assert not recwarn.list
    payments.list_transactions(kind="payment")
    payments.list_transactions(kind="fee")
    (warning,) = recwarn.list
    assert warning.category is DeprecationWarning
    assert warning.filename == __file__
    assert "list_transactions uses something that is deprecated since 2026-11-01. See http" in str(warning.message)


def test_fields_that_the_client_does_not_know_do_not_disturb_it() -> None:
    payments = PaymentsAccount(os.environ["PAYMENTS_API_KEY"], base_url=os.environ["PAYMENTS_NEWER_URL"])
    link = payments.create_payment_link(body=ORDER)
    assert "x_new_field" in link
    assert payments.get_payment_link(link.code).amount == "1500.50000000"
    assert next(payments.all(payments.list_payment_links, limit=1)).object_ == "payment_link"
    assert payments.list_balances().data
    assert payments.list_events(limit=1).data[0].id.startswith("evt_")
    with pytest.raises(ApiError) as raised:
        payments.get_payment_link("PL-0000-0000-0000")
    assert raised.value.code == ErrorCode.PAYMENT_LINK_NOT_FOUND
