"""What Schemathesis cannot read from the contract."""

import ipaddress
import random
import re
import uuid
from datetime import datetime, timedelta, timezone

import schemathesis
from hypothesis import strategies as st
from schemathesis.generation import GenerationMode

IDEMPOTENCY_KEY = re.compile(r"[!-~]([ -~]{0,253}[!-~])?")

# The operations and parameters with rules that a schema cannot express, such as limits that depend on the currency.
RULES = {
    # A customer of the account.
    "createPaymentLink": {"amount", "accepted_methods", "customer_id"},
    "updatePaymentLink": {"metadata", "customer_id"},
    # The form of an address, and of an RFC, or a NIT with its check digit.
    "createCustomer": {"email", "tax_id"},
    "updateCustomer": {"email", "tax_id", "metadata"},
    "listCustomers": {"tax_id"},
    "createQrCode": {"fixed_amount"},
    "updateQrCode": {"fixed_amount"},
    "simulateDeposit": {"method", "scenario", "amount"},
    # Two names for the same filter: both only with the same value.
    "listTransactions": {"kind"},
    # Exactly one of two, in a form that all client generators understand; and no more than was paid.
    "createRefund": {"payment_link", "deposit", "amount"},
    "createWebhookEndpoint": {"url"},
    "updateWebhookEndpoint": {"url"},
    "replayWebhookEvents": {"to"},
}

# The times that the contract allows.
schemathesis.openapi.format(
    "date-time",
    st.datetimes(datetime(2000, 1, 1), datetime(2199, 12, 31), timezones=st.just(timezone.utc)).map(
        lambda time: time.isoformat(timespec="milliseconds").replace("+00:00", "Z")
    ),
)


@schemathesis.hook
def before_call(context, case, kwargs):
    """Makes a call that should be accepted one that can be; others are sent as they are."""
    headers = case.headers
    # Calls without a usable key are limited by address.
    headers["X-Forwarded-For"] = str(ipaddress.IPv4Address(random.getrandbits(32)))
    # The contract describes the responses of the newest version.
    if headers.get("Service-Version") == "2026-05-01":
        del headers["Service-Version"]
    key = headers.get("Idempotency-Key")
    if isinstance(key, str) and IDEMPOTENCY_KEY.fullmatch(key):
        headers["Idempotency-Key"] = f"{key[:219]}{uuid.uuid4()}"
    if case.meta is None or case.meta.generation.mode != GenerationMode.POSITIVE:
        return
    # A cursor is signed for the list that it continues.
    (case.query or {}).pop("cursor", None)
    # From 5 minutes to 90 days ahead.
    if isinstance(case.body, dict) and "expires_at" in case.body:
        case.body["expires_at"] = (datetime.now(timezone.utc) + timedelta(days=30)).isoformat()


@schemathesis.hook
def filter_failure(context, failure, case, response):
    """Accepts refusals that are right, whatever the schema says."""
    if failure.code == "ST401":
        # Its calls without a key all come from one address, and `response` is that of the call with the key.
        return "got `429" not in failure.message
    if failure.code == "ST202" and response.status_code == 400:
        parameter = re.sub(r"[.\[].*", "", response.json()["error"].get("param") or "")
        return parameter not in RULES.get(case.operation.definition.raw["operationId"], set())
    return True


@schemathesis.deserializer("text/csv", "application/x-ndjson")
def as_text(context, response):
    """Exports are described as texts."""
    return response.text
