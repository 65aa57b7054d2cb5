"""Verifies and parses webhooks."""

from __future__ import annotations

import hashlib
import hmac
import json
import re
import time

from ._contract import EVENTS, Event
from .errors import WebhookSignatureError
from .generated.models import UnknownWebhookEvent


def parse_webhook(
    body: bytes, signature: str | None, secret: str, *, tolerance: float = 300, now: float | None = None
) -> Event:
    """
    Verifies a delivery and returns its event. Raises a WebhookSignatureError for a body that was not signed with this
    secret, or not within the tolerance.

    Args:
        body: The body as it was received, before anything parsed it.
        signature: The header `Service-Signature`.
        secret: The endpoint's whole secret, `whsec_…`.
        tolerance: How far the time of sending may be from now, in seconds.
        now: What time it is, in Unix seconds. By default, now.

    Returns:
        An event of the class of its type, or an UnknownWebhookEvent if its type is newer than this client.
    """
    parts = [part.partition("=") for part in (signature or "").split(",")]
    sent_at = next((value for name, _, value in parts if name == "t"), "")
    if not re.fullmatch(r"[0-9]{1,12}", sent_at):
        raise WebhookSignatureError("The signature is missing or malformed.")
    if abs((time.time() if now is None else now) - int(sent_at)) > tolerance:
        raise WebhookSignatureError("The signature is too old, or from the future.")
    expected = hmac.new(secret.encode(), f"{sent_at}.".encode() + body, hashlib.sha256).hexdigest()
    # There may be several while a secret is being replaced.
    given = [value for name, _, value in parts if name == "v1"]
    if not any(hmac.compare_digest(expected.encode(), value.encode()) for value in given):
        raise WebhookSignatureError("The body was not signed with this secret.")
    event = json.loads(body)
    return EVENTS.get(event["type"], UnknownWebhookEvent).from_dict(event)
