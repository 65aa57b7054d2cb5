import { formatAmount } from '../../../../lib/money.ts';
import type { FileStatement } from '../files/index.ts';
import { classify } from './classify.ts';
import { toJson, withEntry } from './entry-json.ts';
import { fingerprintOf, identityOf } from './fingerprint.ts';
import { findPair } from './pairing.ts';
import * as repository from './repository.ts';
import type { Work } from './work.ts';

/**
 * Early files overlap: of equal entries, only as many are new as the file has more than were told before. One that was told
 * as pending and is told as booked is the same one, in whichever order the files come, and so is what the books have.
 */
export async function takeEarly({ trx, account, total }: Work, statement: FileStatement): Promise<void> {
  const seen = new Map<string, number>();
  for (const entry of statement.entries) {
    if (entry.status === 'information' || entry.amount.isZero()) continue;
    const isBooked = entry.status === 'booked';
    const fingerprint = fingerprintOf(account.id, statement.currency, entry);
    const n = (seen.get(`${entry.status} ${fingerprint}`) ?? 0) + 1;
    seen.set(`${entry.status} ${fingerprint}`, n);
    const told = repository.told[isBooked ? 'booked' : 'pending'];
    const { count = 0 } = (await told.count(trx, { account: account.id, fingerprint })) ?? {};
    if (count >= n) continue;
    const found = await classify(trx, account, entry);
    const amount = formatAmount(entry.amount);
    const json = JSON.stringify(toJson(entry));
    const isFinal =
      isBooked && account.early === 'final' && (account.cap === undefined || entry.amount.lte(account.cap));
    const untold = await told.listOthers(trx, { account: account.id, amount });
    const pair = findPair(untold.map(withEntry), { entry, reference: found.reference });
    if (pair) {
      await told.note(trx, { id: pair.id, fingerprint });
      if (isBooked && !pair.isBooked) {
        await repository.settleEarly(trx, {
          ...{ id: pair.id, isFinal, entry: json, bookingDate: entry.bookingDate },
        });
      }
      continue;
    }
    // Only the books say that money left, or that something is wrong.
    if (found.kind !== 'deposit') continue;
    await repository.insertEntry(trx, {
      ...found,
      account: account.id,
      // One that was told as pending may have the same fingerprint.
      identity: identityOf(account.id, `early:${isBooked ? '' : 'pending:'}${fingerprint}`, count + 1),
      fingerprint,
      role: 'early',
      isPaired: false,
      toldPending: isBooked ? null : fingerprint,
      toldBooked: isBooked ? fingerprint : null,
      statement: null,
      amount,
      currency: statement.currency,
      bookingDate: entry.bookingDate,
      valueDate: entry.valueDate,
      isBooked,
      isFinal,
      entry: json,
    });
    total.entry(found.kind);
  }
}
