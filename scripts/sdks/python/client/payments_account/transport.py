"""Sends calls, and sends them again while that may help."""

from __future__ import annotations

import random
import threading
import time
import uuid
import warnings
from collections.abc import Mapping
from datetime import UTC, datetime
from types import TracebackType
from typing import Any, Protocol, Self

import httpx

from ._contract import SERVICE_VERSION, VERSION
from .errors import ApiError, PaymentsConnectionError, PaymentsTimeoutError

_RETRIED_STATUSES = {429, 500, 502, 503, 504}
_FIRST_PAUSE_S = 0.5
_LONGEST_PAUSE_S = 8.0
# Whoever is told to wait longer has used up a limit of the day, and should know.
_LONGEST_RETRY_AFTER_S = 60.0


class Transport:
    """What the operations are called with."""

    def __init__(
        self,
        api_key: str,
        *,
        base_url: str,
        timeout: float = 30.0,
        max_retries: int = 4,
        http_client: httpx.Client | None = None,
    ) -> None:
        """
        Args:
            api_key: `sk_test_…` or `sk_live_…`. Keep it on your server.
            base_url: Where the service is, with or without `/v1`: `https://payments.example.com`.
            timeout: For how many seconds an attempt may wait for the service.
            max_retries: How often a failed call is sent again at most.
            http_client: Sends the requests, instead of one of its own.
        """
        self._base_url = base_url.rstrip("/").removesuffix("/v1")
        self._timeout = timeout
        self._max_retries = max_retries
        self._http = http_client or httpx.Client()
        self._thread = threading.local()
        self._warned: set[str] = set()
        self._headers = {
            "Authorization": f"Bearer {api_key}",
            "Service-Version": SERVICE_VERSION,
            "User-Agent": f"payments-account-python/{VERSION}",
        }

    @property
    def last_response(self) -> httpx.Response:
        """The last response to this thread, for its headers: `Idempotent-Replay`, `RateLimit-Remaining`."""
        response: httpx.Response = self._thread.response
        return response

    def close(self) -> None:
        """Closes the connections."""
        self._http.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def request(
        self,
        method: str,
        path: str,
        *,
        params: dict[str, Any] | None = None,
        json: Any = None,
        idempotency_key: str | None = None,
        operation: str,
    ) -> httpx.Response:
        """
        Makes a call. One that changes something has an idempotency key, which all its attempts share. Raises an
        ApiError, or a PaymentsConnectionError when no response came.
        """
        headers = dict(self._headers)
        if method != "GET":
            headers["Idempotency-Key"] = idempotency_key or str(uuid.uuid4())
        request = self._http.build_request(
            method, self._base_url + path, params=params, json=json, headers=headers, timeout=self._timeout
        )
        attempt = 0
        while True:
            try:
                response = self._send(request)
                self._warn_if_deprecated(operation, response.headers)
                return response
            except (ApiError, PaymentsConnectionError) as error:
                pause = _pause_before(error, attempt)
                if pause is None or attempt == self._max_retries:
                    raise
            time.sleep(pause)
            attempt += 1

    def _warn_if_deprecated(self, operation: str, headers: httpx.Headers) -> None:
        since = headers.get("Deprecation", "")
        if not since.startswith("@") or operation in self._warned:
            return
        self._warned.add(operation)
        day = datetime.fromtimestamp(int(since[1:]), UTC).date()
        page = headers.get("Link", "").partition("<")[2].partition(">")[0]
        # At the line that called the operation, which called `request`.
        warnings.warn(
            f"A call of {operation} uses something that is deprecated since {day}. See {page}",
            DeprecationWarning,
            stacklevel=4,
        )

    def _send(self, request: httpx.Request) -> httpx.Response:
        try:
            response = self._http.send(request, follow_redirects=False)
        except httpx.TimeoutException as cause:
            raise PaymentsTimeoutError(f"No response came within {self._timeout} s.") from cause
        except httpx.TransportError as cause:
            raise PaymentsConnectionError(
                "The service could not be reached, or its response broke off."
            ) from cause
        self._thread.response = response
        if not response.is_success:
            raise ApiError(response.status_code, response.headers, response.content)
        return response


class Model(Protocol):
    """A body, as the generated models are."""

    def to_dict(self) -> dict[str, Any]: ...


def as_json(body: Model | Mapping[str, Any]) -> dict[str, Any]:
    """The body of a request, which may be a model, or a dictionary with the names of the contract."""
    return dict(body) if isinstance(body, Mapping) else body.to_dict()


def _pause_before(error: ApiError | PaymentsConnectionError, attempt: int) -> float | None:
    """How long to wait before the next attempt; None if another one is of no use."""
    # Between half and all of it, so that clients that failed together do not come back together.
    pause: float = min(_FIRST_PAUSE_S * 2**attempt, _LONGEST_PAUSE_S) * random.uniform(0.5, 1.0)
    if isinstance(error, PaymentsConnectionError):
        return pause
    if error.status not in _RETRIED_STATUSES and error.code != "idempotency_request_in_progress":
        return None
    try:
        retry_after = float(error.headers.get("Retry-After", 0))
    except ValueError:
        retry_after = 0.0
    if retry_after > _LONGEST_RETRY_AFTER_S:
        return None
    return retry_after + pause / 10 if retry_after > 0 else pause
