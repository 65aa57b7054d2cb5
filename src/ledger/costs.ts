import type { Trx } from '../db/index.ts';
import { newId } from '../lib/ids.ts';
import { AMOUNT_DECIMALS, money, roundUpTo, ZERO } from '../lib/money.ts';
import { isToldAgain, type ProviderCost } from '../methods/index.ts';
import { railOf } from './books.ts';
import { postEntry } from './post.ts';
import { findCost, insertCost, lockExcess, writeExcess } from './repository.ts';

/** The account of the deployment itself, created by a migration. It has no API keys. */
export const HOUSE_ACCOUNT_ID = '00000000-0000-0000-0000-000000000001';

/**
 * Books a provider's charge to the deployment, out of its rail and the house's fee income. A cost that is already
 * booked changes nothing; one reported with another amount waits for an operator. The exact amount is kept. The ledger
 * gets it rounded up to its 8 decimals, less the excess of earlier roundings, so that all costs of an asset together
 * are off by less than one unit of the ledger, which is recorded.
 */
export async function bookCost(
  trx: Trx,
  provider: string,
  { reference, asset, amount }: ProviderCost,
): Promise<void> {
  const accountId = HOUSE_ACCOUNT_ID;
  const id = newId();
  const excess = money(await lockExcess(trx, accountId, asset));
  const due = amount.minus(excess);
  const booked = due.gt(0) ? roundUpTo(due, AMOUNT_DECIMALS) : ZERO;
  const isNews = await insertCost(trx, {
    accountId,
    provider,
    reference,
    id,
    asset,
    amount: amount.toFixed(),
    booked: booked.toFixed(),
  });
  if (!isNews) {
    const known = await findCost(trx, { accountId, provider, reference });
    if (!known) throw new Error(`the cost ${reference} is missing`);
    const key = { provider, kind: 'cost', reference } as const;
    await isToldAgain(trx, key, { asset: known.asset, amount: money(known.amount) }, { asset, amount });
    return;
  }
  trx.defer(writeExcess(trx, { accountId, asset, excess: booked.minus(due).toFixed() }));
  if (booked.isZero()) return;
  postEntry(trx, {
    accountId,
    type: 'provider_cost',
    source: { object: 'provider_cost', id },
    paymentLinkCode: null,
    requestId: null,
    postings: [
      { asset, book: railOf(provider), amount: booked },
      { asset, book: 'fee', amount: booked.negated() },
    ],
  });
}
