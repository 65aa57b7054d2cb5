"""Creates a link, reads it, and reads one that does not exist, with the package as it was installed."""

import os
from importlib.resources import files

from payments_account import ApiError, ErrorCode, PaymentsAccount, WebhookSignatureError, parse_webhook
from payments_account.models import CreatePaymentLinkRequest

payments = PaymentsAccount(os.environ["PAYMENTS_API_KEY"], base_url=os.environ["PAYMENTS_BASE_URL"])
order = CreatePaymentLinkRequest(amount="1500.50", currency="MXNB", description="Order 1042")
made = payments.create_payment_link(body=order)
link = payments.get_payment_link(made.code)
assert (link.code, link.amount) == (made.code, "1500.50000000"), link

try:
    payments.get_payment_link("PL-0000-0000-0000")
    raise AssertionError("an unknown link was found")
except ApiError as error:
    assert (error.status, error.code) == (404, ErrorCode.PAYMENT_LINK_NOT_FOUND), error
    assert error.request_id

try:
    parse_webhook(b"{}", "t=1,v1=00", "whsec_other")
    raise AssertionError("a delivery that nobody signed was taken")
except WebhookSignatureError:
    pass

assert files("payments_account").joinpath("py.typed").is_file(), "type checkers find no types"
