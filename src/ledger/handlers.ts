import type { Handlers, OperationInput } from '../contract/index.ts';
import type { Database } from '../db/index.ts';
import type { CursorCodec } from '../lib/cursor.ts';
import { DomainError, invalidParam } from '../lib/errors/errors.ts';
import { isId } from '../lib/ids.ts';
import { formatTimestamp, parseOptionalTimestamp } from '../lib/timestamp.ts';
import {
  findBalances,
  findMovement,
  listMovements,
  readMovements,
  type MovementFilters,
} from './repository.ts';
import { viewBalance, viewTransaction, viewTransactions } from './view.ts';

type LedgerHandlers = Pick<Handlers, 'listBalances' | 'listTransactions' | 'getTransaction'>;

/** How many movements of an export are read at once, and kept in memory until the client has received them. */
const EXPORT_BATCH = 1_000;

export function ledgerHandlers(options: {
  db: Pick<Database, 'read' | 'listRead' | 'snapshot'>;
  cursors: CursorCodec;
}): LedgerHandlers {
  const { db, cursors } = options;
  return {
    async listBalances({ caller: { accountId } }) {
      const { asOf, balances } = await findBalances(db.read, accountId);
      return {
        status: 200,
        body: {
          object: 'balance_list',
          account_id: accountId,
          as_of: formatTimestamp(asOf),
          data: balances.map(viewBalance),
        },
      };
    },

    async listTransactions({ caller: { accountId }, query, mediaType }) {
      const filters = toFilters(query);
      if (mediaType !== 'application/json') {
        refusePaging(query);
        // An export takes too long for the shared connections.
        const batches = readMovements((work) => db.snapshot(work), { ...filters, accountId }, EXPORT_BATCH);
        return { status: 200, export: viewTransactions(batches) };
      }
      const body = await cursors.list({ accountId, list: 'transactions', filters }, query, {
        read: (range) => listMovements(db.listRead(accountId, filters), { accountId, ...filters, ...range }),
        idOf: (row) => row.id,
        view: viewTransaction,
      });
      return { status: 200, body };
    },

    async getTransaction({ caller, path }) {
      const row = isId(path.id)
        ? await findMovement(db.read, { accountId: caller.accountId, id: path.id })
        : undefined;
      if (!row) throw new DomainError('transaction_not_found');
      return { status: 200, body: viewTransaction(row) };
    },
  };
}

/** Throws `invalid_request` for paging parameters, because an export has no pages. */
function refusePaging(query: OperationInput<'listTransactions'>['query']): void {
  for (const param of ['limit', 'cursor'] as const) {
    if (query[param] === undefined) continue;
    throw invalidParam(param, `CSV and NDJSON contain the whole list, so ${param} cannot be given.`);
  }
}

/** Throws `invalid_request` for a type and a deprecated `kind` that differ. */
function toFilters(query: OperationInput<'listTransactions'>['query']): MovementFilters {
  const { kind, type = kind, asset, payment_link_code, created_after, created_before } = query;
  if (kind !== undefined && kind !== type) {
    throw invalidParam('kind', 'type and kind are the same filter and differ. Use type, and leave kind out.');
  }
  return {
    type,
    asset,
    paymentLinkCode: payment_link_code,
    createdAfter: parseOptionalTimestamp('created_after', created_after),
    createdBefore: parseOptionalTimestamp('created_before', created_before),
  };
}
