import {
  columns,
  limited,
  type Places,
  type Queryable,
  sql,
  statement,
  type Trx,
} from '../../../../db/index.ts';

/** How many indexes a process takes at once; the sequence's increment. */
export const INDEXES_IN_BLOCK = 64;

const takeStatement = statement<Record<string, never>, { first: number }>('evm_addresses.take_block', () =>
  sql.select(sql.raw(`nextval('evm_address_blocks')::integer as first`)),
);

/** The first of 64 indexes that nobody else will get. */
export async function takeBlock(trx: Trx): Promise<number> {
  const block = await takeStatement.first(trx, {});
  if (!block) throw new Error('the sequence gave nothing');
  return block.first;
}

export interface AddressRow {
  /** In lower case. */
  address: string;
  index: number;
  /** The idempotency key under which it was issued. */
  issued_for: string;
}

const insertRow = (p: Places<AddressRow>) =>
  sql('evm_addresses').insert({
    ...columns(p, ['address', 'index', 'issued_for']),
    created_at: sql.raw('service_now()'),
  });

const insertStatement = statement<AddressRow>('evm_addresses.insert', insertRow);

/** Records an address: from now on, payments to it are seen. Fails if its key already has one. */
export async function insertAddress(trx: Trx, row: AddressRow): Promise<void> {
  await insertStatement.run(trx, row);
}

const insertFirstStatement = statement<AddressRow>('evm_addresses.insert_first', (p) =>
  insertRow(p).onConflict('issued_for').ignore(),
);

/** Like `insertAddress`, but changes nothing if its key already has one. */
export async function insertFirstAddress(trx: Trx, row: AddressRow): Promise<void> {
  await insertFirstStatement.run(trx, row);
}

const findStatement = statement<{ key: string }, AddressRow>('evm_addresses.find', (p) =>
  sql('evm_addresses').where({ issued_for: p.key }).select('address', 'index', 'issued_for'),
);

export function findAddress(on: Queryable, key: string): Promise<AddressRow | undefined> {
  return findStatement.first(on, { key });
}

const pageStatement = statement<{ after: number; limit: number }, { address: string; index: number }>(
  'evm_addresses.page',
  (p) =>
    limited(
      sql('evm_addresses').where('index', '>', p.after).orderBy('index').select('address', 'index'),
      p.limit,
    ),
);

/** Addresses in the order of their indexes, after a given one. */
export function listAddresses(
  on: Queryable,
  page: { after: number; limit: number },
): Promise<{ address: string; index: number }[]> {
  return pageStatement.all(on, page);
}

const countStatement = statement<Record<string, never>, { count: number }>('audit.evm_addresses', () =>
  sql.select(sql.raw('(select count(*)::integer from evm_addresses) as count')),
);

/** How many were issued. */
export async function countAddresses(on: Queryable): Promise<number> {
  return (await countStatement.first(on, {}))?.count ?? 0;
}
