import type { Handlers, OperationInput, Schemas } from '../contract/index.ts';
import type { Caller } from '../credentials/index.ts';
import type { Database } from '../db/index.ts';
import type { CursorCodec } from '../lib/cursor.ts';
import { DomainError } from '../lib/errors/errors.ts';
import type { ErrorCode } from '../lib/errors/table.ts';
import { isId } from '../lib/ids.ts';
import { parseOptionalTimestamp } from '../lib/timestamp.ts';
import * as records from './repository.ts';
import type { TransferFilters, TransferRecords } from './repository.ts';
import type { Transfer } from './transfer.ts';
import { TRANSFER_STATUSES, type TransferStatus } from './transitions.ts';
import { CONVERSION_STATUS_SHOWN, STATUS_SHOWN, viewConversion, viewRefund, viewWithdrawal } from './view.ts';

type TransferHandlers = Pick<
  Handlers,
  'listWithdrawals' | 'getWithdrawal' | 'listConversions' | 'getConversion' | 'listRefunds' | 'getRefund'
>;

type ShownStatus = Schemas['TransferStatus'];

/** The query parameters of the three lists. */
type ListQuery = OperationInput<'listWithdrawals'>['query'] & OperationInput<'listConversions'>['query'];

/** Reads of withdrawals, conversions and refunds (D10), which differ only in their fields. */
export function transferHandlers(options: {
  db: Pick<Database, 'read' | 'listRead'>;
  cursors: CursorCodec;
}): TransferHandlers {
  const { db, cursors } = options;

  const reads = <T extends Transfer, V>(
    name: string,
    records: TransferRecords<T>,
    view: (transfer: T) => V,
    notFound: ErrorCode,
    shown: Record<TransferStatus, ShownStatus> = STATUS_SHOWN,
  ) => ({
    list: async ({ caller: { accountId }, query }: { caller: Caller; query: ListQuery }) => {
      const filters = toFilters(query, shown);
      const body = await cursors.list({ accountId, list: name, filters }, query, {
        read: (range) => records.list(db.listRead(accountId, filters), { accountId, ...filters, ...range }),
        idOf: (row) => row.id,
        view,
      });
      return { status: 200 as const, body };
    },
    get: async ({ caller, path }: { caller: Caller; path: { id: string } }) => {
      const row = isId(path.id) ? await records.find(db.read, caller.accountId, path.id) : undefined;
      if (!row) throw new DomainError(notFound);
      return { status: 200 as const, body: view(row) };
    },
  });

  const withdrawals = reads('withdrawals', records.withdrawals, viewWithdrawal, 'withdrawal_not_found');
  const conversions = reads(
    'conversions',
    records.conversions,
    viewConversion,
    'conversion_not_found',
    CONVERSION_STATUS_SHOWN,
  );
  const refunds = reads('refunds', records.refunds, viewRefund, 'refund_not_found');

  return {
    listWithdrawals: withdrawals.list,
    getWithdrawal: withdrawals.get,
    listConversions: conversions.list,
    getConversion: conversions.get,
    listRefunds: refunds.list,
    getRefund: refunds.get,
  };
}

function toFilters(query: ListQuery, shown: Record<TransferStatus, ShownStatus>): TransferFilters {
  const { status, asset, method, payment_link_code, amount, created_after, created_before } = query;
  return {
    statuses: status && TRANSFER_STATUSES.filter((one) => shown[one] === status),
    asset,
    method,
    paymentLinkCode: payment_link_code,
    amount,
    createdAfter: parseOptionalTimestamp('created_after', created_after),
    createdBefore: parseOptionalTimestamp('created_before', created_before),
  };
}
