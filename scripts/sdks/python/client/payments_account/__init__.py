"""A client of the Payments Account API."""

from ._contract import SERVICE_VERSION, VERSION, ErrorCode, Event
from .client import PaymentsAccount
from .error_codes import ERROR_CODES
from .errors import (
    ApiError,
    PaymentsAccountError,
    PaymentsConnectionError,
    PaymentsTimeoutError,
    WebhookSignatureError,
)
from .webhooks import parse_webhook

__all__ = [
    "ERROR_CODES",
    "SERVICE_VERSION",
    "VERSION",
    "ApiError",
    "ErrorCode",
    "Event",
    "PaymentsAccount",
    "PaymentsAccountError",
    "PaymentsConnectionError",
    "PaymentsTimeoutError",
    "WebhookSignatureError",
    "parse_webhook",
]
