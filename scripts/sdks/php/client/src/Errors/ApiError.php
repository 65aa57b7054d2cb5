<?php

declare(strict_types=1);

namespace PaymentsAccount\Errors;

use PaymentsAccount\Json;
use PaymentsAccount\Model\ErrorCode;
use PaymentsAccount\Response;

/** The service refused a call. Catch it, or the class of one kind of error, and branch on `$errorCode`. */
class ApiError extends PaymentsError
{
    final public function __construct(
        string $message,
        public readonly ErrorCode|string|null $errorCode,
        /** The body field, parameter or header at fault. */
        public readonly ?string $param,
        public readonly Response $response,
    ) {
        parent::__construct($message, $response->status);
    }

    public static function fromResponse(Response $response): self
    {
        try {
            $error = Json::decode($response->body)['error'] ?? [];
        } catch (\JsonException) {
            $error = []; // from something between this client and the service
        }
        $class = match ($error['type'] ?? null) {
            'invalid_request' => InvalidRequestError::class,
            'authentication_error' => AuthenticationError::class,
            'permission_error' => PermissionError::class,
            'not_found' => NotFoundError::class,
            'conflict' => ConflictError::class,
            'rate_limit_error' => RateLimitError::class,
            default => self::class,
        };
        $code = $error['code'] ?? null;

        return new $class(
            $error['message'] ?? "HTTP status {$response->status}",
            $code === null ? null : ErrorCode::tryFrom($code) ?? $code,
            $error['param'] ?? null,
            $response,
        );
    }
}
