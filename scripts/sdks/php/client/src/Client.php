<?php

declare(strict_types=1);

namespace PaymentsAccount;

use BackedEnum;
use DateTimeInterface;
use GuzzleHttp\Client as HttpClient;
use GuzzleHttp\Exception\GuzzleException;
use GuzzleHttp\HandlerStack;
use GuzzleHttp\Middleware;
use PaymentsAccount\Errors\ApiError;
use PaymentsAccount\Errors\ConnectionError;

/** The API as an account's own systems call it. Its methods are the operations of the contract. */
final class Client
{
    use Api\PaymentsApi;

    private readonly HttpClient $http;
    private ?Response $lastResponse = null;
    /** @var array<string, true> The operations that a warning was given for. */
    private array $warned = [];

    /**
     * @param string $baseUrl Where the service is, with or without `/v1`.
     * @param float $timeout Seconds that one attempt may take.
     * @param int $maxRetries Attempts after the first. A retry of a call that creates or changes something carries the
     *     same idempotency key, so nothing is done twice.
     */
    public function __construct(
        #[\SensitiveParameter] string $apiKey,
        string $baseUrl,
        float $timeout = 30.0,
        int $maxRetries = 3,
    ) {
        $retries = new Retries($maxRetries);
        $handler = HandlerStack::create();
        $handler->push(Middleware::retry($retries->shouldRetry(...), $retries->delay(...)));
        $this->http = new HttpClient([
            'base_uri' => preg_replace('~(/v1)?/*$~D', '', $baseUrl),
            'handler' => $handler,
            'timeout' => $timeout,
            'connect_timeout' => $timeout,
            'allow_redirects' => false,
            'http_errors' => false,
            'headers' => [
                'Authorization' => "Bearer {$apiKey}",
                'Service-Version' => Contract::SERVICE_VERSION,
                'User-Agent' => 'payments-account-php/' . Contract::VERSION,
            ],
        ]);
    }

    /** The response to the last call, with its request id, and whether it was a replay. */
    public function lastResponse(): ?Response
    {
        return $this->lastResponse;
    }

    private function send(string $operation, string $method, string $path, array $query = [], mixed $body = null, ?string $idempotencyKey = null): string
    {
        $this->lastResponse = null;
        $options = ['query' => self::queryString($query)];
        if ($idempotencyKey !== null) {
            $options['headers']['Idempotency-Key'] = $idempotencyKey;
        }
        if ($body !== null) {
            $options['headers']['Content-Type'] = 'application/json';
            $options['body'] = Json::encode(is_array($body) ? (object) $body : $body);
        }
        try {
            $response = Response::of($this->http->request($method, $path, $options));
        } catch (GuzzleException $error) {
            throw new ConnectionError("{$method} {$path}: {$error->getMessage()}", previous: $error);
        }
        $this->lastResponse = $response;
        if ($response->status >= 300) {
            throw ApiError::fromResponse($response);
        }
        $this->warnIfDeprecated($operation, $response);

        return $response->body;
    }

    /** Once for each operation. */
    private function warnIfDeprecated(string $operation, Response $response): void
    {
        $headers = array_change_key_case($response->headers);
        $isDeprecated = preg_match('/^@([0-9]{1,12})$/', $headers['deprecation'][0] ?? '', $since) === 1;
        if (!$isDeprecated || isset($this->warned[$operation])) {
            return;
        }
        $this->warned[$operation] = true;
        $day = gmdate('Y-m-d', (int) $since[1]);
        preg_match('/<([^>]*)>/', $headers['link'][0] ?? '', $link);
        $page = $link[1] ?? '';
        trigger_error("A call of {$operation} uses something that is deprecated since {$day}. See {$page}", E_USER_DEPRECATED);
    }

    /** @param array<string, mixed> $query */
    private static function queryString(array $query): string
    {
        $values = array_map(static fn (mixed $value) => match (true) {
            $value instanceof BackedEnum => $value->value,
            $value instanceof DateTimeInterface => Json::timestamp($value),
            is_bool($value) => $value ? 'true' : 'false',
            default => $value,
        }, $query);

        return http_build_query($values, encoding_type: PHP_QUERY_RFC3986);
    }
}
