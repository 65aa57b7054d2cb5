import {
  type AnyConversion,
  type Refund,
  viewConversion,
  viewRefund,
  viewWithdrawal,
  type Withdrawal,
} from '../../transfers/index.ts';
import { apiColumns } from './csv.ts';

/** One of these ways to say where money goes, by the method. */
const DESTINATION = [
  'destination.clabe',
  'destination.beneficiary',
  'destination.key',
  'destination.address',
  'destination.network',
  'destination.bank.account_name',
  'destination.bank.account_number',
  'destination.bank.routing_number',
  'destination.international_bank.account_name',
  'destination.international_bank.iban',
  'destination.international_bank.account_number',
  'destination.international_bank.bic',
];
/** What all kinds have. */
const COURSE = ['provider_reference', 'failure_reason', 'failure_message', 'request_id', 'finished_at'];

/** The columns of an export. */
export const WITHDRAWAL_COLUMNS = apiColumns<Withdrawal>(viewWithdrawal, [
  'created_at',
  'status',
  'amount',
  'fee',
  'net_amount',
  'asset',
  'method',
  ...DESTINATION,
  ...COURSE,
  'returned_at',
  'id',
]);

export const CONVERSION_COLUMNS = apiColumns<AnyConversion>(viewConversion, [
  'created_at',
  'status',
  'from_asset',
  'from_amount',
  'to_asset',
  'to_amount',
  'exchange_rate',
  'fee',
  'payment_link_code',
  'deposit_id',
  'quote_expires_at',
  ...COURSE,
  'id',
]);

export const REFUND_COLUMNS = apiColumns<Refund>(viewRefund, [
  'created_at',
  'status',
  'amount',
  'asset',
  'payment_link_code',
  'deposit_id',
  'reason',
  ...DESTINATION,
  'conversion_id',
  ...COURSE,
  'returned_at',
  'id',
]);
