<?php

declare(strict_types=1);

namespace PaymentsAccount;

use Psr\Http\Message\ResponseInterface;

/** A response as it arrived. */
final readonly class Response
{
    private function __construct(
        public int $status,
        /** Quote it when asking for help. */
        public ?string $requestId,
        /** True when this is the stored response to an earlier call with the same idempotency key. */
        public bool $replayed,
        /** @var array<string, list<string>> */
        public array $headers,
        public string $body,
    ) {
    }

    public static function of(ResponseInterface $response): self
    {
        return new self(
            $response->getStatusCode(),
            $response->getHeaderLine('X-Request-Id') ?: null,
            $response->getHeaderLine('Idempotent-Replay') === 'true',
            $response->getHeaders(),
            (string) $response->getBody(),
        );
    }
}
