<?php

/** What a stranger does with the client that openapi-generator makes for PHP. */

declare(strict_types=1);

require '/usr/share/php/GuzzleHttp/autoload.php';
spl_autoload_register(function (string $class): void {
    $file = __DIR__ . '/../client/lib/' . strtr(substr($class, strlen('OpenAPI\\Client\\')), '\\', '/') . '.php';
    if (is_file($file)) require $file;
});

use OpenAPI\Client\Api\{EventsApi, PaymentLinksApi};
use OpenAPI\Client\{ApiException, Configuration};
use OpenAPI\Client\Model\{CreatePaymentLinkRequest, ErrorCode, LinkCurrency, PaymentLinkPaidEvent, PaymentLinkStatus, UpdatePaymentLinkRequest, WebhookEventName};

$configuration = (new Configuration())
    ->setHost(getenv('PAYMENTS_BASE_URL'))
    ->setAccessToken(getenv('PAYMENTS_API_KEY'));
$http = new GuzzleHttp\Client(['headers' => ['Service-Version' => getenv('PAYMENTS_VERSION')]]);
$links = new PaymentLinksApi($http, $configuration);
$events = new EventsApi($http, $configuration);

$order = fn (array $fields) => $links->createPaymentLink(uniqid('', true), new CreatePaymentLinkRequest([
    'amount' => '1500.50', 'currency' => LinkCurrency::LINK_CURRENCY_MXNB, 'description' => 'Order 1042', ...$fields,
]));

function same(mixed $actual, mixed $expected): void
{
    if ($actual !== $expected) throw new Exception(json_encode($actual) . ', not ' . json_encode($expected));
}

$checks = [
    'main_job' => function () use ($links, $order): void {
        $link = $order(['accepted_methods' => ['SPEI']]);
        same($link->getAmount(), '1500.50000000');
        $again = $links->getPaymentLink($link->getCode());
        same($again->getStatus(), PaymentLinkStatus::PAYMENT_LINK_STATUS_ACTIVE);
        same([$again->getPaidAt(), $again->getMethods()[0]->getQuoteStatus()], [null, 'native']);
    },
    'metadata' => function () use ($links): void {
        same(count($links->listPaymentLinks(limit: 100, metadata_pairs: ['batch:250'])->getData()), 100);
        same($links->listPaymentLinks(metadata_pairs: ['batch:250', 'shop:north'])->getData(), []);
    },
    'null' => function () use ($links, $order): void {
        $code = $order(['return_url' => 'https://shop.example/done'])->getCode();
        $change = new UpdatePaymentLinkRequest(['return_url' => null]);
        same($links->updatePaymentLink(uniqid('', true), $code, $change)->getReturnUrl(), null);
    },
    'events' => function () use ($events): void {
        [$event] = $events->listEvents(type: WebhookEventName::WEBHOOK_EVENT_NAME_PAYMENT_LINK_PAID)->getData();
        same($event::class, PaymentLinkPaidEvent::class);
        same($event->getData()->getAmount(), '1500.50000000');
    },
    'error' => function () use ($links): void {
        try {
            $links->getPaymentLink('PL-0000-0000-0000');
        } catch (ApiException $raised) {
            $code = $raised->getResponseObject()->getError()->getCode();
            same($code, ErrorCode::ERROR_CODE_PAYMENT_LINK_NOT_FOUND);
            return;
        }
        throw new Exception('nothing was raised');
    },
    'page' => function () use ($links): void {
        $first = $links->listPaymentLinks(limit: 2);
        $second = $links->listPaymentLinks(limit: 2, cursor: $first->getNextCursor());
        $codes = array_map(fn ($link) => $link->getCode(), [...$first->getData(), ...$second->getData()]);
        same(count(array_unique($codes)), 4);
    },
];

foreach ($checks as $name => $check) {
    try {
        $check();
        echo "$name: ok\n";
    } catch (Throwable $failure) {
        echo "$name: " . strtr($failure->getMessage(), "\n", ' ') . "\n";
    }
}
