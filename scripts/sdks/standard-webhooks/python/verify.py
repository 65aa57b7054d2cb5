"""Reads cases as JSON, and writes for each why the library refuses its delivery; null if it does not."""

import json
import sys

from standardwebhooks.webhooks import Webhook, WebhookVerificationError


def verdict(case: dict) -> str | None:
    try:
        Webhook(case["secret"]).verify(case["body"], case["headers"])
    except WebhookVerificationError as error:
        return str(error)
    return None


json.dump([verdict(case) for case in json.load(sys.stdin)], sys.stdout)
