import type { Schemas } from '../contract/index.ts';
import { formatStored } from '../lib/money.ts';
import { formatTimestamp } from '../lib/timestamp.ts';
import type { CollectionRow, QrCodeRow, QrCodeSummaryRow } from './repository.ts';

export function viewCode(code: QrCodeRow): Schemas['QrCode'] {
  return { ...viewCodeSummary(code), svg: code.svg };
}

export function viewCodeSummary(code: QrCodeSummaryRow): Schemas['QrCodeSummary'] {
  return {
    object: 'qr_code',
    id: code.id,
    name: code.name,
    store_label: code.store_label,
    external_reference: code.external_reference,
    currency: code.currency as Schemas['LinkCurrency'],
    fixed_amount: code.fixed_amount === null ? null : formatStored(code.fixed_amount),
    status: code.status,
    url: code.url,
    created_at: formatTimestamp(code.created_at),
  };
}

export function viewCollection(collection: CollectionRow): Schemas['QrCollection'] {
  return {
    object: 'qr_collection',
    payment_link_code: collection.payment_link_code,
    amount: formatStored(collection.amount),
    currency: collection.currency as Schemas['LinkCurrency'],
    method: collection.method,
    paid_at: formatTimestamp(collection.created_at),
    deposit_id: collection.deposit_id,
  };
}
