<?php

declare(strict_types=1);

// Creates a link, reads it, and reads one that does not exist, with the package as it was installed.

require 'vendor/autoload.php';
// Composer is told in composer.json that Debian's package provides Guzzle.
require_once 'GuzzleHttp/autoload.php';

use PaymentsAccount\Client;
use PaymentsAccount\Errors\{NotFoundError, SignatureVerificationError};
use PaymentsAccount\Model\{CreatePaymentLinkRequest, ErrorCode, LinkCurrency};
use PaymentsAccount\Webhook;

function requireThat(bool $holds, string $otherwise): void
{
    if (!$holds) throw new Exception($otherwise);
}

$payments = new Client(getenv('PAYMENTS_API_KEY'), baseUrl: getenv('PAYMENTS_BASE_URL'));
$made = $payments->createPaymentLink(
    new CreatePaymentLinkRequest(amount: '1500.50', currency: LinkCurrency::MXNB, description: 'Order 1042'),
);
$link = $payments->getPaymentLink($made->code);
requireThat($link->amount === '1500.50000000', "read {$link->amount}");

try {
    $payments->getPaymentLink('PL-0000-0000-0000');
    throw new Exception('an unknown link was found');
} catch (NotFoundError $error) {
    requireThat($error->errorCode === ErrorCode::PAYMENT_LINK_NOT_FOUND, $error->getMessage());
}

try {
    Webhook::constructEvent('{}', 't=1,v1=00', 'whsec_other');
    throw new Exception('a delivery that nobody signed was taken');
} catch (SignatureVerificationError) {
    // It must not be trusted.
}
