<?php

declare(strict_types=1);

namespace PaymentsAccount\Errors;

/** The state of the thing, or another call, does not allow it. */
final class ConflictError extends ApiError
{
}
