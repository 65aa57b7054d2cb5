import type { Trx } from '../db/index.ts';
import { HOUSE_ACCOUNT_ID, heldByCell, postEntry, railOf } from '../ledger/index.ts';
import { AccountMoves } from '../lib/errors/errors.ts';
import { newId } from '../lib/ids.ts';
import { formatExact, money } from '../lib/money.ts';
import { writeReport } from '../methods/index.ts';
import type { MethodInstructions, Whereabouts } from '../payment-links/index.ts';
import { findHandedOn, insertHandedOn } from './handed-on-repository.ts';
import { toAmounts, type DepositNotification } from './notification.ts';
import type { ReferenceKey } from './repository.ts';

/** Payment instructions whose account works in another cell. */
export type MovedInstructions = MethodInstructions & { moveState: 'gone' | 'arriving'; otherCell: number };

export function worksElsewhere(
  instructions: MethodInstructions & Whereabouts,
): instructions is MovedInstructions & Whereabouts {
  return instructions.moveState === 'gone' || instructions.moveState === 'arriving';
}

/** Whether a deposit was handed on to another cell. Its account may have returned since, together with the deposit. */
export async function wasHandedOn(trx: Trx, reference: ReferenceKey): Promise<boolean> {
  return (await findHandedOn(trx, reference)) !== undefined;
}

/**
 * Hands a deposit on to the cell in which its account works (D74). From now on this cell owes it the money, and a
 * worker reports the deposit until it is confirmed. A deposit that was handed on is never recalled or sent elsewhere;
 * if the account moves again meanwhile, that cell hands it on. Records nothing for a deposit that is not final. Throws
 * AccountMoves while the account is on its way here from the cell that reports it, because only the end of the move can
 * settle that.
 */
export async function handOn(
  trx: Trx,
  notification: DepositNotification,
  { accountId, moveState, otherCell: cell }: MovedInstructions,
): Promise<undefined> {
  const { provider, providerReference, asset, network, amount, final } = notification;
  if (!final) return;
  const [from, to] = [railOf(provider), heldByCell(cell)];
  if (moveState === 'arriving' && from === to) throw new AccountMoves();
  const id = newId();
  const isNew = await insertHandedOn(trx, {
    ...{ accountId, id, cell, provider, providerReference, asset, network },
    amount: formatExact(amount),
    report: JSON.stringify(writeReport(notification)),
  });
  const booked = money(toAmounts(amount).amount);
  // A deposit can be smaller than the ledger's unit, and one that returns is held by the cell that it came from.
  if (!isNew || booked.isZero() || from === to) return;
  postEntry(trx, {
    accountId: HOUSE_ACCOUNT_ID,
    type: 'deposit_handed_on',
    source: { object: 'handed_on_deposit', id },
    paymentLinkCode: null,
    requestId: null,
    postings: [
      { asset, book: from, amount: booked.negated() },
      { asset, book: to, amount: booked },
    ],
  });
}
