import { type DepositRecord, viewDeposit } from '../../deposits/index.ts';
import { apiColumns } from '../frame/csv.ts';

/** The columns of an export. */
export const DEPOSIT_COLUMNS = apiColumns<DepositRecord>(viewDeposit, [
  'created_at',
  'status',
  'payment_link_code',
  'method',
  'asset',
  'network',
  'amount',
  'exact_amount',
  'refunded_amount',
  'unmatched_reason',
  'payer.name',
  'payer.account',
  'payer.tracking_key',
  'payer.transaction_hash',
  'payer.source_address',
  'destination',
  'reference',
  'provider_reference',
  'request_id',
  'resolved_at',
  'id',
]);
