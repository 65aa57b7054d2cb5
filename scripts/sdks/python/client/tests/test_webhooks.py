"""With a delivery that the service really sent."""

import hashlib
import hmac
import json
import os
import re

import pytest

from payments_account import WebhookSignatureError, parse_webhook
from payments_account.models import PaymentLinkPaidEvent, UnknownWebhookEvent

with open(os.environ["PAYMENTS_WEBHOOK_FILE"]) as file:
    DELIVERY = json.load(file)
SECRET: str = DELIVERY["secret"]
BODY: bytes = DELIVERY["body"].encode()
SIGNATURE: str = DELIVERY["headers"]["service-signature"]
SENT_AT = int(SIGNATURE.split(",")[0].removeprefix("t="))


def sign(body: bytes) -> str:
    digest = hmac.new(SECRET.encode(), f"{SENT_AT}.".encode() + body, hashlib.sha256).hexdigest()
    return f"t={SENT_AT},v1={digest}"


def test_a_delivery_is_verified_and_parsed() -> None:
    event = parse_webhook(BODY, SIGNATURE, SECRET, now=SENT_AT + 2)
    assert isinstance(event, PaymentLinkPaidEvent)
    assert event.data.amount == "1500.50000000"
    assert event.id == DELIVERY["headers"]["service-event-id"]


def test_one_of_several_signatures_is_enough() -> None:
    several = SIGNATURE.replace("v1=", f"v1={'0' * 64},v1=")
    assert isinstance(parse_webhook(BODY, several, SECRET, now=SENT_AT + 2), PaymentLinkPaidEvent)


def test_an_event_of_a_type_that_the_client_does_not_know_is_parsed() -> None:
    unknown = {"id": "evt_1", "type": "payment_link.framed", "created": SENT_AT, "livemode": False}
    body = json.dumps({**unknown, "data": {"frame": "oak"}}).encode()
    event = parse_webhook(body, sign(body), SECRET, now=SENT_AT + 2)
    assert isinstance(event, UnknownWebhookEvent)
    assert event.type_ == "payment_link.framed"
    assert event.data["frame"] == "oak"


@pytest.mark.parametrize(
    ("body", "signature", "secret", "now"),
    [
        pytest.param(BODY.replace(b"1500.5", b"9500.5"), SIGNATURE, SECRET, 2, id="a changed body"),
        pytest.param(BODY, SIGNATURE, SECRET, 301, id="an old signature"),
        pytest.param(BODY, SIGNATURE, SECRET, -301, id="a signature from the future"),
        pytest.param(BODY, SIGNATURE, SECRET + "x", 2, id="another secret"),
        pytest.param(BODY, None, SECRET, 2, id="no signature"),
        pytest.param(BODY, f"t={SENT_AT}", SECRET, 2, id="a time alone"),
        pytest.param(BODY, f"t={SENT_AT},v1=é", SECRET, 2, id="a malformed signature"),
        pytest.param(BODY, SIGNATURE.replace(f"t={SENT_AT}", f"t={SENT_AT + 1}"), SECRET, 2, id="another time"),
    ],
)
def test_refused(body: bytes, signature: str | None, secret: str, now: float) -> None:
    with pytest.raises(WebhookSignatureError):
        parse_webhook(body, signature, secret, now=SENT_AT + now)


def test_by_default_the_time_is_now() -> None:
    old = re.sub("t=[0-9]+", "t=1000000000", SIGNATURE)
    with pytest.raises(WebhookSignatureError):
        parse_webhook(BODY, old, SECRET)
