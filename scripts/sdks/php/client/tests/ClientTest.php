<?php

declare(strict_types=1);

namespace PaymentsAccount\Tests;

use PaymentsAccount\Client;
use PaymentsAccount\Errors\ApiError;
use PaymentsAccount\Errors\InvalidRequestError;
use PaymentsAccount\Errors\NotFoundError;
use PaymentsAccount\Model\CreatePaymentLinkRequest;
use PaymentsAccount\Model\CreateQrCodeRequest;
use PaymentsAccount\Model\ErrorCode;
use PaymentsAccount\Model\LinkCurrency;
use PaymentsAccount\Model\PaymentLink;
use PaymentsAccount\Model\PaymentLinkPaidEvent;
use PaymentsAccount\Model\PaymentLinkStatus;
use PaymentsAccount\Model\Scope;
use PaymentsAccount\Model\SimulateDepositRequest;
use PaymentsAccount\Model\TransactionType;
use PaymentsAccount\Model\UpdateQrCodeRequest;
use PHPUnit\Framework\TestCase;

/** The main job, at a real service. */
final class ClientTest extends TestCase
{
    private Client $payments;

    protected function setUp(): void
    {
        $this->payments = new Client(getenv('PAYMENTS_API_KEY'), getenv('PAYMENTS_BASE_URL'));
    }

    public function testPing(): void
    {
        $ping = $this->payments->getPing();

        self::assertTrue($ping->ok);
        self::assertContains(Scope::LINKS_WRITE, $ping->apiKey->scopes);
        self::assertSame($ping->requestId, $this->payments->lastResponse()->requestId);
    }

    public function testCreatesALink(): void
    {
        $link = $this->createLink();

        self::assertSame('1500.50000000', $link->amount);
        self::assertSame(LinkCurrency::MXNB, $link->currency);
        self::assertSame(PaymentLinkStatus::ACTIVE, $link->status);
        self::assertNull($link->paidAt);
        self::assertGreaterThan($link->createdAt, $link->expiresAt);
        self::assertSame('SPEI', $link->methods[0]->method);
    }

    public function testAPaidLinkIsPaidAndInTheBalance(): void
    {
        $link = $this->createLink();
        $this->payments->simulateDeposit($link->code, new SimulateDepositRequest(method: 'SPEI'));
        for ($attempt = 0; $attempt < 50 && $link->status !== PaymentLinkStatus::PAID; $attempt++) {
            usleep(100_000);
            $link = $this->payments->getPaymentLink($link->code);
        }
        $balances = array_column($this->payments->listBalances()->data, 'available', 'asset');
        $movement = $this->payments->listTransactions(limit: 1)->data[0];

        self::assertSame(PaymentLinkStatus::PAID, $link->status);
        self::assertSame('SPEI', $link->paidWithMethod);
        self::assertMatchesRegularExpression('/^[0-9]+\.[0-9]{8}$/', $balances['MXNB']);
        self::assertSame($movement->balanceAfter, $balances['MXNB']);
    }

    public function testGoesThroughAllPages(): void
    {
        $codes = [];
        foreach ($this->payments->listPaymentLinks(limit: 100)->all() as $link) {
            if (($link->metadata['batch'] ?? null) === '250') {
                $codes[$link->code] = true;
            }
        }

        self::assertCount(250, $codes);
    }

    public function testFiltersByMetadata(): void
    {
        $batch = $this->payments->listPaymentLinks(metadata: ['batch' => '250'], limit: 100);
        $none = $this->payments->listPaymentLinks(metadata: ['batch' => '250', 'shop' => 'north']);

        self::assertCount(100, $batch->data);
        self::assertSame([], $none->data);
    }

    public function testErrorsCarryTheirCodeAndParameter(): void
    {
        try {
            $this->payments->createPaymentLink(
                new CreatePaymentLinkRequest(amount: '0', currency: LinkCurrency::MXNB, description: 'Order 1042'),
            );
            self::fail('not refused');
        } catch (InvalidRequestError $error) {
            self::assertSame(ErrorCode::INVALID_REQUEST, $error->errorCode);
            self::assertSame('amount', $error->param);
            self::assertSame(400, $error->response->status);
            self::assertStringStartsWith('req_', $error->response->requestId);
            self::assertNotSame('', $error->getMessage());
        }
    }

    public function testErrorsHaveAClassForEachKind(): void
    {
        $this->expectException(NotFoundError::class);
        $this->payments->getPaymentLink('PL-AAAA-BBBB/../CCCC');
    }

    public function testTheSameIdempotencyKeyGivesTheSameAnswer(): void
    {
        $key = bin2hex(random_bytes(16));
        $first = $this->createLink($key);
        self::assertFalse($this->payments->lastResponse()->replayed);
        $second = $this->createLink($key);

        self::assertTrue($this->payments->lastResponse()->replayed);
        self::assertEquals($first, $second);
    }

    public function testAnUnsetFieldIsNotSentAndNullRemoves(): void
    {
        $code = $this->payments->createQrCode(
            new CreateQrCodeRequest(name: 'Till 4', currency: LinkCurrency::MXNB, storeLabel: 'Reforma', fixedAmount: '45.00'),
        );
        $changed = $this->payments->updateQrCode($code->id, new UpdateQrCodeRequest(storeLabel: null));

        self::assertNull($changed->storeLabel);
        self::assertSame('45.00000000', $changed->fixedAmount);
        self::assertStringStartsWith('<svg', $this->payments->getQrCodeImage($code->id));
        $this->payments->deleteQrCode($code->id);
        self::assertSame(204, $this->payments->lastResponse()->status);
    }

    public function testIgnoresFieldsThatItDoesNotKnow(): void
    {
        $newer = new Client(getenv('PAYMENTS_API_KEY'), getenv('PAYMENTS_NEWER_URL'));
        $link = $newer->createPaymentLink($this->linkRequest());

        self::assertSame('1500.50000000', $link->amount);
        self::assertEquals($this->payments->getPaymentLink($link->code), $newer->getPaymentLink($link->code));
        self::assertStringContainsString('x_new_field', $newer->lastResponse()->body);
        self::assertCount(5, $newer->listPaymentLinks(limit: 5)->data);
    }

    public function testReadsTheAccountsEvents(): void
    {
        $event = $this->payments->listEvents(type: 'payment_link.paid', limit: 1)->data[0];

        self::assertInstanceOf(PaymentLinkPaidEvent::class, $event);
        self::assertSame('1500.50000000', $event->data->amount);
    }

    public function testWarnsOnceForEachOperationThatIsCalledWithSomethingDeprecated(): void
    {
        $warnings = [];
        set_error_handler(static function (int $level, string $message) use (&$warnings): bool {
            $warnings[] = $message;

            return true;
        }, E_USER_DEPRECATED);
        try {
            $this->payments->listTransactions();
            self::assertSame([], $warnings);
            $this->payments->listTransactions(kind: TransactionType::PAYMENT);
            $this->payments->listTransactions(kind: TransactionType::FEE);
        } finally {
            restore_error_handler();
        }

        self::assertCount(1, $warnings);
        self::assertStringStartsWith(
            'A call of listTransactions uses something that is deprecated since 2026-11-01. See http',
            $warnings[0],
        );
    }

    public function testWhatIsReadCanBeWrittenAsItWas(): void
    {
        $link = $this->createLink();
        $answer = json_decode($this->payments->lastResponse()->body, true);

        self::assertEquals($answer, json_decode(json_encode($link), true));
    }

    private function createLink(?string $idempotencyKey = null): PaymentLink
    {
        return $this->payments->createPaymentLink($this->linkRequest(), $idempotencyKey);
    }

    private function linkRequest(): CreatePaymentLinkRequest
    {
        return new CreatePaymentLinkRequest(
            amount: '1500.50',
            currency: LinkCurrency::MXNB,
            description: 'Order 1042',
            acceptedMethods: ['SPEI'],
        );
    }
}
