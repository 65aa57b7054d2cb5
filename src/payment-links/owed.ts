import type { Queryable } from '../db/index.ts';
import { formatAmount, money, type Money, ZERO } from '../lib/money.ts';
import { sumLinks } from './link-repository.ts';
import { listMethodsWithParts } from './owed-repository.ts';
import { missingOf } from './rest.ts';
import { exactTermsOf } from './search.ts';

/** The limit of open links that are summed, newest first. */
const MOST_SUMMED = 10_000;

/** What a customer owes in one currency, with how many open links ask for it. */
export interface Owed {
  currency: string;
  amount: string;
  count: number;
}

/**
 * What a customer still owes, by currency: the amounts of their newest 10,000 active links, less what has arrived in parts. A part
 * counts where its payer is asked for the rest (D7); by a method with a conversion it does not, because its worth is not known
 * until the rest is quoted.
 */
export async function readOwed(on: Queryable, accountId: string, customerId: string): Promise<Owed[]> {
  const filters = {
    status: 'active',
    currency: undefined,
    terms: exactTermsOf({ customerId, reference: undefined, amount: undefined, metadata: undefined }),
    createdAfter: undefined,
    createdBefore: undefined,
  } as const;
  const newest = { afterTime: undefined, afterCode: undefined, limit: MOST_SUMMED };
  const [sums, withParts] = await Promise.all([
    sumLinks(on, { accountId, ...filters, ...newest }),
    listMethodsWithParts(on, { accountId, customerId }),
  ]);
  // A link may have parts by several methods, of which the one with the least missing is the one to complete.
  const paid = new Map<string, { currency: string; part: Money }>();
  for (const { amount, currency, ...method } of withParts) {
    const missing = missingOf({ status: 'active' }, method);
    const part = missing ? money(amount).minus(missing) : ZERO;
    if (part.gt(paid.get(method.linkCode)?.part ?? ZERO)) paid.set(method.linkCode, { currency, part });
  }
  return sums.map(({ currency, amount, count }) => {
    const parts = [...paid.values()].filter((one) => one.currency === currency);
    const owed = parts.reduce((sum, { part }) => sum.minus(part), money(amount));
    return { currency, amount: formatAmount(owed), count };
  });
}
