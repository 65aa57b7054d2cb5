<?php

declare(strict_types=1);

namespace PaymentsAccount\Errors;

/** The API key is missing or cannot be used. */
final class AuthenticationError extends ApiError
{
}
