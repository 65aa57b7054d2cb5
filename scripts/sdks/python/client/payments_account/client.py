"""The client of the Payments Account API."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, ParamSpec, Protocol, TypeVar

from .generated.client import Operations

_Given = ParamSpec("_Given")
_Item = TypeVar("_Item")


class Page(Protocol[_Item]):
    """A page, as all lists have it."""

    @property
    def data(self) -> list[_Item]: ...

    @property
    def has_more(self) -> bool: ...

    @property
    def next_cursor(self) -> str | None: ...


class PaymentsAccount(Operations):
    """
    The Payments Account API. Each operation is a method, which raises an ApiError or a PaymentsConnectionError. It can
    be used by several threads at once.

    A call that changes something gets an idempotency key of its own, unless you give it an `idempotency_key`; it is the
    same in all attempts.
    """

    def all(
        self, operation: Callable[_Given, Page[_Item]], *args: _Given.args, **kwargs: _Given.kwargs
    ) -> Iterator[_Item]:
        """Lists everything, page after page: `for link in payments.all(payments.list_payment_links):`."""
        page = operation(*args, **kwargs)
        yield from page.data
        while page.has_more:
            following: dict[str, Any] = {**kwargs, "cursor": page.next_cursor}
            page = operation(*args, **following)
            yield from page.data
