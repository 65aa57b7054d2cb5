import { listCustomers } from '../../customers/index.ts';
import type { SearchTerm } from '../../search/index.ts';
import { objectPages } from '../request/paths.ts';
import type { MemberVisit } from '../request/route.ts';
import type { PanelServices } from '../request/services.ts';
import { type Hit, LIMIT } from './hit.ts';

const NEWEST = {
  email: undefined,
  reference: undefined,
  taxId: undefined,
  createdAfter: undefined,
  createdBefore: undefined,
  afterTime: undefined,
  afterId: undefined,
  limit: LIMIT,
} as const;

/** Customers by the words of their name, address, tax id and reference. */
export async function findCustomers(
  { db }: PanelServices,
  visit: MemberVisit,
  { text }: SearchTerm,
): Promise<Hit[]> {
  const customers = await listCustomers(db.read, { ...NEWEST, accountId: visit.accountId, text });
  return customers.map(({ id, name, email, taxId, reference, createdAt: at }) => ({
    id,
    href: objectPages.customer(visit, id),
    title: name,
    notes: [email, taxId, reference],
    at,
  }));
}
