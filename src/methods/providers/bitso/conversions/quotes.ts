import type { Database } from '../../../../db/index.ts';
import { formatAmount, money, roundDownToLedger, type Money } from '../../../../lib/money.ts';
import { type LockedQuote, ProviderFailure, type QuoteRequest } from '../../../index.ts';
import { findQuote, insertQuote, type QuoteRow } from './repository.ts';

interface GivenQuote {
  reference: string;
  fromAsset: string;
  fromAmount: Money;
  toAsset: string;
  toAmount: Money;
  /** The remaining life. */
  lifeMs: number;
}

/** The quote issued for a request's key, with its original expiry; undefined for a new key. */
export async function findKeptQuote(
  db: Pick<Database, 'read'>,
  request: QuoteRequest,
): Promise<LockedQuote | undefined> {
  const kept = await findQuote(db.read, { key: request.idempotencyKey });
  return kept && toLocked(kept, request);
}

/** Stores a quote for its request's key, unless there is one by now, which is then returned. */
export async function keepQuote(
  db: Pick<Database, 'read' | 'transaction'>,
  request: QuoteRequest,
  { reference, fromAsset, fromAmount, toAsset, toAmount, lifeMs }: GivenQuote,
): Promise<LockedQuote> {
  if (roundDownToLedger(toAmount).isZero()) {
    throw new ProviderFailure('refused', `${fromAmount.toFixed()} ${fromAsset} would bring nothing.`);
  }
  await db.transaction((trx) =>
    insertQuote(trx, {
      key: request.idempotencyKey,
      reference,
      fromAsset,
      fromAmount: formatAmount(fromAmount),
      toAsset,
      toAmount: formatAmount(roundDownToLedger(toAmount)),
      lifeMs,
    }),
  );
  const kept = await findKeptQuote(db, request);
  if (!kept) throw new Error('a quote vanished');
  return kept;
}

function toLocked(quote: QuoteRow, { fromAsset, toAsset }: QuoteRequest): LockedQuote {
  if (quote.fromAsset !== fromAsset || quote.toAsset !== toAsset) {
    throw new ProviderFailure('refused', 'The idempotency key was used for another quote.');
  }
  const [fromAmount, toAmount] = [money(quote.fromAmount), money(quote.toAmount)];
  return {
    reference: quote.reference,
    rate: roundDownToLedger(toAmount.div(fromAmount)),
    fromAmount,
    toAmount,
    expiresAt: quote.expiresAt,
  };
}
