import type { Schemas } from '../contract/index.ts';
import { formatAmount, formatStored, money } from '../lib/money.ts';
import { formatOptionalTimestamp, formatTimestamp } from '../lib/timestamp.ts';
import { qrOf } from './qr-image.ts';
import { receivedOf } from './received.ts';
import { missingOf } from './rest.ts';
import type { LinkMethod } from './quote-repository.ts';
import type { PaymentLink, PaymentLinkSummary } from './repository.ts';
import type { LinkWithMethods, MethodOptions } from './service.ts';

export function viewLink({ link, methods }: LinkWithMethods): Schemas['PaymentLink'] {
  return Object.assign(viewLinkSummary(link), {
    return_url: link.returnUrl,
    payer_name: link.payerName,
    qr: viewQr(link),
    methods: methods.map((method) => viewMethod(link, method)),
  });
}

export function viewLinkSummary(link: PaymentLinkSummary): Schemas['PaymentLinkSummary'] {
  return {
    object: 'payment_link',
    code: link.code,
    status: link.status,
    amount: formatStored(link.amount),
    currency: link.currency as Schemas['LinkCurrency'],
    description: link.description,
    reference: link.reference,
    metadata: link.metadata,
    customer_id: link.customerId,
    fee_bearer: link.feeBearer,
    accepted_methods: link.acceptedMethods,
    url: link.checkoutUrl,
    checkout_url: link.checkoutUrl,
    created_at: formatTimestamp(link.createdAt),
    expires_at: formatTimestamp(link.expiresAt),
    paid_at: formatOptionalTimestamp(link.paidAt),
    paid_with_method: link.paidWithMethod,
    ...viewReceived(link),
  };
}

/** Known once the link is paid. */
function viewReceived(
  link: PaymentLinkSummary,
): Pick<Schemas['PaymentLinkSummary'], 'amount_received' | 'difference'> {
  if (link.status !== 'paid') return { amount_received: null, difference: null };
  const received = receivedOf(link);
  return {
    amount_received: formatAmount(received),
    difference: formatAmount(received.minus(money(link.amount))),
  };
}

function viewQr(link: PaymentLink): Schemas['CheckoutQr'] {
  return { object: 'checkout_qr', format: 'svg', encodes: link.checkoutUrl, svg: qrOf(link) };
}

/** A method of a settling or closed link cannot be paid, whatever its quote. */
export function quoteStatusOf(
  { status }: Pick<PaymentLink, 'status'>,
  { quoteStatus }: LinkMethod,
): LinkMethod['quoteStatus'] {
  return status === 'active' ? quoteStatus : 'expired';
}

export function viewMethod(
  link: Pick<PaymentLink, 'status'>,
  method: LinkMethod,
): Schemas['PaymentLinkMethod'] {
  const missing = missingOf(link, method);
  return {
    object: 'payment_link_method',
    method: method.method,
    asset: method.asset,
    requires_conversion: method.requiresConversion,
    available: !method.isPaused,
    ...(method.isPaused ? { unavailable_reason: 'RAIL_PAUSED' as const } : {}),
    // With the rail's decimals, because the payer must be able to send exactly that (D2).
    amount_due: method.amountDue === null ? null : money(method.amountDue).toFixed(method.decimals),
    fee: formatStored(method.fee),
    exchange_rate: method.exchangeRate === null ? null : formatStored(method.exchangeRate),
    amount_due_expires_at: formatOptionalTimestamp(method.amountDueExpiresAt),
    quote_status: quoteStatusOf(link, method),
    instructions: method.instructions,
    ...(missing ? { amount_missing: missing.toFixed(method.decimals) } : {}),
  };
}

export function viewMethodOptions(options: MethodOptions): Schemas['PaymentMethodOptions'] {
  return {
    object: 'payment_method_options',
    currency: options.currency.currency as Schemas['LinkCurrency'],
    amount: formatAmount(options.amount),
    available_methods: options.methods
      .filter(({ viability }) => viability.available)
      .map(({ method }) => method.name),
    conversion_enabled: options.conversionEnabled,
    methods: options.methods.map(({ method, viability }) => ({
      method: method.name,
      available: viability.available,
      requires_conversion: viability.requiresConversion,
      ...(viability.available
        ? {}
        : {
            unavailable_reason: viability.reason,
            minimum_required: formatAmount(viability.minimumRequired),
          }),
    })),
    amount_limits: {
      min_amount: formatAmount(options.currency.minAmount),
      max_amount: formatAmount(options.currency.maxAmount),
    },
  };
}
