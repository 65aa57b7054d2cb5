import type { SearchTerm } from '../../search/index.ts';
import { searchCustomers } from '../frame/search-customers.ts';
import { objectPages } from '../request/paths.ts';
import type { MemberVisit } from '../request/route.ts';
import type { PanelServices } from '../request/services.ts';
import { type Hit, LIMIT } from './hit.ts';

/** Customers by the words of their name, address, tax id and reference. */
export async function findCustomers(
  { db }: PanelServices,
  visit: MemberVisit,
  { text }: SearchTerm,
): Promise<Hit[]> {
  const customers = await searchCustomers(db.read, { accountId: visit.accountId, text, limit: LIMIT });
  return customers.map(({ id, name, email, taxId, reference, createdAt: at }) => ({
    id,
    href: objectPages.customer(visit, id),
    title: name,
    notes: [email, taxId, reference],
    at,
  }));
}
