import type { Queryable } from '../db/index.ts';
import { formatAmount, money, type Money, ZERO } from '../lib/money.ts';
import { listMethodsWithParts, sumOpenLinks } from './owed-repository.ts';
import { missingOf } from './rest.ts';
import { customerTerm } from './search.ts';

/** The limit of links of a customer that are read, newest first. */
const MOST_READ = 10_000;

/** The amount that a customer owes in one currency, and the number of open links that ask for it. */
export interface Owed {
  currency: string;
  amount: string;
  count: number;
}

/**
 * The amounts that customers still owe, by customer and currency. They are the amounts of the active links among their
 * newest 10,000, less the parts that have arrived. A part counts where its payer is asked for the rest (D7). By a
 * method with a conversion it does not, because its worth is not known until the rest is quoted. Those who owe nothing
 * are left out.
 */
export async function readOwed(
  on: Queryable,
  accountId: string,
  customerIds: readonly string[],
): Promise<ReadonlyMap<string, Owed[]>> {
  const terms = customerIds.map(customerTerm);
  const [sums, withParts] = await Promise.all([
    sumOpenLinks(on, { accountId, customerIds, terms, most: MOST_READ }),
    listMethodsWithParts(on, { accountId, customerIds }),
  ]);
  // A link may have parts by several methods, of which the one with the least missing is the one to complete.
  const parts = new Map<string, { customerId: string | null; currency: string; part: Money }>();
  for (const { amount, currency, customerId, ...method } of withParts) {
    const missing = missingOf({ status: 'active' }, method);
    const part = missing ? money(amount).minus(missing) : ZERO;
    if (part.gt(parts.get(method.linkCode)?.part ?? ZERO))
      parts.set(method.linkCode, { customerId, currency, part });
  }
  const owed = new Map<string, Owed[]>();
  for (const { customerId, currency, amount, count } of sums) {
    const arrived = [...parts.values()].filter(
      (one) => one.customerId === customerId && one.currency === currency,
    );
    const rest = arrived.reduce((sum, { part }) => sum.minus(part), money(amount));
    const others = owed.get(customerId) ?? [];
    owed.set(customerId, [...others, { currency, amount: formatAmount(rest), count }]);
  }
  return owed;
}
