<?php

declare(strict_types=1);

namespace PaymentsAccount\Errors;

/** The API key or its account may not do this. */
final class PermissionError extends ApiError
{
}
