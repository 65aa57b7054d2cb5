<?php

declare(strict_types=1);

namespace PaymentsAccount\Errors;

/** A parameter, header or field is missing, malformed or out of bounds. */
final class InvalidRequestError extends ApiError
{
}
