import { money, type Money } from '../../../../lib/money.ts';
import type { PaymentAt } from './repository.ts';
import { withoutAccents } from '../../../../lib/text/without-accents.ts';

/** The allowed difference between Bitso's clock and ours. */
const LEEWAY_MS = 60_000;

/**
 * Whether money at a CLABE may be for an earlier payment of that CLABE than its newest one (`payments`, newest first).
 * It may if it arrived before the newest payment was opened, or if an earlier one was for the same amount and the payer
 * is not known to be that of the newest. Bitso accepts only the exact amount, so money of another amount cannot be
 * late.
 */
export function mayBeEarlier(
  [newest, ...earlier]: readonly PaymentAt[],
  arrived: { amount: Money; payer: string | undefined; at: Date },
): boolean {
  if (!newest || earlier.length === 0) return false;
  if (newest.openedAt !== null && arrived.at.getTime() < newest.openedAt.getTime() - LEEWAY_MS) return true;
  const rivals = earlier.filter(({ amount }) => arrived.amount.eq(money(amount)));
  if (rivals.length === 0) return false;
  const { payer } = arrived;
  return (
    !isSamePerson(newest.payerName, payer) ||
    rivals.some((one) => isSamePerson(one.payerName, payer) && !isSamePerson(one.payerName, newest.payerName))
  );
}

/**
 * Whether two names, one from a link and one from a bank, denote the same person. Accents and order are ignored, and
 * one name may have additional words unless the other is a single word.
 */
function isSamePerson(one: string | null | undefined, other: string | null | undefined): boolean {
  const [words, others] = [wordsOf(one), wordsOf(other)];
  const [fewer, more] = words.size <= others.size ? [words, others] : [others, words];
  if (fewer.size === 0 || (fewer.size === 1 && more.size > 1)) return false;
  return [...fewer].every((word) => more.has(word));
}

function wordsOf(name: string | null | undefined): Set<string> {
  const plain = withoutAccents(name ?? '').toUpperCase();
  return new Set(plain.match(/[\p{L}\p{N}]+/gu) ?? []);
}
