import type { Database } from '../../../../db/index.ts';
import { formatAmount, money, type Money } from '../../../../lib/money.ts';
import { FileRefused, type Moved, type Total } from '../files/index.ts';
import { sumUnagreed } from './agree-repository.ts';
import type { Importer } from './importer.ts';
import { lockAccount } from './repository.ts';

/**
 * Records that a person read the last closing balance at the bank, and the credits and debits since the last confirmed
 * statement; deposits that waited for this become final. Throws FileRefused if the books differ, because a made-up
 * payment that a made-up debit cancels leaves the balance right.
 */
export async function agreeWith(
  { db, importer }: { db: Database; importer: Importer },
  account: string,
  { balance, moved }: { balance: Money; moved: Moved },
): Promise<void> {
  await db.transaction(async (trx) => {
    await lockAccount(trx, { account });
    const booked = await sumUnagreed(trx, { account });
    if (!booked) throw new FileRefused(`The account ${account} has no opening balance yet.`);
    const { creditCount, creditSum, debitCount, debitSum } = booked;
    requireSame('credits', moved.credits, { count: creditCount, sum: money(creditSum) });
    requireSame('debits', moved.debits, { count: debitCount, sum: money(debitSum) });
    await importer.agree(account, balance, trx);
  });
}

function requireSame(what: string, read: Total, booked: Total): void {
  if (read.count === booked.count && read.sum.eq(booked.sum)) return;
  throw new FileRefused(
    `The statements that wait to be agreed with have ${booked.count} ${what} of ${formatAmount(booked.sum)} in all, not ` +
      `${read.count} of ${formatAmount(read.sum)}.`,
  );
}
