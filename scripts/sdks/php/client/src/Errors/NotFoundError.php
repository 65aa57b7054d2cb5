<?php

declare(strict_types=1);

namespace PaymentsAccount\Errors;

/** There is no such thing in this account. */
final class NotFoundError extends ApiError
{
}
