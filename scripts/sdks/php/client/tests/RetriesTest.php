<?php

declare(strict_types=1);

namespace PaymentsAccount\Tests;

use PaymentsAccount\Client;
use PaymentsAccount\Errors\ApiError;
use PaymentsAccount\Errors\ConnectionError;
use PaymentsAccount\Errors\RateLimitError;
use PHPUnit\Framework\TestCase;

/** Against a service that is in trouble: PHP's own server with `trouble.php`, which gives the answers that it is told. */
final class RetriesTest extends TestCase
{
    private const ECHO = [
        'ok' => true,
        'execution_id' => '0192f3a4-c1d0-7f5b-8c6d-7e8f9a0b1c2d',
        'executed_at' => '2026-11-03T17:04:05.250Z',
        'idempotency_key' => 'key',
        'echo' => null,
        'request_id' => 'req_1',
    ];

    private string $folder;
    /** @var resource */
    private $server;
    private string $url;

    protected function setUp(): void
    {
        $this->folder = sys_get_temp_dir() . '/payments-trouble-' . bin2hex(random_bytes(6));
        mkdir($this->folder);
        $socket = stream_socket_server('tcp://127.0.0.1:0');
        $address = stream_socket_get_name($socket, false);
        fclose($socket);
        $this->url = "http://{$address}";
        $this->server = proc_open(
            [PHP_BINARY, '-S', $address, __DIR__ . '/trouble.php'],
            [1 => ['file', '/dev/null', 'w'], 2 => ['file', '/dev/null', 'w']],
            $pipes,
            null,
            ['TROUBLE_FOLDER' => $this->folder],
        );
        for ($attempt = 0; $attempt < 100 && !@stream_socket_client("tcp://{$address}"); $attempt++) {
            usleep(50_000);
        }
    }

    protected function tearDown(): void
    {
        proc_terminate($this->server);
        proc_close($this->server);
        array_map(unlink(...), glob("{$this->folder}/*"));
        rmdir($this->folder);
    }

    public function testRetriesWithOneIdempotencyKey(): void
    {
        $this->answers(
            [429, ['Retry-After' => '1'], self::error('rate_limit_error', 'rate_limit_exceeded')],
            [500, [], self::error('api_error', 'internal_error')],
            [409, [], self::error('conflict', 'idempotency_request_in_progress')],
            [200, [], self::ECHO],
        );
        $startedAt = microtime(true);
        $echo = $this->client()->postPing();
        $requests = $this->requests();

        self::assertTrue($echo->ok);
        self::assertCount(4, $requests);
        self::assertCount(1, array_unique(array_column($requests, 'HTTP_IDEMPOTENCY_KEY')));
        self::assertNotSame('', $requests[0]['HTTP_IDEMPOTENCY_KEY']);
        self::assertGreaterThanOrEqual(1.0, $requests[1]['REQUEST_TIME_FLOAT'] - $requests[0]['REQUEST_TIME_FLOAT']);
        self::assertGreaterThan(1.5, microtime(true) - $startedAt);
        self::assertMatchesRegularExpression('{^payments-account-php/[0-9.]+$}', $requests[0]['HTTP_USER_AGENT']);
        self::assertMatchesRegularExpression('/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/', $requests[0]['HTTP_SERVICE_VERSION']);
    }

    public function testEachCallHasItsOwnKeyOrTheCallers(): void
    {
        $this->answers([200, [], self::ECHO], [200, [], self::ECHO], [200, [], self::ECHO]);
        $client = $this->client();
        $client->postPing();
        $client->postPing();
        $client->postPing(idempotencyKey: 'order-1042');
        [$first, $second, $third] = array_column($this->requests(), 'HTTP_IDEMPOTENCY_KEY');

        self::assertNotSame($first, $second);
        self::assertSame('order-1042', $third);
    }

    public function testTakesAnAddressWithOrWithoutTheVersion(): void
    {
        $this->answers(...array_fill(0, 4, [200, [], self::ECHO]));
        foreach (['', '/', '/v1', '/v1/'] as $end) {
            (new Client('sk_test_none', $this->url . $end))->postPing();
        }

        self::assertSame(array_fill(0, 4, '/v1/ping'), array_column($this->requests(), 'REQUEST_URI'));
    }

    public function testGivesUp(): void
    {
        $this->answers(...array_fill(0, 5, [503, [], 'down for maintenance']));
        try {
            $this->client(maxRetries: 2)->getPing();
            self::fail('not refused');
        } catch (ApiError $error) {
            self::assertSame(503, $error->response->status);
            self::assertNull($error->errorCode);
        }
        self::assertCount(3, $this->requests());
    }

    public function testDoesNotWaitForALimitThatEndsTomorrow(): void
    {
        $this->answers([429, ['Retry-After' => '40000'], self::error('rate_limit_error', 'rate_limit_exceeded')]);
        $this->expectException(RateLimitError::class);
        $this->client()->postPing();
    }

    /** @dataProvider refusals */
    public function testDoesNotRepeatARefusal(int $status, string $code): void
    {
        $this->answers([$status, [], self::error('conflict', $code)], [200, [], self::ECHO]);
        try {
            $this->client()->postPing();
            self::fail('not refused');
        } catch (ApiError $error) {
            self::assertSame($code, $error->errorCode->value ?? $error->errorCode);
        }
        self::assertCount(1, $this->requests());
    }

    public static function refusals(): array
    {
        return [
            'a conflict' => [409, 'payment_link_not_cancellable'],
            'a key used for something else' => [422, 'idempotency_key_reused'],
            'a code that is not known' => [400, 'newer_code'],
        ];
    }

    public function testGivesUpWaiting(): void
    {
        $this->answers(['late', 2], ['late', 2]);
        $startedAt = microtime(true);
        try {
            $this->client(timeout: 0.3, maxRetries: 0)->getPing();
            self::fail('not refused');
        } catch (ConnectionError) {
            self::assertLessThan(1.5, microtime(true) - $startedAt);
        }
    }

    public function testRetriesWhenThereIsNoConnection(): void
    {
        proc_terminate($this->server);
        proc_close($this->server);
        $this->server = proc_open(['true'], [], $pipes);
        $startedAt = microtime(true);
        try {
            $this->client(maxRetries: 1)->getPing();
            self::fail('not refused');
        } catch (ConnectionError) {
            self::assertGreaterThan(0.2, microtime(true) - $startedAt);
        }
    }

    private function client(float $timeout = 10, int $maxRetries = 3): Client
    {
        return new Client('sk_test_none', $this->url, $timeout, $maxRetries);
    }

    private function answers(array ...$answers): void
    {
        foreach ($answers as $number => $answer) {
            file_put_contents("{$this->folder}/answer-{$number}", json_encode($answer));
        }
    }

    private function requests(): array
    {
        return array_map(
            fn (string $file) => json_decode(file_get_contents($file), true),
            glob("{$this->folder}/request-*"),
        );
    }

    private static function error(string $type, string $code): array
    {
        return ['error' => ['type' => $type, 'code' => $code, 'message' => 'A message.', 'request_id' => 'req_1']];
    }
}
