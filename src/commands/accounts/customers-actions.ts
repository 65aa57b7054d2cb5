import { OPERATOR, recordAction } from '../../audit-log/index.ts';
import type { Foundation } from '../../composition/index.ts';
import { readCustomerStatement } from '../../customer-statements/index.ts';
import {
  createCustomer,
  type CustomerLanguage,
  getCustomer,
  listCustomers,
  viewCustomer,
} from '../../customers/index.ts';
import { formatStored } from '../../lib/money.ts';
import { formatTimestamp } from '../../lib/timestamp.ts';
import { readOwed } from '../../payment-links/index.ts';
import { pageOf } from '../frame/index.ts';
import { requireAccount, requireAccountHere } from './account.ts';

export interface ListOptions {
  account: string;
  search?: string;
  limit: number;
  after?: string;
}

export async function list(
  { db }: Foundation,
  { account: accountId, search, limit, after }: ListOptions,
): Promise<object> {
  await requireAccount(db.read, accountId);
  const last = after === undefined ? undefined : await getCustomer(db.read, accountId, after);
  const filters = { text: search, email: undefined, reference: undefined, taxId: undefined };
  const range = { createdAfter: undefined, createdBefore: undefined };
  const position = { afterTime: last?.createdAt, afterId: last?.id };
  return pageOf(
    limit,
    (count) => listCustomers(db.read, { accountId, ...filters, ...range, ...position, limit: count }),
    viewCustomer,
  );
}

export async function show({ db }: Foundation, accountId: string, id: string): Promise<object> {
  await requireAccount(db.read, accountId);
  const customer = await getCustomer(db.read, accountId, id);
  const owed = (await readOwed(db.read, accountId, [id])).get(id) ?? [];
  return {
    ...viewCustomer(customer),
    owed: owed.map(({ currency, amount, count: links }) => ({ currency, amount, links })),
  };
}

export interface CreateOptions {
  account: string;
  name: string;
  email?: string;
  taxId?: string;
  reference?: string;
  language?: CustomerLanguage;
}

export async function createOne(
  { db }: Foundation,
  { account: accountId, name, email, taxId, reference, language }: CreateOptions,
): Promise<object> {
  await requireAccountHere(db.read, accountId);
  const customer = await db.transaction(async (trx) => {
    const created = await createCustomer(trx, accountId, {
      name,
      email: email ?? null,
      taxId: taxId ?? null,
      reference: reference ?? null,
      language: language ?? null,
      metadata: {},
    });
    await recordAction(trx, accountId, OPERATOR, { action: 'customer.created', subject: created.id });
    return created;
  });
  return viewCustomer(customer);
}

export interface StatementOptions {
  account: string;
  from: string;
  until: string;
}

export async function statement(
  { db }: Foundation,
  customerId: string,
  { account: accountId, from, until }: StatementOptions,
): Promise<object> {
  const { timeZone } = await requireAccount(db.read, accountId);
  const { id, name } = await getCustomer(db.read, accountId, customerId);
  const { totals, entries } = await readCustomerStatement(
    db.read,
    { accountId, customerId: id },
    { timeZone, from, until },
  );
  return {
    customer: name,
    ...{ from, until, time_zone: timeZone, totals },
    entries: entries.map(({ at, kind, amount, asset, linkCode, status, description, reference }) => ({
      ...{ at: formatTimestamp(at), kind, amount: formatStored(amount), asset },
      ...{ payment_link_code: linkCode, status, description, reference },
    })),
  };
}
