"""What can go wrong. Every error of this package is a PaymentsAccountError."""

from __future__ import annotations

import json
from collections.abc import Mapping


class PaymentsAccountError(Exception):
    """What all errors of this package have in common."""


class ApiError(PaymentsAccountError):
    """The service answered with an error. Branch on `code`; the message is for people."""

    def __init__(self, status: int, headers: Mapping[str, str], body: bytes) -> None:
        detail = _detail(body)
        self.status = status
        self.headers = headers
        self.message: str = detail.get("message", f"The service answered with status {status}.")
        #: An ErrorCode, or one that is newer. None when a proxy answered instead of the service.
        self.code: str | None = detail.get("code")
        self.type: str | None = detail.get("type")
        #: The field, parameter or header at fault, if there is one.
        self.param: str | None = detail.get("param")
        #: Quote it when you ask for help.
        self.request_id: str | None = detail.get("request_id", headers.get("X-Request-Id"))
        super().__init__(self.message)

    def __str__(self) -> str:
        """The message with the code and the request id, since a log has nothing else of an error."""
        named = [self.code or f"status {self.status}", self.request_id]
        return f"{self.message} ({', '.join(name for name in named if name)})"


class PaymentsConnectionError(PaymentsAccountError):
    """No response came, or not a whole one. The call may or may not have been carried out."""


class PaymentsTimeoutError(PaymentsConnectionError):
    """No response came in time. The call may or may not have been carried out."""


class WebhookSignatureError(PaymentsAccountError):
    """A webhook whose signature is not right: do not trust it."""


def _detail(body: bytes) -> dict[str, str]:
    try:
        detail = json.loads(body)["error"]
    except (ValueError, TypeError, KeyError):
        return {}
    return detail if isinstance(detail, dict) else {}
