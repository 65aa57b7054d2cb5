<?php

declare(strict_types=1);

namespace PaymentsAccount;

use Psr\Http\Message\RequestInterface;
use Psr\Http\Message\ResponseInterface;
use Throwable;

/** Which attempts are repeated, and when. @internal */
final readonly class Retries
{
    private const FIRST_PAUSE_MS = 500;
    private const LONGEST_PAUSE_MS = 30_000;
    private const STATUSES = [429, 500, 502, 503, 504];

    public function __construct(private int $limit)
    {
    }

    public function shouldRetry(int $retries, RequestInterface $request, ?ResponseInterface $response, ?Throwable $error): bool
    {
        if ($retries >= $this->limit) {
            return false;
        }
        if ($response === null) {
            return $error !== null;
        }
        // A used-up day is no reason to wait: the caller should know.
        if (self::retryAfterMs($response) > self::LONGEST_PAUSE_MS) {
            return false;
        }

        return in_array($response->getStatusCode(), self::STATUSES, true) || self::isInProgress($response);
    }

    /** Milliseconds: what the service asks for, otherwise growing, at least half of it by chance. */
    public function delay(int $retries, ?ResponseInterface $response): int
    {
        $asked = $response === null ? 0 : self::retryAfterMs($response);
        $pause = min(self::FIRST_PAUSE_MS * 2 ** ($retries - 1), self::LONGEST_PAUSE_MS);

        return $asked > 0 ? $asked : random_int(intdiv($pause, 2), $pause);
    }

    private static function retryAfterMs(ResponseInterface $response): int
    {
        return 1000 * (int) $response->getHeaderLine('Retry-After');
    }

    /** Whether an earlier attempt with the same idempotency key is still at work. */
    private static function isInProgress(ResponseInterface $response): bool
    {
        if ($response->getStatusCode() !== 409) {
            return false;
        }
        $body = json_decode((string) $response->getBody(), true);
        $response->getBody()->rewind();

        return ($body['error']['code'] ?? null) === 'idempotency_request_in_progress';
    }
}
