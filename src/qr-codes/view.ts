import type { Schemas } from '../contract/index.ts';
import { formatStored } from '../lib/money.ts';
import { formatTimestamp } from '../lib/timestamp.ts';
import type { Collection, QrCode, QrCodeSummary } from './repository.ts';

export function viewCode(code: QrCode): Schemas['QrCode'] {
  return Object.assign(viewCodeSummary(code), { svg: code.svg });
}

export function viewCodeSummary(code: QrCodeSummary): Schemas['QrCodeSummary'] {
  return {
    object: 'qr_code',
    id: code.id,
    name: code.name,
    store_label: code.storeLabel,
    external_reference: code.externalReference,
    currency: code.currency as Schemas['LinkCurrency'],
    fixed_amount: code.fixedAmount === null ? null : formatStored(code.fixedAmount),
    status: code.status,
    url: code.url,
    created_at: formatTimestamp(code.createdAt),
  };
}

export function viewCollection(collection: Collection): Schemas['QrCollection'] {
  return {
    object: 'qr_collection',
    payment_link_code: collection.paymentLinkCode,
    amount: formatStored(collection.amount),
    currency: collection.currency as Schemas['LinkCurrency'],
    method: collection.method,
    paid_at: formatTimestamp(collection.createdAt),
    deposit_id: collection.depositId,
  };
}
