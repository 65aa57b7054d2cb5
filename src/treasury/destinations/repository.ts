import type { Queryable, Trx } from '../../db/connect.ts';
import { columns, sql, statement } from '../../db/statement.ts';
import type { Destination } from '../../methods/providers/provider.ts';

export interface NewDestination {
  account_id: string;
  id: string;
  label: string;
  method: string;
  destination: Destination;
  created_by: string;
  created_at: Date;
}

export interface SavedDestination extends NewDestination {
  created_by_email: string;
  /**
   * From when money is sent there at once: 24 hours after it was saved, or when a second person approved a transfer to it.
   */
  trusted_at: Date;
}

const insertDestinationStatement = statement<Omit<NewDestination, 'destination'> & { destination: string }>(
  'withdrawal_destinations.insert',
  (p) =>
    sql('withdrawal_destinations').insert(
      columns(p, ['account_id', 'id', 'label', 'method', 'destination', 'created_by', 'created_at']),
    ),
);

export async function insertDestination(trx: Trx, row: NewDestination): Promise<void> {
  await insertDestinationStatement.run(trx, { ...row, destination: JSON.stringify(row.destination) });
}

const destinationsOf = (accountId: unknown) =>
  sql('withdrawal_destinations as d')
    .join('users as u', 'u.id', 'd.created_by')
    .where({ 'd.account_id': accountId as string })
    .whereNull('d.removed_at')
    .select(
      'd.*',
      'u.email as created_by_email',
      sql.raw(`least(d.created_at + interval '24 hours',
        (select min(r.decided_at) from transfer_requests r
          where r.account_id = d.account_id and r.destination_id = d.id and r.decision = 'approved')) as trusted_at`),
    );

const listDestinationsStatement = statement<{ accountId: string }, SavedDestination>(
  'withdrawal_destinations.list',
  (p) => destinationsOf(p.accountId).orderBy(['d.label', 'd.id']),
);

/** Those that were not removed, by label. */
export function listDestinations(on: Queryable, accountId: string): Promise<SavedDestination[]> {
  return listDestinationsStatement.all(on, { accountId });
}

interface Key {
  accountId: string;
  id: string;
}

const findDestinationStatement = statement<Key, SavedDestination>('withdrawal_destinations.find', (p) =>
  destinationsOf(p.accountId).where('d.id', p.id),
);

export function findDestination(
  on: Queryable,
  accountId: string,
  id: string,
): Promise<SavedDestination | undefined> {
  return findDestinationStatement.first(on, { accountId, id });
}

const lockDestinationStatement = statement<Key, SavedDestination>('withdrawal_destinations.lock', (p) =>
  destinationsOf(p.accountId).where('d.id', p.id).forNoKeyUpdate('d'),
);

/** Locked before the withdrawals to it, so that none is created while it is removed. */
export function lockDestination(
  trx: Trx,
  accountId: string,
  id: string,
): Promise<SavedDestination | undefined> {
  return lockDestinationStatement.first(trx, { accountId, id });
}

const removeDestinationStatement = statement<Key & { now: Date }>('withdrawal_destinations.remove', (p) =>
  sql('withdrawal_destinations').where({ account_id: p.accountId, id: p.id }).update({ removed_at: p.now }),
);

export async function removeDestination(trx: Trx, accountId: string, id: string): Promise<void> {
  await removeDestinationStatement.run(trx, { accountId, id, now: await trx.now });
}
