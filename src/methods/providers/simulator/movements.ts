import type { Trx } from '../../../db/index.ts';
import { newId } from '../../../lib/ids.ts';
import { formatAmount, money, ZERO, type Money } from '../../../lib/money.ts';
import type { FailureReason } from '../../../lib/reasons.ts';
import {
  type ConversionRequest,
  type Converted,
  type Outcome,
  type PayOutRequest,
  ProviderFailure,
  type RefundRequest,
  type ReturnedTransfer,
  type RuleOutRequest,
  simulatedTrackingKey,
  type Waiting,
  waitsForPrice,
} from '../../index.ts';
import { type Parts, REFUSED } from './parts.ts';
import { proceedsOf } from './quotes.ts';
import {
  findOperation,
  findSent,
  recordOperation,
  type OperationRow,
  type ReturnDetails,
} from './repository.ts';
import { toReturned } from './statement.ts';

const PENDING = { status: 'pending', providerReference: null } as const;

interface Movement<Details> {
  asset: string;
  amountOut: Money;
  details: Details;
}

export async function convert(
  parts: Parts,
  request: ConversionRequest,
  signal: AbortSignal,
): Promise<Converted> {
  const { quoteReference, fromAsset, fromAmount, toAsset } = request;
  let waits: Waiting | undefined;
  const done = await move(parts, 'convert', request.idempotencyKey, signal, async (trx) => {
    const toAmount = formatAmount(await proceedsOf(trx, request));
    waits = waitsForPrice(request, money(toAmount));
    if (waits) return undefined;
    return { asset: fromAsset, amountOut: fromAmount, details: { quoteReference, toAsset, toAmount } };
  });
  if (waits) return { ...PENDING, waits };
  return done ? { ...toOutcome(done), toAmount: money(done.details.toAmount) } : PENDING;
}

export async function payOut(
  parts: Parts,
  { idempotencyKey, method, asset, amount, destination }: PayOutRequest,
  signal: AbortSignal,
): Promise<Outcome> {
  const done = await move(parts, 'pay_out', idempotencyKey, signal, () => ({
    asset,
    amountOut: amount,
    details: { method, destination },
  }));
  return done ? toTransferOutcome(done, 'clabe' in destination) : PENDING;
}

export async function refund(
  parts: Parts,
  { idempotencyKey, depositReference, asset, amount, to }: RefundRequest,
  signal: AbortSignal,
): Promise<Outcome> {
  const done = await move(parts, 'refund', idempotencyKey, signal, () => ({
    asset,
    amountOut: amount,
    details: { depositReference, to },
  }));
  return done ? toTransferOutcome(done, asset === 'MXN' || asset === 'MXNB') : PENDING;
}

/**
 * Moves money once per key, or refuses the key forever; changing the settings later affects neither. Undefined while
 * the settings keep it pending, or nothing is decided.
 */
function move<Details extends object>(
  { db, faults }: Parts,
  operation: 'convert' | 'pay_out' | 'refund',
  idempotencyKey: string,
  signal: AbortSignal,
  decide: (trx: Trx) => Promise<Movement<Details> | undefined> | Movement<Details>,
): Promise<OperationRow<Details> | undefined> {
  return faults.carryOut(operation, signal, async ({ isRefused, isPending }) => {
    const known = await findOperation<Details>(db.read, operation, idempotencyKey);
    if (isPending && !known) return undefined;
    const decided = async (trx: Trx) => {
      const movement = await decide(trx);
      if (!movement) return undefined;
      const { asset, amountOut, details } = movement;
      return recordOperation(trx, {
        operation,
        idempotencyKey,
        reference: newId(),
        asset,
        amount: formatAmount(isRefused ? ZERO : amountOut.negated()),
        details,
        refusal: isRefused ? REFUSED : null,
      });
    };
    const stored = known ?? (await db.transaction(decided));
    if (!stored) return undefined;
    if (stored.refusal !== null) throw new ProviderFailure('refused', stored.refusal);
    return stored;
  });
}

export function ruleOut(
  { db, faults }: Parts,
  { operation, idempotencyKey }: RuleOutRequest,
  signal: AbortSignal,
): Promise<void> {
  return faults.respond(signal, async () => {
    const stored = await db.transaction((trx) =>
      recordOperation(trx, {
        operation,
        idempotencyKey,
        reference: newId(),
        asset: '',
        amount: formatAmount(ZERO),
        details: {},
        refusal: 'It was ruled out.',
      }),
    );
    if (stored.refusal !== null) return;
    throw new ProviderFailure('unavailable', `It was done: resolve it with --settled ${stored.reference}.`);
  });
}

export async function announceReturn(
  trx: Trx,
  providerReference: string,
  reason: FailureReason,
): Promise<ReturnedTransfer | undefined> {
  const sent = await findSent(trx, { reference: providerReference });
  if (!sent) return undefined;
  const { operation, asset, amount } = sent;
  const row = await recordOperation<ReturnDetails>(trx, {
    operation: 'return',
    idempotencyKey: `${operation} ${providerReference}`,
    reference: newId(),
    asset,
    amount: formatAmount(money(amount).negated()),
    details: { providerReference, reason },
    refusal: null,
  });
  return toReturned(row);
}

function toOutcome({ reference }: OperationRow<unknown>) {
  return { status: 'done', providerReference: reference } as const;
}

/** A transfer by SPEI has a tracking key, like those of simulated deposits. */
function toTransferOutcome(done: OperationRow<unknown>, isSpei: boolean) {
  const trackingKey = simulatedTrackingKey(done.reference);
  return isSpei ? { ...toOutcome(done), trackingKey } : toOutcome(done);
}
