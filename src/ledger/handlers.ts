import type { Handlers } from '../contract/handler.ts';
import type { OperationInput } from '../contract/operations.ts';
import type { Queryable } from '../db/connect.ts';
import type { CursorCodec } from '../lib/cursor.ts';
import { DomainError } from '../lib/errors.ts';
import { isId } from '../lib/ids.ts';
import { parseOptionalTimestamp } from '../lib/timestamp.ts';
import { findBalances, findMovement, listMovements, type MovementFilters } from './repository.ts';
import { viewBalance, viewTransaction } from './view.ts';

type LedgerHandlers = Pick<Handlers, 'listBalances' | 'listTransactions' | 'getTransaction'>;

export function ledgerHandlers(options: { read: Queryable; cursors: CursorCodec }): LedgerHandlers {
  const { read, cursors } = options;
  return {
    async listBalances({ caller }) {
      const asOf = new Date();
      const rows = await findBalances(read, caller.accountId);
      return {
        status: 200,
        body: {
          object: 'balance_list',
          account_id: caller.accountId,
          as_of: asOf.toISOString(),
          data: rows.map(viewBalance),
        },
      };
    },

    async listTransactions({ caller, query }) {
      const { accountId } = caller;
      const filters = toFilters(query);
      const body = await cursors.list({ accountId, list: 'transactions', filters }, query, {
        read: (range) => listMovements(read, { accountId, ...filters, ...range }),
        idOf: (row) => row.id,
        view: viewTransaction,
      });
      return { status: 200, body };
    },

    async getTransaction({ caller, path }) {
      const row = isId(path.id) ? await findMovement(read, caller.accountId, path.id) : undefined;
      if (!row) throw new DomainError('transaction_not_found');
      return { status: 200, body: viewTransaction(row) };
    },
  };
}

function toFilters(query: OperationInput<'listTransactions'>['query']): MovementFilters {
  const { type, asset, payment_link_code, created_after, created_before } = query;
  return {
    type,
    asset,
    paymentLinkCode: payment_link_code,
    createdAfter: parseOptionalTimestamp('created_after', created_after),
    createdBefore: parseOptionalTimestamp('created_before', created_before),
  };
}
