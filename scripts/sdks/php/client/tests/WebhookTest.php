<?php

declare(strict_types=1);

namespace PaymentsAccount\Tests;

use PaymentsAccount\Errors\SignatureVerificationError;
use PaymentsAccount\Model\PaymentLinkPaidEvent;
use PaymentsAccount\Model\UnknownEvent;
use PaymentsAccount\Model\WebhookEvent;
use PaymentsAccount\Webhook;
use PHPUnit\Framework\TestCase;

/** A delivery that the service really sent. */
final class WebhookTest extends TestCase
{
    private string $body;
    private string $signature;
    private string $secret;

    protected function setUp(): void
    {
        $delivery = json_decode(file_get_contents(getenv('PAYMENTS_WEBHOOK_FILE')), true);
        $this->body = $delivery['body'];
        $this->secret = $delivery['secret'];
        $this->signature = array_change_key_case($delivery['headers'])['service-signature'];
    }

    public function testAVerifiedDeliveryIsItsEvent(): void
    {
        $event = $this->event();

        self::assertInstanceOf(PaymentLinkPaidEvent::class, $event);
        self::assertSame('payment_link.paid', $event->type);
        self::assertSame('1500.50000000', $event->data->amount);
    }

    public function testAnyOfSeveralSignaturesCounts(): void
    {
        $signature = $this->signature . ',v1=' . str_repeat('0', 64) . ',v2=other';

        self::assertSame($this->event()->id, $this->event(signature: $signature)->id);
    }

    /** @dataProvider forgeries */
    public function testRefuses(array $changes): void
    {
        $this->expectException(SignatureVerificationError::class);
        $this->event(...array_map(fn (\Closure $change) => $change($this), $changes));
    }

    public static function forgeries(): array
    {
        return [
            'a changed body' => [['body' => fn (self $test) => str_replace('1500', '1501', $test->body)]],
            'another secret' => [['secret' => fn (self $test) => $test->secret . 'x']],
            'a changed time' => [['signature' => fn (self $test) => preg_replace('/t=[0-9]+/', 't=' . time() + 1, $test->signature)]],
            'no header' => [['signature' => fn () => null]],
            'an empty secret and header' => [['signature' => fn () => 't=,v1=', 'secret' => fn () => '']],
        ];
    }

    public function testRefusesAnOldDelivery(): void
    {
        $old = time() - 301;
        $signature = "t={$old},v1=" . hash_hmac('sha256', "{$old}.{$this->body}", $this->secret);

        self::assertSame($this->event()->id, $this->event(signature: $signature, tolerance: 600)->id);
        $this->expectException(SignatureVerificationError::class);
        $this->event(signature: $signature);
    }

    public function testATypeThatIsNotKnownKeepsItsData(): void
    {
        $body = str_replace('payment_link.paid', 'payment_link.newer', $this->body);
        $time = time();
        $event = $this->event(body: $body, signature: "t={$time},v1=" . hash_hmac('sha256', "{$time}.{$body}", $this->secret));

        self::assertInstanceOf(UnknownEvent::class, $event);
        self::assertSame('payment_link.newer', $event->type);
        self::assertSame('1500.50000000', $event->data['amount']);
    }

    private function event(string|int|null ...$changes): WebhookEvent
    {
        return Webhook::constructEvent(
            ...$changes + ['body' => $this->body, 'signature' => $this->signature, 'secret' => $this->secret],
        );
    }
}
