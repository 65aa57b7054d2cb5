import { listActors } from '../../audit-log/index.ts';
import type { Queryable } from '../../db/index.ts';
import { type DepositRecord, viewDeposit } from '../../deposits/index.ts';
import { formatStored } from '../../lib/money.ts';
import type { LinkName } from '../../payment-links/index.ts';
import { apiColumns, type Columns } from '../frame/csv.ts';
import { readLinkNames } from '../frame/trace.tsx';

const DECISIONS = ['deposit.accepted', 'deposit.accepted_as_payment', 'deposit.assigned', 'deposit.refunded'];

/** A deposit with its payment link and, if a person decided on it, their e-mail address or `operator`. */
interface ExportedDeposit {
  deposit: DepositRecord;
  link: LinkName | undefined;
  decidedBy: string | undefined;
}

/** The columns of an export, which are the API's fields, then those of the link and of the decision. */
export const DEPOSIT_COLUMNS: Columns<ExportedDeposit> = {
  ...apiColumns(
    ({ deposit }: ExportedDeposit) => viewDeposit(deposit),
    [
      'created_at',
      'status',
      'payment_link_code',
      'assigned_from',
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
    ],
  ),
  'payment_link.description': ({ link }) => link?.description ?? null,
  'payment_link.reference': ({ link }) => link?.reference ?? null,
  'payment_link.amount': ({ link }) => (link ? formatStored(link.amount) : null),
  'payment_link.currency': ({ link }) => link?.currency ?? null,
  decided_by: ({ decidedBy }) => decidedBy ?? null,
};

export async function readExportedDeposits(
  on: Queryable,
  accountId: string,
  deposits: readonly DepositRecord[],
): Promise<ExportedDeposit[]> {
  const [links, doers] = await Promise.all([
    readLinkNames(on, accountId, deposits),
    listActors(on, { accountId, subjects: deposits.map(({ id }) => id), actions: DECISIONS }),
  ]);
  const byId = new Map(doers.map(({ subject, userEmail }) => [subject, userEmail ?? 'operator']));
  return deposits.map((deposit) => ({
    deposit,
    link: links.get(deposit.paymentLinkCode ?? ''),
    decidedBy: byId.get(deposit.id),
  }));
}
