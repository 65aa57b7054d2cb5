import { deterministicHex } from '../../../../lib/ids.ts';
import { formatAmount, money, roundUpTo, type Money } from '../../../../lib/money.ts';
import {
  type ConversionRequest,
  type Converted,
  type LockedQuote,
  ProviderFailure,
  type QuoteRequest,
  type Waiting,
} from '../../../index.ts';
import { requireDecimals } from '../../http-rail/index.ts';
import { keepQuote } from '../conversions/quotes.ts';
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
import type { BitsoWithdrawals } from '../withdrawals/withdrawals.ts';
import { type JunoApi, type JunoTransaction, redemptionOf } from './api.ts';
import { claimIssuance, findMint, openMint } from './repository.ts';

/** Juno returns smaller deposits, and redeems no less. */
export const MIN_AMOUNT = money('100');
/** SPEI has two decimals. */
export const DECIMALS = 2;

/** Exchanges pesos and MXNB one for one at Juno. */
export interface JunoExchange {
  /** One for one, for the requested time. Throws a ProviderFailure for an amount that Juno does not exchange. */
  lockQuote(request: QuoteRequest, signal: AbortSignal): Promise<LockedQuote>;
  /**
   * Sends pesos from Bitso to Juno, which issues MXNB for them; done only once Juno has issued it. The reference is the
   * withdrawal's at Bitso, as in its statement. Redeemed MXNB becomes pesos at Bitso; the reference is Juno's.
   */
  convert(request: ConversionRequest, signal: AbortSignal): Promise<Converted>;
  /** Issues MXNB for pesos that were bought for that, under the same key. */
  issueBought(request: ConversionRequest, signal: AbortSignal): Promise<Converted>;
  /** The pesos of a key that were sent or are to be sent for MXNB; undefined before. */
  findBought(idempotencyKey: string): Promise<Money | undefined>;
  /** How the orders of a key are looked up before it is ruled out. */
  looksFor(idempotencyKey: string, signal: AbortSignal): Look[];
  /** Of these idempotency keys, those whose MXNB Juno has redeemed. */
  listRedeemed(keys: readonly string[], signal: AbortSignal): Promise<string[]>;
}

export function isParPair(fromAsset: string, toAsset: string): boolean {
  return (fromAsset === 'MXN' && toAsset === 'MXNB') || (fromAsset === 'MXNB' && toAsset === 'MXN');
}

export function createJunoExchange(
  access: Access,
  juno: JunoApi,
  withdrawals: BitsoWithdrawals,
): JunoExchange {
  const { db, rail } = access;
  /**
   * The issuance that belongs to a mint. Juno does not state the transfer behind an issuance, so any of the same amount
   * will do, as long as each counts once.
   */
  const findIssuance = async (key: string, signal: AbortSignal): Promise<JunoTransaction | undefined> => {
    const mint = await findMint(db.read, { key });
    if (!mint) throw new Error('a mint vanished');
    if (mint.issuanceId !== null) return juno.transaction(mint.issuanceId, signal);
    const amount = money(mint.amount);
    const issued = await juno.transactionsSince('ISSUANCE', mint.startedAt, signal);
    const oldestFirst = issued
      .filter((one) => one.amount.eq(amount))
      .sort((one, other) => one.createdAt.getTime() - other.createdAt.getTime());
    // A failed issuance may belong to any mint until the pesos have come back.
    for (const issuance of oldestFirst.filter(({ status }) => status !== 'failed')) {
      const claimed = await db.transaction((trx) => claimIssuance(trx, { key, issuanceId: issuance.id }));
      if (claimed === 1) return issuance;
    }
    const claimed = (await findMint(db.read, { key }))?.issuanceId;
    return issued.find(({ id }) => id === claimed) ?? oldestFirst.find(({ status }) => status === 'failed');
  };

  const mint = async (
    request: ConversionRequest,
    signal: AbortSignal,
    purpose: 'mint' | 'leg' = 'mint',
  ): Promise<Converted> => {
    const { idempotencyKey, fromAsset: asset, fromAmount: amount } = request;
    const clabe = await juno.mintingClabe(signal);
    await db.transaction((trx) => openMint(trx, { key: idempotencyKey, amount: formatAmount(amount) }));
    const order = {
      idempotencyKey,
      purpose,
      asset,
      amount,
      to: { clabe, beneficiary: 'Juno' },
    };
    const sent = await withdrawals.send(order, signal);
    if (sent.status === 'pending')
      return {
        ...sent,
        waits: sent.waits ?? notIssued('Bitso has not completed the transfer of the pesos to Juno.'),
      };
    const { providerReference } = sent;
    const issuance = await findIssuance(idempotencyKey, signal);
    if (issuance?.status === 'done') return { status: 'done', providerReference, toAmount: amount };
    // Nothing may be released, because the pesos have left Bitso. If they come back, this reference identifies their
    // order.
    const words =
      issuance?.status === 'failed'
        ? `Juno issued nothing for withdrawal ${providerReference}: its transaction ${issuance.id} failed.`
        : `Juno has not issued MXNB for withdrawal ${providerReference} yet.`;
    return { status: 'pending', providerReference, waits: notIssued(words) };
  };

  const redemptionId = (key: string): string => `redeem ${key}`;

  const findRedemption = async (known: OrderRow | undefined, signal: AbortSignal) =>
    typeof known?.reference === 'string' ? juno.transaction(known.reference, signal) : undefined;

  /**
   * Juno's transactions do not contain our key, so any of the same amount may be this one, unless it is another
   * order's.
   */
  const requireNoRedemption = async (
    { requestedAt: since }: OrderRow,
    amount: Money | undefined,
    signal: AbortSignal,
  ): Promise<void> => {
    const listed = await juno.transactionsSince('REDEMPTION', since, signal);
    const references = listed.filter((one) => amount?.eq(one.amount) ?? true).map(({ id }) => id);
    const known = await listOrders(db.read, { provider: rail.provider, references });
    if (references.every((id) => known.some(({ reference }) => reference === id))) return;
    throw new ProviderFailure('unavailable', 'Juno has a redemption that may be this one: compare them.');
  };

  const redeem = async (request: ConversionRequest, signal: AbortSignal): Promise<Converted> => {
    const { idempotencyKey, fromAmount: amount } = request;
    const placed = await placeOnce<JunoTransaction>(
      access,
      {
        ...{ purpose: 'redeem', id: redemptionId(idempotencyKey), idempotencyKey, asked: [amount.toFixed()] },
        prepare: () => Promise.resolve({ body: JSON.stringify(redemptionOf(amount)) }),
        find: (known) => findRedemption(known, signal),
        requireAbsent: (known) => requireNoRedemption(known, amount, signal),
        request: (body, within) => juno.redeem(idempotencyKey, JSON.parse(body) as object, within),
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
  };

  const notIssued = (words: string): Waiting => ({ reason: 'NOT_ISSUED', words });

  const requireAmount = (amount: Money): void => {
    requireDecimals(amount, DECIMALS, 'Juno exchanges pesos with');
    if (amount.lt(MIN_AMOUNT))
      throw new ProviderFailure('refused', `Juno exchanges at least ${MIN_AMOUNT.toFixed()}.`);
  };

  return {
    async lockQuote(request) {
      const { idempotencyKey, fromAsset, toAsset, lifeMs } = request;
      const amount = 'fromAmount' in request ? request.fromAmount : roundUpTo(request.toAmount, DECIMALS);
      requireAmount(amount);
      const reference = `par_${deterministicHex('juno', 'quote', idempotencyKey).slice(0, 32)}`;
      return keepQuote(db, request, {
        reference,
        fromAsset,
        toAsset,
        fromAmount: amount,
        toAmount: amount,
        lifeMs,
      });
    },

    async convert(request, signal) {
      requireAmount(request.fromAmount);
      return request.fromAsset === 'MXN' ? mint(request, signal) : redeem(request, signal);
    },

    issueBought: (request, signal) => mint(request, signal, 'leg'),

    async findBought(key) {
      const known = await findMint(db.read, { key });
      return known && money(known.amount);
    },

    looksFor: (key, signal) => [
      withdrawals.lookFor('mint', key, signal),
      withdrawals.lookFor('leg', key, signal),
      {
        ...{ id: redemptionId(key), purpose: 'redeem' },
        async look(known) {
          const found = await findRedemption(known, signal);
          if (!found) return 'absent';
          const { id, status } = found;
          if (status === 'failed') return 'ended';
          return { why: status === 'done' ? doneAs(id) : underWayAs(id, { name: 'Juno' }) };
        },
        requireAbsent: (known) => requireNoRedemption(known, undefined, signal),
      },
    ],

    async listRedeemed(keys, signal) {
      const redeemed: string[] = [];
      for (const key of keys) {
        const { reference } = (await findOrder(db.read, { id: redemptionId(key) })) ?? { reference: null };
        if (reference === null) continue;
        if ((await juno.transaction(reference, signal)).status === 'done') redeemed.push(key);
      }
      return redeemed;
    },
  };
}
