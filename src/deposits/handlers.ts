import { type SimulatedProvider, withChecksum } from '../methods/index.ts';
import type { Handlers, OperationInput, Reply, Schemas } from '../contract/index.ts';
import type { Database } from '../db/index.ts';
import type { TransactionWork } from '../idempotency/index.ts';
import type { CursorCodec } from '../lib/cursor.ts';
import { formatStored, parseRequestAmount } from '../lib/money.ts';
import { formatOptionalTimestamp, formatTimestamp, parseOptionalTimestamp } from '../lib/timestamp.ts';
import { DomainError } from '../lib/errors/errors.ts';
import { type Refund, viewRefund } from '../transfers/index.ts';
import type { ApiRefundService } from './api-refunds.ts';
import {
  type DepositFilters,
  type DepositRecord,
  getDepositRecord,
  listDepositRecords,
} from './records-repository.ts';
import type { DepositService } from './service.ts';
import { planDeposit, simulateDeposit } from './simulation.ts';

type DepositHandlers = Pick<Handlers, 'listDeposits' | 'getDeposit' | 'simulateDeposit'>;

export function depositHandlers(options: {
  db: Pick<Database, 'read' | 'listRead'>;
  cursors: CursorCodec;
  deposits: DepositService;
  /** Available in the test environment only. */
  simulator: SimulatedProvider | undefined;
}): DepositHandlers {
  const { db, cursors, deposits, simulator } = options;
  return {
    async listDeposits({ caller: { accountId }, query }) {
      const filters = toFilters(query);
      const body = await cursors.list({ accountId, list: 'deposits', filters }, query, {
        read: (range) =>
          listDepositRecords(db.listRead(accountId, filters), { accountId, ...filters, ...range }),
        idOf: (row) => row.id,
        view: viewDeposit,
      });
      return { status: 200, body };
    },

    async getDeposit({ caller, path }) {
      return { status: 200, body: viewDeposit(await getDepositRecord(db.read, caller.accountId, path.id)) };
    },

    async simulateDeposit({ caller: { accountId }, path, body }) {
      if (!simulator) throw new DomainError('route_not_found');
      const planned = await planDeposit(db.read, simulator, {
        accountId,
        code: path.code,
        method: body.method,
        scenario: body.scenario ?? 'exact',
        amount: body.amount,
      });
      return async (trx) => {
        const deposit = await simulateDeposit(trx, { deposits, simulator }, planned);
        // A deposit that paid its link is still as written; an unmatched one may already be being refunded.
        const record =
          deposit.status === 'credited'
            ? { refundedAmount: '0', ...deposit }
            : await getDepositRecord(trx, accountId, deposit.id);
        return { status: 201, body: viewDeposit(record) };
      };
    },
  };
}

export function refundHandlers(apiRefunds: ApiRefundService): Pick<Handlers, 'createRefund'> {
  return {
    async createRefund({ caller, body, requestId }) {
      const { payment_link: paymentLink, deposit, reason = null } = body;
      const amount = body.amount === undefined ? undefined : parseRequestAmount(body.amount);
      const work = await apiRefunds.prepare(caller, { paymentLink, deposit, amount, reason, requestId });
      if (typeof work === 'function') return answering(work);
      return { ask: async (providerKey) => answering(await work.ask(providerKey)) };
    },
  };
}

function answering(work: TransactionWork<Refund>): TransactionWork<Reply<'createRefund'>> {
  return async (trx) => {
    const refund = await work(trx);
    return { status: 201, headers: { Location: `/v1/refunds/${refund.id}` }, body: viewRefund(refund) };
  };
}

function toFilters(query: OperationInput<'listDeposits'>['query']): DepositFilters {
  const {
    status,
    asset,
    method,
    payment_link_code: paymentLinkCode,
    amount,
    created_after: createdAfter,
    created_before: createdBefore,
  } = query;
  return {
    status,
    asset,
    method,
    paymentLinkCode,
    amount,
    createdAfter: parseOptionalTimestamp('created_after', createdAfter),
    createdBefore: parseOptionalTimestamp('created_before', createdBefore),
  };
}

export function viewDeposit(deposit: DepositRecord): Schemas['Deposit'] {
  return {
    object: 'deposit',
    id: deposit.id,
    status: deposit.status,
    payment_link_code: deposit.paymentLinkCode,
    ...(deposit.assignedFrom === null ? {} : { assigned_from: deposit.assignedFrom }),
    method: deposit.method,
    asset: deposit.asset,
    network: deposit.network,
    amount: formatStored(deposit.amount),
    ...(deposit.exactAmount === null ? {} : { exact_amount: deposit.exactAmount }),
    refunded_amount: formatStored(deposit.refundedAmount),
    ...(deposit.unmatchedReason === null ? {} : { unmatched_reason: deposit.unmatchedReason }),
    destination: withChecksum(deposit.destination),
    reference: deposit.reference,
    provider_reference: deposit.providerReference,
    payer: viewPayer(deposit.payer),
    request_id: deposit.requestId,
    created_at: formatTimestamp(deposit.createdAt),
    resolved_at: formatOptionalTimestamp(deposit.resolvedAt),
  };
}

type Payer = Schemas['DepositPayer'];

/** Only the fields that the contract promises; a provider may report more. */
function viewPayer(payer: DepositRecord['payer']): Payer {
  const {
    name,
    tracking_key: trackingKey,
    transaction_hash: transactionHash,
    source_address: sourceAddress,
    account,
  } = payer;
  const view: { -readonly [K in keyof Payer]: Payer[K] } = {};
  if (name !== undefined) view.name = name;
  if (trackingKey !== undefined) view.tracking_key = trackingKey;
  if (transactionHash !== undefined) view.transaction_hash = transactionHash;
  if (sourceAddress !== undefined) view.source_address = withChecksum(sourceAddress);
  if (account !== undefined) view.account = account;
  return view;
}
