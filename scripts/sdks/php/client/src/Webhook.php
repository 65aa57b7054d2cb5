<?php

declare(strict_types=1);

namespace PaymentsAccount;

use PaymentsAccount\Errors\SignatureVerificationError;
use PaymentsAccount\Model\WebhookEvent;

/** Deliveries to webhook endpoints. */
final class Webhook
{
    /**
     * The event of a delivery that the service signed.
     *
     * @param string $body The body as received: `file_get_contents('php://input')`.
     * @param string|null $signature The header `Service-Signature`.
     * @param string $secret The endpoint's signing secret, `whsec_…`.
     * @param int $tolerance Seconds that the time of sending may be away from now.
     * @throws SignatureVerificationError
     */
    public static function constructEvent(string $body, ?string $signature, #[\SensitiveParameter] string $secret, int $tolerance = 300): WebhookEvent
    {
        self::verify($body, $signature, $secret, $tolerance);
        try {
            return WebhookEvent::fromArray(Json::decode($body));
        } catch (\JsonException $error) {
            throw new SignatureVerificationError('The body is not an event.', previous: $error);
        }
    }

    private static function verify(string $body, ?string $signature, string $secret, int $tolerance): void
    {
        // One time and one or more signatures, in any order, among parts that later versions may add.
        $time = null;
        $signatures = [];
        foreach (explode(',', $signature ?? '') as $part) {
            if (preg_match('/^t=([0-9]{1,12})$/D', $part, $match)) {
                $time = $match[1];
            } elseif (preg_match('/^v1=([0-9a-f]{64})$/D', $part, $match)) {
                $signatures[] = $match[1];
            }
        }
        if ($time === null || $signatures === []) {
            throw new SignatureVerificationError('The header Service-Signature is missing or malformed.');
        }
        $expected = hash_hmac('sha256', "{$time}.{$body}", $secret);
        if (array_filter($signatures, static fn (string $given) => hash_equals($expected, $given)) === []) {
            throw new SignatureVerificationError('The signature does not match the body and the secret.');
        }
        if (abs(time() - (int) $time) > $tolerance) {
            throw new SignatureVerificationError("The delivery was signed more than {$tolerance} seconds from now.");
        }
    }
}
