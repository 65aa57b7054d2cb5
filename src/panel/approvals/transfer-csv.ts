import {
  type AnyConversion,
  type Refund,
  type Transfer,
  viewConversion,
  viewRefund,
  viewWithdrawal,
  type Withdrawal,
} from '../../transfers/index.ts';
import { apiColumns, type Columns } from '../frame/csv.ts';
import type { Requested } from './requested.ts';

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
/** Columns that all kinds of transfer have. */
const COURSE = ['provider_reference', 'failure_reason', 'failure_message', 'request_id', 'finished_at'];

/** The API's fields, then who requested the transfer and who decided on it. One within the account's limits needs no decision. */
function columnsOf<T extends Transfer>(
  view: (transfer: T) => object,
  names: readonly string[],
): Columns<Requested<T>> {
  return {
    ...apiColumns(({ transfer }: Requested<T>) => view(transfer), names),
    requested_by: ({ request }) => request?.requestedByEmail ?? null,
    decision: ({ request }) => request?.decision ?? null,
    decided_by: ({ request }) => request?.decidedByEmail ?? null,
    decision_reason: ({ request }) => request?.decisionReason ?? null,
  };
}

/** The name under which the account saved the destination. */
const labelOf = ({ request }: Requested<Transfer>): string | null => request?.destinationLabel ?? null;

/** The columns of an export. */
export const WITHDRAWAL_COLUMNS = {
  ...columnsOf<Withdrawal>(viewWithdrawal, [
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
  ]),
  destination_label: labelOf,
};

export const CONVERSION_COLUMNS = columnsOf<AnyConversion>(viewConversion, [
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

export const REFUND_COLUMNS = {
  ...columnsOf<Refund>(viewRefund, [
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
  ]),
  destination_label: labelOf,
  note: ({ transfer }: Requested<Refund>): string | null => transfer.refundNote,
};
