import {
  columns,
  command,
  limited,
  type Placeholders,
  query,
  type Queryable,
  sql,
  type Trx,
  type Tables,
} from '../../../../db/index.ts';

/** How many indexes a process takes at once; the sequence's increment. */
export const INDEXES_IN_BLOCK = 64;

const take = command.first<Record<string, never>, { first: number }>('evm_addresses.take_block', () =>
  sql.select(sql.raw(`nextval('evm_address_blocks')::integer as first`)),
);

/** The first of 64 indexes, which no other process will get. */
export async function takeBlock(trx: Trx): Promise<number> {
  const block = await take(trx);
  if (!block) throw new Error('the sequence gave nothing');
  return block.first;
}

export interface AddressRow {
  /** In lower case. */
  address: string;
  index: number;
  /** The idempotency key under which it was issued. */
  issuedFor: string;
}

const insertRow = (p: Placeholders<AddressRow>) =>
  sql('evm_addresses').insert({
    ...columns(p, ['address', 'index', 'issuedFor']),
    created_at: sql.raw('service_now()'),
  });

/** Records an address, after which payments to it are seen. Fails if its key already has one. */
export const insertAddress = command.run<AddressRow>('evm_addresses.insert', insertRow);

/** Like `insertAddress`, but changes nothing if its key already has one. */
export const insertFirstAddress = command.run<AddressRow>('evm_addresses.insert_first', (p) =>
  insertRow(p).onConflict('issued_for').ignore(),
);

export const findAddress = query.first<{ key: string }, AddressRow>('evm_addresses.find', (p) =>
  sql('evm_addresses').where({ issued_for: p.key }).select('address', 'index', 'issued_for'),
);

/** Addresses in the order of their indexes, after a given one. */
export const listAddresses = query.all<
  { after: number; limit: number },
  Pick<Tables['evm_addresses'], 'address' | 'index'>
>('evm_addresses.page', (p) =>
  limited(
    sql('evm_addresses').where('index', '>', p.after).orderBy('index').select('address', 'index'),
    p.limit,
  ),
);

const countQuery = query.first<Record<string, never>, { count: number }>('audit.evm_addresses', () =>
  sql.select(sql.raw('(select count(*)::integer from evm_addresses) as count')),
);

/** How many were issued. */
export async function countAddresses(on: Queryable): Promise<number> {
  return (await countQuery(on))?.count ?? 0;
}
