import { type Customer, listCustomers } from '../../customers/index.ts';
import type { Queryable } from '../../db/index.ts';

/** The newest customers with these words, or beginnings of words, in their name, address, tax id or reference. */
export function searchCustomers(
  on: Queryable,
  { accountId, text, limit }: { accountId: string; text: string; limit: number },
): Promise<Customer[]> {
  return listCustomers(on, {
    accountId,
    text,
    email: undefined,
    reference: undefined,
    taxId: undefined,
    createdAfter: undefined,
    createdBefore: undefined,
    afterTime: undefined,
    afterId: undefined,
    limit,
  });
}
