<?php

declare(strict_types=1);

namespace PaymentsAccount\Errors;

/**
 * No complete response arrived, after all retries: no connection, or a timeout. Whether the service did the work is
 * unknown; a call with the same idempotency key does it once.
 */
final class ConnectionError extends PaymentsError
{
}
