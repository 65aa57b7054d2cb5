import type { Trx } from '../db/index.ts';
import { newId } from '../lib/ids.ts';
import { formatAmount, money } from '../lib/money.ts';
import { isToldAgain, type OwnMovement } from '../methods/index.ts';
import { railOf } from './books.ts';
import { HOUSE_ACCOUNT_ID } from './costs.ts';
import { postEntry } from './post.ts';
import { findOwnMovement, insertOwnMovement } from './repository.ts';

/**
 * Books a movement of the deployment's own money at a provider, between its rail there and the house's capital, so that
 * no account's money changes (D58). A movement that is already booked changes nothing; one reported with another amount
 * waits for an operator. Throws for an amount with more than 8 decimals.
 */
export async function bookOwnMovement(
  trx: Trx,
  provider: string,
  { reference, asset, amount }: OwnMovement,
): Promise<void> {
  const accountId = HOUSE_ACCOUNT_ID;
  const id = newId();
  const movement = { accountId, id, provider, reference, asset, amount: formatAmount(amount) };
  if (!(await insertOwnMovement(trx, movement))) {
    const known = await findOwnMovement(trx, { accountId, provider, reference });
    if (!known) throw new Error(`the movement ${reference} is missing`);
    const key = { provider, kind: 'other', reference } as const;
    await isToldAgain(trx, key, { asset: known.asset, amount: money(known.amount) }, { asset, amount });
    return;
  }
  postEntry(trx, {
    accountId,
    type: 'own_movement',
    source: { object: 'own_movement', id },
    paymentLinkCode: null,
    requestId: null,
    postings: [
      { asset, book: railOf(provider), amount: amount.negated() },
      { asset, book: 'capital', amount },
    ],
  });
}
