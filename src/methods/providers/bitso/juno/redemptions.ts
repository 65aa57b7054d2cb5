import type { Money } from '../../../../lib/money.ts';
import { type ConversionRequest, type Converted, ProviderFailure } from '../../../index.ts';
import {
  type Access,
  doneAs,
  findOrder,
  listOrders,
  type Look,
  type OrderRow,
  placeOnce,
  underWayAs,
} from '../../orders/index.ts';
import { type JunoApi, type JunoTransaction, redemptionOf } from './api.ts';

export interface RedemptionParts {
  access: Access;
  juno: JunoApi;
}

/** Redeems MXNB at Juno, once for each key. Throws a ProviderFailure. */
export async function redeem(
  parts: RedemptionParts,
  request: ConversionRequest,
  signal: AbortSignal,
): Promise<Converted> {
  const { idempotencyKey, fromAmount: amount } = request;
  const placed = await placeOnce<JunoTransaction>(
    parts.access,
    {
      purpose: 'redeem',
      id: redemptionId(idempotencyKey),
      idempotencyKey,
      requested: [amount.toFixed()],
      prepare: () => Promise.resolve({ body: JSON.stringify(redemptionOf(amount)) }),
      find: (known) => findRedemption(parts, known, signal),
      requireAbsent: (known) => requireNoRedemption(parts, known, amount, signal),
      request: (body, within) => parts.juno.redeem(idempotencyKey, JSON.parse(body) as object, within),
      referenceOf: ({ id }) => id,
    },
    signal,
  );
  if (!('made' in placed)) return placed;
  const { id: providerReference, status } = placed.made;
  if (status === 'failed') throw new ProviderFailure('refused', `Redemption ${providerReference} failed.`);
  return status === 'done'
    ? { status, providerReference, toAmount: amount }
    : { status: 'pending', providerReference };
}

/** How the redemption of a key is looked up before it is ruled out. */
export function lookForRedemption(parts: RedemptionParts, key: string, signal: AbortSignal): Look {
  return {
    id: redemptionId(key),
    purpose: 'redeem',
    async look(known) {
      const found = await findRedemption(parts, known, signal);
      if (!found) return 'absent';
      const { id, status } = found;
      if (status === 'failed') return 'ended';
      return { why: status === 'done' ? doneAs(id) : underWayAs(id, { name: 'Juno' }) };
    },
    requireAbsent: (known) => requireNoRedemption(parts, known, undefined, signal),
  };
}

/** The given idempotency keys whose MXNB Juno has redeemed. */
export async function listRedeemed(
  { access: { db }, juno }: RedemptionParts,
  keys: readonly string[],
  signal: AbortSignal,
): Promise<string[]> {
  const redeemed: string[] = [];
  for (const key of keys) {
    const { reference } = (await findOrder(db.read, { id: redemptionId(key) })) ?? { reference: null };
    if (reference === null) continue;
    if ((await juno.transaction(reference, signal)).status === 'done') redeemed.push(key);
  }
  return redeemed;
}

function redemptionId(key: string): string {
  return `redeem ${key}`;
}

async function findRedemption(
  { juno }: RedemptionParts,
  known: OrderRow | undefined,
  signal: AbortSignal,
): Promise<JunoTransaction | undefined> {
  return typeof known?.reference === 'string' ? juno.transaction(known.reference, signal) : undefined;
}

/**
 * Throws while Juno has a redemption that may be this one. Juno's transactions do not contain our key, so any of the same
 * amount may be, unless it is another order's.
 */
async function requireNoRedemption(
  { access: { db, rail }, juno }: RedemptionParts,
  { requestedAt: since }: OrderRow,
  amount: Money | undefined,
  signal: AbortSignal,
): Promise<void> {
  const listed = await juno.transactionsSince('REDEMPTION', since, signal);
  const references = listed.filter((one) => amount?.eq(one.amount) ?? true).map(({ id }) => id);
  const known = await listOrders(db.read, { provider: rail.provider, references });
  if (references.every((id) => known.some(({ reference }) => reference === id))) return;
  throw new ProviderFailure('unavailable', 'Juno has a redemption that may be this one: compare them.');
}
