<?php

declare(strict_types=1);

namespace PaymentsAccount\Errors;

use RuntimeException;

/** Whatever this client throws. */
abstract class PaymentsError extends RuntimeException
{
}
