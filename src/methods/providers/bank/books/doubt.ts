import type { Trx } from '../../../../db/index.ts';
import type { Logger } from '../../../../lib/logger.ts';
import { formatAmount, money } from '../../../../lib/money.ts';
import type { BankAccountConfig } from '../accounts/account.ts';
import { doubt, findOtherEnd, listByCode, listOfTexts, type DoubtfulEntry } from './doubt-repository.ts';
import { findCancelled } from './cancelled.ts';

interface Booked {
  account: BankAccountConfig;
  /** The statement's number. */
  number: string;
}

/**
 * Doubts entries of a statement that was just booked, before they are reported. They stay unexplained until two
 * operators decide (D42):
 * - Entries that a payer could have written into a text: a credit with the debits that cancel it. A text cannot change
 *   balances, so made-up entries add up to zero. A debit that is a payment of ours cancels nothing.
 * - Entries that people uploaded with one of the bank's codes, above the limit, without the other end.
 */
export async function doubtBooked(
  { trx, logger }: { trx: Trx; logger: Logger },
  booked: Booked & { couldBeText: boolean },
): Promise<void> {
  const doubtful = [
    ...(booked.couldBeText ? await listMadeUp(trx, booked) : []),
    ...(await listWithoutEnd(trx, booked)),
  ];
  const { account } = booked;
  for (const { id, identity, amount } of doubtful) {
    if ((await doubt(trx, { id, account: account.id })) === 0) continue;
    logger.error('bank entry in doubt; see `payments bank status`', {
      account: account.id,
      entry: identity,
      amount,
    });
  }
}

async function listMadeUp(trx: Trx, { account, number }: Booked): Promise<DoubtfulEntry[]> {
  const listed = await listOfTexts(trx, { account: account.id, number });
  const suspects = listed.filter((entry) => isSuspect(account, entry));
  const cancelled = findCancelled(
    suspects.map(({ id, amount, kind }) => ({
      id,
      amount: money(amount),
      // Small charges are excluded, because there are so many that some add up to any payment.
      isLarge: kind !== 'cost' || money(amount).abs().gt(account.codeLimit),
    })),
  );
  return suspects.filter(({ id, kind, isNew }) => isNew && kind !== 'unknown' && cancelled.has(id));
}

const CREDITS = ['deposit', 'return', 'unknown'];
const DEBITS = ['other', 'cost', 'taken_back', 'unknown'];

function isSuspect({ early }: BankAccountConfig, { kind, amount, role }: DoubtfulEntry): boolean {
  if (money(amount).lt(0)) return DEBITS.includes(kind);
  // A deposit that counted when it was reported early cannot come from this text.
  return CREDITS.includes(kind) && !(role === 'early' && early === 'final');
}

async function listWithoutEnd(trx: Trx, { account, number }: Booked): Promise<DoubtfulEntry[]> {
  const limit = formatAmount(account.codeLimit);
  const found: DoubtfulEntry[] = [];
  for (const entry of await listByCode(trx, { account: account.id, number, limit })) {
    if (!(await findOtherEnd(trx, { id: entry.id, account: account.id }))) found.push(entry);
  }
  return found;
}
