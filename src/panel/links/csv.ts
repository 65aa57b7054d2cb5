import { type PaymentLinkSummary, viewLinkSummary } from '../../payment-links/index.ts';
import { apiColumns, type Columns, metadataColumns } from '../frame/csv.ts';

const COLUMNS = apiColumns<PaymentLinkSummary>(viewLinkSummary, [
  'created_at',
  'code',
  'status',
  'description',
  'reference',
  'amount',
  'currency',
  'amount_received',
  'difference',
  'paid_at',
  'paid_with_method',
  'fee_bearer',
  'accepted_methods',
  'expires_at',
  'checkout_url',
]);

/** The columns of an export. */
export function linkColumns(metadataKeys: readonly string[]): Columns<PaymentLinkSummary> {
  return { ...COLUMNS, ...metadataColumns<PaymentLinkSummary>(metadataKeys, ({ metadata }) => metadata) };
}
