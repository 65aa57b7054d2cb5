import type { Queryable } from '../../db/index.ts';
import type { Foundation } from '../../composition/index.ts';
import {
  type ConflictRow,
  type DepositRecord,
  findTakenBack,
  getDepositRecord,
  listConflictsOf,
  viewDeposit,
} from '../../deposits/index.ts';
import { findMovementsOf, type Movement } from '../../ledger/index.ts';
import { formatExact, formatStored, money } from '../../lib/money.ts';
import { formatOptionalTimestamp, formatTimestamp } from '../../lib/timestamp.ts';
import { listToldOtherwise, type ReportConflict } from '../../methods/index.ts';
import { findLink, listLinkMethods } from '../../payment-links/index.ts';
import { listTransfersOfDeposit, viewConversion, viewRefund } from '../../transfers/index.ts';
import { requireDepositAccount, viewTakenBack } from './deposits-actions.ts';

/**
 * All facts about one deposit: the rail's reports with their times, the amount due for its link, and its outcome. Equal
 * times are shown once, so `created_at` is when it was first seen.
 */
export async function showDeposit({ db: { read }, railRecords }: Foundation, id: string): Promise<object> {
  const accountId = await requireDepositAccount(read, id);
  const deposit = await getDepositRecord(read, accountId, id);
  const { provider, providerReference: reference } = deposit;
  const [link, told, transfers, movements, takenBack, conflicts, otherwise] = await Promise.all([
    readLink(read, deposit),
    railRecords.find(({ rail }) => rail === provider)?.describeDeposit?.(read, reference),
    listTransfersOfDeposit(read, { accountId, depositId: id }),
    findMovementsOf(read, { accountId, sourceObject: 'deposit', sourceId: id }),
    findTakenBack(read, { accountId, id }),
    listConflictsOf(read, { accountId, id }),
    listToldOtherwise(read, { provider, reference }),
  ]);
  const { id: shown, status, ...others } = viewDeposit(deposit);
  return {
    id: shown,
    account_id: accountId,
    status,
    ...others,
    accepted_by: deposit.acceptedBy,
    provider,
    confirmation_due_at: formatOptionalTimestamp(deposit.confirmationDueAt),
    link,
    bank: told ?? null,
    conversions: transfers.flatMap((one) => (one.kind === 'refund' ? [] : [viewConversion(one)])),
    movements: movements.map(viewMovement),
    refunds: transfers.flatMap((one) => (one.kind === 'refund' ? [viewRefund(one)] : [])),
    taken_back: takenBack ? viewTakenBack(takenBack) : null,
    conflicts: [...conflicts.map(viewConflict), ...otherwise.map(viewOtherwise)],
  };
}

/** The link that it was sent to, with the amount due; null if it names none, or one that was deleted. */
async function readLink(
  on: Queryable,
  { accountId, paymentLinkCode: code, method }: DepositRecord,
): Promise<object | null> {
  if (code === null) return null;
  const [link, methods] = await Promise.all([
    findLink(on, { accountId, code }),
    listLinkMethods(on, { accountId, code }),
  ]);
  if (!link) return null;
  const due = methods.find((one) => one.method === method);
  const { status, amount, currency } = link;
  return {
    code,
    status,
    amount: formatStored(amount),
    currency,
    amount_due: due?.amountDue ? formatStored(due.amountDue) : null,
    asset_due: due?.asset ?? null,
  };
}

function viewMovement({ type, asset, amount, balanceAfter, createdAt }: Movement): object {
  return {
    type,
    asset,
    amount: formatStored(amount),
    balance_after: formatStored(balanceAfter),
    created_at: formatTimestamp(createdAt),
  };
}

/** A report of the same reference with another destination (D25). */
function viewConflict({ accountId, destination, asset, amount, final, createdAt }: ConflictRow): object {
  const told = `${formatExact(money(amount))} ${asset} for ${destination}`;
  return { told, final, account_id: accountId, created_at: formatTimestamp(createdAt), settled_at: null };
}

/** A report of the same reference with other facts (D27). */
function viewOtherwise({ told, createdAt, settledAt }: ReportConflict): object {
  return {
    told,
    final: true,
    account_id: null,
    created_at: formatTimestamp(createdAt),
    settled_at: formatOptionalTimestamp(settledAt),
  };
}
