import type { Trx } from '../db/index.ts';
import { openScreening, type Screened } from '../screening/index.ts';
import type { Deposit } from './repository.ts';

/**
 * Has a final deposit screened. Until it is allowed, it is neither credited, converted nor accepted (D53). False if
 * screening is off, or the deposit has been screened.
 */
export async function holdForReview(
  trx: Trx,
  { screens }: { screens: boolean },
  deposit: Pick<Deposit, 'accountId' | 'id'>,
): Promise<boolean> {
  return screens && (await openScreening(trx, reviewOf(deposit)));
}

export function reviewOf({ accountId, id }: Pick<Deposit, 'accountId' | 'id'>): Screened {
  return { accountId, subject: 'deposit', subjectId: id };
}
