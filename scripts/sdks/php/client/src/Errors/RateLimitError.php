<?php

declare(strict_types=1);

namespace PaymentsAccount\Errors;

/** Too many calls, after all retries. */
final class RateLimitError extends ApiError
{
}
