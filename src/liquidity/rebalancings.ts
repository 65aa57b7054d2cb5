import type { Trx } from '../db/index.ts';
import { HOUSE_ACCOUNT_ID, postEntry, railOf, type Posting } from '../ledger/index.ts';
import { DomainError } from '../lib/errors/errors.ts';
import { newId } from '../lib/ids.ts';
import { formatAmount, money, roundDownToLedger, type Money } from '../lib/money.ts';
import type { Arrival, Providers } from '../methods/index.ts';
import {
  type ApprovalKind,
  type Approvals,
  type ListedRequest,
  type Operator,
  recordOperatorDeed,
} from '../operators/index.ts';
import { insertTransfer, newTransfer, type Rebalancing, type TransferKind } from '../transfers/index.ts';
import * as repository from './rebalancing-repository.ts';
import type { RebalancingRow, Route } from './rebalancing-repository.ts';
import { lockUsable, requireFree, ROUTE_KIND, routeOf } from './routes.ts';

const MOVE_KIND = 'liquidity.move';
const WRITE_OFF_KIND = 'liquidity.write_off';

const accountId = HOUSE_ACCOUNT_ID;

/** The party that has money sent. `service`: on its own. `two`: with a second operator's approval. */
type Sender = { by: 'service' } | { by: 'operator'; id: string } | { by: 'two'; id: string };

/**
 * Sends money over a route, as a transfer of the deployment's own; the single gate for all of them (D39). The route is
 * locked, so that two concurrent transfers count each other. Throws `liquidity_route_not_found`,
 * `liquidity_route_not_proven`, and `rebalancing_above_limit` unless two operators want it. The amount is in the
 * route's asset.
 */
export async function rebalance(
  trx: Trx,
  { routeId, amount, sender }: { routeId: string; amount: Money; sender: Sender },
): Promise<RebalancingRow> {
  const route = await lockUsable(trx, routeId);
  if (!route.provenAt) throw new DomainError('liquidity_route_not_proven');
  if (sender.by !== 'two') {
    const sent = money(await repository.sumSent(trx, { routeId }));
    if (sent.plus(amount).gt(money(route.dailyLimit))) throw new DomainError('rebalancing_above_limit');
  }
  return send(trx, route, amount, {
    isProof: false,
    requestedBy: sender.by === 'service' ? null : sender.id,
  });
}

async function send(
  trx: Trx,
  route: Route,
  amount: Money,
  { isProof, requestedBy }: Pick<RebalancingRow, 'isProof' | 'requestedBy'>,
): Promise<RebalancingRow> {
  const now = await trx.now;
  const transfer = newTransfer<Rebalancing>({
    accountId,
    id: newId(),
    kind: 'rebalancing',
    status: 'held',
    asset: route.asset,
    amount: formatAmount(amount),
    fee: '0',
    method: route.method,
    destination: route.destination,
    paymentLinkCode: null,
    provider: route.fromProvider,
    dueAt: now,
    requestId: null,
    createdAt: now,
  });
  await insertTransfer(trx, transfer);
  return repository.insertRebalancing(trx, {
    accountId,
    transferId: transfer.id,
    routeId: route.id,
    toProvider: route.toProvider,
    asset: route.asset,
    amount: transfer.amount,
    isProof,
    requestedBy,
    createdAt: now,
  });
}

/** Money is in transit from its departure to its arrival. Nothing is reserved, because it is the deployment's own. */
export function createRebalancingKind(providers: Providers): TransferKind<Rebalancing> {
  const moveOf = ({ asset, amount, provider }: Rebalancing): Posting[] => [
    { asset, book: railOf(provider), amount: money(amount) },
    { asset, book: 'in_transit', amount: money(amount).negated() },
  ];
  return {
    send: ({ provider, method, asset, amount, destination }, idempotencyKey, signal) =>
      providers
        .get(provider)
        .payOut({ idempotencyKey, method, asset, amount: money(amount), destination }, signal),

    settle(trx, transfer) {
      post(trx, transfer.id, 'rebalancing_sent', moveOf(transfer));
      trx.defer(repository.markInTransit(trx, { accountId, transferId: transfer.id }));
      return Promise.resolve();
    },

    fail(trx, { id: transferId }) {
      trx.defer(repository.markFailed(trx, { accountId, transferId }));
      return Promise.resolve();
    },

    async takeBack(trx, transfer) {
      const { id: transferId } = transfer;
      const rebalancing = await repository.lockRebalancing(trx, { accountId, transferId });
      if (rebalancing?.status !== 'in_transit')
        throw new Error(`rebalancing ${transferId} is ${rebalancing?.status} and cannot have come back`);
      const back = moveOf(transfer).map((posting) => ({ ...posting, amount: posting.amount.negated() }));
      post(trx, transferId, 'rebalancing_returned', back);
      trx.defer(repository.markFailed(trx, { accountId, transferId }));
    },
  };
}

/**
 * Books a reported arrival. A missing amount is booked as the rail's fee, if the route allows as much; the rest of a
 * short arrival stays in transit until two operators write it off. An excess is not the deployment's to book. An amount
 * that was written off and arrives after all is restored. Does nothing once an arrival was recorded.
 */
export async function recordArrival(
  trx: Trx,
  { transferId, maxFee }: { transferId: string; maxFee: Money },
  { reference, amount: said }: Extract<Arrival, { status: 'arrived' }>,
): Promise<void> {
  const rebalancing = await repository.lockRebalancing(trx, { accountId, transferId });
  if (rebalancing?.status !== 'in_transit' && rebalancing?.status !== 'written_off') return;
  if (rebalancing.arrivedAt) return;
  const { asset, toProvider, routeId } = rebalancing;
  const sent = money(rebalancing.amount);
  const arrived = said.gt(sent) ? sent : roundDownToLedger(said);
  const missing = sent.minus(arrived);
  const isShort = missing.gt(maxFee) && rebalancing.status === 'in_transit';
  const [from, fee] =
    rebalancing.status === 'written_off' ? (['fee', false] as const) : (['in_transit', !isShort] as const);
  post(trx, transferId, 'rebalancing_arrived', [
    { asset, book: from, amount: fee ? sent : arrived },
    { asset, book: railOf(toProvider), amount: arrived.negated() },
    ...(fee ? [{ asset, book: 'fee', amount: missing.negated() } as const] : []),
  ]);
  const status = isShort ? 'short' : 'arrived';
  await repository.markArrived(trx, {
    accountId,
    transferId,
    status,
    reference,
    amount: formatAmount(arrived),
    at: await trx.now,
  });
  if (rebalancing.isProof && !isShort)
    trx.defer(repository.proveRoute(trx, { id: routeId, at: await trx.now }));
}

/**
 * Requests another operator's approval to book a missing arrival as lost. It is still looked for, and restored should
 * it arrive. Throws `rebalancing_not_found` and `rebalancing_not_in_transit`.
 */
export async function askToWriteOff(
  trx: Trx,
  approvals: Approvals,
  by: Operator,
  transferId: string,
  why: { reason: string; evidence: string },
): Promise<ListedRequest> {
  const { asset, ...rest } = await lockMissing(trx, transferId);
  const details = { rebalancing: transferId, asset, amount: formatAmount(missingOf(rest)) };
  return approvals.request(trx, by, { ...why, kind: WRITE_OFF_KIND, details });
}

/** Requests another operator's approval of a move above its route's limit. Throws `liquidity_route_not_found`. */
export async function askToMove(
  trx: Trx,
  approvals: Approvals,
  by: Operator,
  { routeId, amount }: { routeId: string; amount: Money },
  why: { reason: string; evidence: string },
): Promise<ListedRequest> {
  const { fromProvider: from, toProvider: to, asset, provenAt } = await lockUsable(trx, routeId);
  if (!provenAt) throw new DomainError('liquidity_route_not_proven');
  const details = { route: routeId, from, to, asset, amount: formatAmount(amount) };
  return approvals.request(trx, by, { ...why, kind: MOVE_KIND, details });
}

export const LIQUIDITY_KINDS: Readonly<Record<string, ApprovalKind>> = {
  [ROUTE_KIND]: {
    async carryOut(trx, { details, approvedBy }) {
      const { proofAmount, dailyLimit, maxFee, ...route } = routeOf(details);
      await requireFree(trx, route);
      const stored = await repository.insertRoute(trx, {
        ...route,
        id: newId(),
        dailyLimit: formatAmount(dailyLimit),
        maxFee: formatAmount(maxFee),
        createdAt: await trx.now,
      });
      await recordOperatorDeed(trx, approvedBy, {
        action: 'liquidity_route.added',
        subject: stored.id,
        details,
      });
      await send(trx, stored, proofAmount, { isProof: true, requestedBy: approvedBy.id });
    },
  },

  [MOVE_KIND]: {
    async carryOut(trx, { details, approvedBy }) {
      const { route: routeId = '', amount = '' } = details as Record<string, string>;
      const sender = { by: 'two', id: approvedBy.id } as const;
      const { transferId } = await rebalance(trx, { routeId, amount: money(amount), sender });
      await recordOperatorDeed(trx, approvedBy, { action: 'rebalancing.sent', subject: transferId, details });
    },
  },

  [WRITE_OFF_KIND]: {
    async carryOut(trx, { details, approvedBy }) {
      const { rebalancing: transferId = '', amount } = details as Record<string, string>;
      const rebalancing = await lockMissing(trx, transferId);
      const missing = missingOf(rebalancing);
      // The loss must equal the approved amount.
      if (formatAmount(missing) !== amount) throw new DomainError('rebalancing_not_in_transit');
      const { asset } = rebalancing;
      post(trx, transferId, 'rebalancing_lost', [
        { asset, book: 'in_transit', amount: missing },
        { asset, book: 'fee', amount: missing.negated() },
      ]);
      trx.defer(repository.markWrittenOff(trx, { accountId, transferId }));
      await recordOperatorDeed(trx, approvedBy, {
        action: 'rebalancing.written_off',
        subject: transferId,
        details,
      });
    },
  },
};

async function lockMissing(trx: Trx, transferId: string): Promise<RebalancingRow> {
  const rebalancing = await repository.lockRebalancing(trx, { accountId, transferId });
  if (!rebalancing) throw new DomainError('rebalancing_not_found');
  if (rebalancing.status !== 'in_transit' && rebalancing.status !== 'short')
    throw new DomainError('rebalancing_not_in_transit');
  return rebalancing;
}

/** The missing amount, in the asset. */
function missingOf({ amount, arrivedAmount }: Pick<RebalancingRow, 'amount' | 'arrivedAmount'>): Money {
  return money(amount).minus(arrivedAmount === null ? '0' : money(arrivedAmount));
}

function post(
  trx: Trx,
  id: string,
  type: 'rebalancing_sent' | 'rebalancing_returned' | 'rebalancing_arrived' | 'rebalancing_lost',
  postings: Posting[],
): void {
  postEntry(trx, {
    accountId,
    type,
    postings,
    paymentLinkCode: null,
    requestId: null,
    source: { object: 'rebalancing', id },
  });
}
