"""Against a server of this test, which fails as the service can."""

import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import httpx
import pytest

from payments_account import (
    VERSION,
    ApiError,
    PaymentsAccount,
    PaymentsConnectionError,
    PaymentsTimeoutError,
)

Answer = tuple[int, dict[str, str], dict[str, Any]]

EVENT = {"id": "evt_1", "created": 1795392705, "livemode": False, "sequence": 1}
PING = {
    "ok": True,
    "execution_id": "1",
    "idempotency_key": "1",
    "echo": None,
    "executed_at": "2026-11-23T00:00:00.000Z",
    "request_id": "req_1",
}
#: The connection breaks off.
BROKEN: Answer = (0, {}, {})


def failure(status: int, code: str, **headers: str) -> Answer:
    error = {"type": "api_error", "code": code, "message": f"This is {code}.", "request_id": "req_1"}
    return status, {name.replace("_", "-"): value for name, value in headers.items()}, {"error": error}


class FaultyService:
    """Gives these answers in turn, repeating the last; None is none at all."""

    def __init__(self, answers: list[Answer | None]) -> None:
        self.answers = answers
        self.requests: list[dict[str, str]] = []
        self.arrivals: list[float] = []
        self.ended = threading.Event()

    def answer(self, handler: BaseHTTPRequestHandler) -> None:
        handler.rfile.read(int(handler.headers.get("Content-Length", 0)))
        answer = self.answers[min(len(self.requests), len(self.answers) - 1)]
        self.requests.append({name.lower(): value for name, value in handler.headers.items()})
        self.arrivals.append(time.monotonic())
        if answer is None:
            self.ended.wait(10)
            return
        status, headers, body = answer
        if answer is BROKEN:
            handler.close_connection = True
            return
        handler.send_response(status)
        for name, value in {"Content-Type": "application/json", **headers}.items():
            handler.send_header(name, value)
        handler.end_headers()
        handler.wfile.write(json.dumps(body).encode())


@contextmanager
def faulty(*answers: Answer | None, **options: Any) -> Iterator[tuple[PaymentsAccount, FaultyService]]:
    service = FaultyService(list(answers))

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            service.answer(self)

        do_POST = do_GET

        def log_message(self, format: str, *args: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        url = f"http://127.0.0.1:{server.server_port}"
        yield PaymentsAccount("sk_test_1", base_url=url, **options), service
    finally:
        service.ended.set()
        server.shutdown()
        server.server_close()


def test_a_call_is_sent_again_with_its_idempotency_key_until_it_succeeds() -> None:
    with faulty(
        failure(429, "rate_limit_exceeded", Retry_After="1"),
        failure(500, "internal_error"),
        failure(409, "idempotency_request_in_progress"),
        (200, {}, PING),
    ) as (payments, service):
        assert payments.post_ping().execution_id == "1"
    assert len(service.requests) == 4
    (key,) = {request["idempotency-key"] for request in service.requests}
    assert len(key) == 36
    assert service.arrivals[1] - service.arrivals[0] >= 1
    assert service.requests[0]["user-agent"] == f"payments-account-python/{VERSION}"


@pytest.mark.parametrize("end", ["", "/", "/v1", "/v1/"])
def test_the_address_of_the_service_may_end_with_v1_or_a_slash(end: str) -> None:
    def answer(request: httpx.Request) -> httpx.Response:
        assert request.url == "https://pay.example.com/v1/ping"
        return httpx.Response(200, json=PING)

    client = httpx.Client(transport=httpx.MockTransport(answer))
    with PaymentsAccount("sk_test_1", base_url=f"https://pay.example.com{end}", http_client=client) as payments:
        payments.post_ping()


def test_the_pauses_grow_and_end() -> None:
    with faulty(failure(503, "internal_error"), max_retries=2) as (payments, service):
        with pytest.raises(ApiError) as raised:
            payments.get_ping()
    assert raised.value.status == 503
    first, second, third = service.arrivals
    assert second - first >= 0.25
    assert third - second >= 0.5


@pytest.mark.parametrize(
    "answer",
    [
        failure(400, "invalid_request"),
        failure(409, "payment_link_not_cancellable"),
        failure(429, "rate_limit_exceeded", Retry_After="7200"),
    ],
)
def test_other_errors_and_a_wait_of_hours_are_not_worth_another_attempt(answer: Answer) -> None:
    with faulty(answer) as (payments, service):
        with pytest.raises(ApiError) as raised:
            payments.post_ping()
    assert raised.value.status == answer[0]
    assert len(service.requests) == 1


def test_a_call_that_gets_no_answer_ends_in_time_after_its_retries() -> None:
    with faulty(None, timeout=0.1, max_retries=1) as (payments, service):
        with pytest.raises(PaymentsTimeoutError):
            payments.get_ping()
    assert len(service.requests) == 2


def test_a_call_whose_connection_breaks_off_is_sent_again() -> None:
    with faulty(BROKEN, (200, {}, PING)) as (payments, service):
        payments.post_ping()
    assert len(service.requests) == 2
    assert len({request["idempotency-key"] for request in service.requests}) == 1
    with faulty(BROKEN, max_retries=0) as (payments, _):
        with pytest.raises(PaymentsConnectionError):
            payments.get_ping()


def test_an_event_of_a_type_that_the_client_does_not_know_is_listed() -> None:
    event = {**EVENT, "type": "payment_link.framed", "data": {"frame": "oak"}}
    page = {"object": "list", "data": [event], "has_more": False, "next_cursor": None}
    with faulty((200, {}, page)) as (payments, _):
        (listed,) = payments.list_events().data
    assert listed.type_ == "payment_link.framed"


def test_an_answer_that_is_not_the_services_own_is_an_error_without_a_code() -> None:
    with faulty((404, {}, {"detail": "no such host"})) as (payments, _):
        with pytest.raises(ApiError) as raised:
            payments.get_ping()
    assert raised.value.code is None
    assert raised.value.status == 404
