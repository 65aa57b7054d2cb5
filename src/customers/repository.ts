import {
  columns,
  command,
  named,
  narrow,
  newestFirst,
  noteChange,
  query,
  type Queryable,
  sql,
  type Tables,
  type Trx,
} from '../db/index.ts';
import { searchedWords, termsOf } from './search.ts';

export type CustomerLanguage = 'en' | 'es';

export interface Customer extends Pick<
  Tables['customers'],
  'accountId' | 'id' | 'name' | 'email' | 'taxId' | 'reference' | 'createdAt' | 'updatedAt'
> {
  /** The language of what is written to them; null if it is not known. */
  language: CustomerLanguage | null;
  metadata: Record<string, string>;
}

interface CustomerKey {
  accountId: string;
  id: string;
}

const CHANGEABLE = ['name', 'email', 'taxId', 'reference', 'language', 'metadata', 'updatedAt'] as const;
const COLUMNS = ['accountId', 'id', ...CHANGEABLE, 'createdAt'] as const;

const customers = () => sql('customers').whereNull('deleted_at');

type Stored = Omit<Customer, 'metadata'> & { metadata: string };

const insertRow = command.run<Stored>('customers.insert', (p) =>
  sql('customers').insert(columns(p, COLUMNS)),
);

const updateRow = command.run<Stored>('customers.update', (p) =>
  sql('customers').where({ account_id: p.accountId, id: p.id }).update(columns(p, CHANGEABLE)),
);

const insertTerms = command.run<CustomerKey & { terms: string[] }>('customer_terms.insert', (p) =>
  named(
    `insert into customer_terms (account_id, term, customer_id)
     select :accountId::uuid, term, :id::uuid from unnest(:terms::text[]) as term`,
    p,
  ),
);

const deleteTerms = command.run<CustomerKey>('customer_terms.delete', (p) =>
  sql('customer_terms').where({ account_id: p.accountId, customer_id: p.id }).delete(),
);

/** Fails with `customer_reference_taken` when another customer of the account has the same reference. */
export function insertCustomer(trx: Trx, customer: Customer): void {
  const { accountId, id } = customer;
  noteChange(trx, accountId);
  trx.defer(insertRow(trx, toStored(customer)));
  trx.defer(insertTerms(trx, { accountId, id, terms: termsOf(customer) }));
}

/** Writes the fields of a locked customer; fails as `insertCustomer` does. */
export function updateCustomer(trx: Trx, customer: Customer): void {
  const { accountId, id } = customer;
  trx.defer(updateRow(trx, toStored(customer)));
  trx.defer(deleteTerms(trx, { accountId, id }));
  trx.defer(insertTerms(trx, { accountId, id, terms: termsOf(customer) }));
}

function toStored(customer: Customer): Stored {
  return { ...customer, metadata: JSON.stringify(customer.metadata) };
}

const eraseRow = command.run<CustomerKey & { at: Date }>('customers.erase', (p) =>
  named(
    `update customers
        set name = '', email = null, tax_id = null, reference = null, language = null, metadata = '{}',
            updated_at = :at, deleted_at = :at
      where account_id = :accountId and id = :id`,
    p,
  ),
);

/** Leaves nothing of a locked customer but its id. */
export async function eraseCustomer(trx: Trx, key: CustomerKey): Promise<void> {
  trx.defer(eraseRow(trx, { ...key, at: await trx.now }));
  trx.defer(deleteTerms(trx, key));
}

export const findCustomer = query.first<CustomerKey, Customer>('customers.find', (p) =>
  customers().where({ account_id: p.accountId, id: p.id }).select(COLUMNS),
);

/** Until the transaction ends, it can be neither changed nor named by a new link. */
export const lockCustomer = command.first<CustomerKey, Customer>('customers.lock', (p) =>
  customers().where({ account_id: p.accountId, id: p.id }).select(COLUMNS).forUpdate(),
);

/** Until the transaction ends, it cannot be deleted. */
export const shareCustomer = command.first<CustomerKey, { id: string }>('customers.share', (p) =>
  customers().where({ account_id: p.accountId, id: p.id }).select('id').forShare(),
);

export interface CustomerFilters {
  /** In either case. */
  email: string | undefined;
  reference: string | undefined;
  /** As `parseTaxId` returns it. */
  taxId: string | undefined;
  /** Words of their names, addresses, tax ids and references, or the beginnings of such words. */
  text: string | undefined;
  createdAfter: Date | undefined;
  createdBefore: Date | undefined;
}

interface CustomerQuery extends CustomerFilters {
  accountId: string;
  afterTime: Date | undefined;
  afterId: string | undefined;
  limit: number;
}

interface ListParams extends Omit<CustomerQuery, 'text'> {
  word: string | undefined;
  end: string | undefined;
  others: readonly string[] | undefined;
}

/** Sorts after every word with the same beginning. */
const LAST = '\u{10ffff}';

const listFiltered = query.filtered<ListParams, Customer>('customers.list', (p, given) => {
  const listed = customers().where('account_id', p.accountId).select(COLUMNS);
  narrow(listed, p, given, {
    email: named('lower(email) = lower(:email)', p),
    reference: 'reference',
    taxId: 'tax_id',
    word: named(
      `id in (select customer_id from customer_terms
               where account_id = :accountId and term >= :word and term < :end)
       and not exists (
         select from unnest(:others::text[]) as other (word)
          where not exists (select from customer_terms t
                             where t.account_id = :accountId and t.customer_id = customers.id
                               and t.term >= other.word and t.term < other.word || '${LAST}'))`,
      p,
    ),
    createdAfter: ['created_at', '>='],
    createdBefore: ['created_at', '<='],
  });
  const after = given.has('afterId') ? ([p.afterTime, p.afterId] as const) : undefined;
  return newestFirst(listed, { time: 'created_at', id: 'id', idType: 'uuid' }, after, p.limit);
});

/** Newest first. A text without words finds none. */
export async function listCustomers(on: Queryable, { text, ...given }: CustomerQuery): Promise<Customer[]> {
  const [word, ...others] = text === undefined ? [] : searchedWords(text);
  if (text !== undefined && word === undefined) return [];
  return listFiltered(on, {
    ...given,
    word,
    end: word === undefined ? undefined : `${word}${LAST}`,
    others: word === undefined ? undefined : others,
  });
}
