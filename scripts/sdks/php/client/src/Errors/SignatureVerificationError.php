<?php

declare(strict_types=1);

namespace PaymentsAccount\Errors;

/** A delivery that the service did not send, or not now. Respond with 400 and do nothing. */
final class SignatureVerificationError extends PaymentsError
{
}
