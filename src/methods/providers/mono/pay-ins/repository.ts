import { command, named, query, type Queryable, sql, type Trx, type Tables } from '../../../../db/index.ts';
import { claimDue, putOff, type Due, type Later } from '../../http-rail/index.ts';

const COLUMNS = [
  'id',
  'method',
  'amount',
  'endsAt',
  'isQrRequested',
  'fault',
  'collectionId',
  'destination',
  'qr',
  'expiresAt',
] as const;

/** A collection that this service has requested or is about to request. */
export type CollectionRow = Pick<Tables['mono_collections'], (typeof COLUMNS)[number]>;

export const findCollection = query.first<{ key: string }, CollectionRow>('mono_collections.find', (p) =>
  sql('mono_collections').where({ idempotency_key: p.key }).select(COLUMNS),
);

interface Wanted {
  key: string;
  method: string;
  amount: string;
  until: Date;
  leaseMs: number;
}

/**
 * A collection that its request did not wait for. It is of the same amount, and not issued yet. It may end some seconds
 * earlier, because a link's end is estimated until the link is stored.
 */
const adopt = command.first<Wanted & { forMs: number }, CollectionRow>('mono_collections.adopt', (p) =>
  named(
    `update mono_collections c
        set idempotency_key = :key, leased_until = clock_timestamp() + :leaseMs * interval '1 millisecond'
       from (select id from mono_collections
              where issued_at is null and fault is null
                and created_at > clock_timestamp() - :forMs * interval '1 millisecond'
                and method = :method and amount = :amount
                and wanted_until between :until::timestamptz - interval '10 seconds' and :until
                and (leased_until is null or leased_until <= clock_timestamp())
              order by created_at limit 1 for update skip locked) as spare
      where c.id = spare.id and not exists (select 1 from mono_collections where idempotency_key = :key)
     returning c.id, c.method, c.amount, c.ends_at, c.is_qr_requested, c.fault, c.collection_id, c.destination, c.qr,
               c.expires_at`,
    p,
  ),
);

// Mono ends it in real time, the service by the deployment's clock, which tests can advance (D21).
const insert = command.first<Wanted & { id: string }, CollectionRow>('mono_collections.insert', (p) =>
  named(
    `insert into mono_collections as c (id, idempotency_key, method, amount, wanted_until, ends_at, leased_until)
     values (:id, :key, :method, :amount, :until,
             date_trunc('milliseconds', :until::timestamptz - (service_now() - now())),
             clock_timestamp() + :leaseMs * interval '1 millisecond')
     on conflict do nothing
     returning id, method, amount, ends_at, is_qr_requested, fault, collection_id, destination, qr, expires_at`,
    p,
  ),
);

const lease = command.first<{ key: string; leaseMs: number }, CollectionRow>('mono_collections.lease', (p) =>
  named(
    `update mono_collections
        set leased_until = clock_timestamp() + :leaseMs * interval '1 millisecond'
      where idempotency_key = :key and issued_at is null and fault is null
        and (leased_until is null or leased_until <= clock_timestamp())
     returning id, method, amount, ends_at, is_qr_requested, fault, collection_id, destination, qr, expires_at`,
    p,
  ),
);

/**
 * Leases a collection for a key, so that no other call works on it. It is the key's own, one requested within `forMs`
 * but not issued, or a new one with this id. Undefined while another call works on it, or once it was issued.
 */
export async function leaseCollection(
  trx: Trx,
  wanted: Wanted & { id: string; forMs: number },
): Promise<CollectionRow | undefined> {
  const { id, forMs, ...common } = wanted;
  return (
    (await lease(trx, { key: wanted.key, leaseMs: wanted.leaseMs })) ??
    (await adopt(trx, { ...common, forMs })) ??
    (await insert(trx, { ...common, id }))
  );
}

type Lease = { id: string; key: string };

/** Lets the next call work on it. */
export const releaseCollection = command.run<Lease>('mono_collections.release', (p) =>
  sql('mono_collections').where({ id: p.id, idempotency_key: p.key }).update({ leased_until: null }),
);

/** It never accepts money, because its key is refused from then on. */
export const markFaulty = command.run<{ id: string; fault: string }>('mono_collections.fault', (p) =>
  sql('mono_collections').where({ id: p.id }).whereNull('issued_at').update({ fault: p.fault }),
);

/** Records that a QR is about to be requested. */
export const markQrRequested = command.run<{ id: string }>('mono_collections.request_qr', (p) =>
  sql('mono_collections').where({ id: p.id }).update({ is_qr_requested: true }),
);

interface Issued extends Lease {
  collectionId: string;
  destination: string;
  qr: string | null;
  /** In real time. */
  closesAt: Date;
  firstWaitMs: number;
}

/** Issues a collection for its key. Undefined if another call has taken it over meanwhile. */
export const issueCollection = command.first<Issued, CollectionRow>('mono_collections.issue', (p) =>
  named(
    `update mono_collections
        set collection_id = :collectionId, destination = :destination, qr = :qr, issued_at = clock_timestamp(),
            expires_at = least(wanted_until,
                               :closesAt::timestamptz + date_trunc('milliseconds', service_now() - now())),
            due_at = clock_timestamp() + :firstWaitMs * interval '1 millisecond', leased_until = null
      where id = :id and idempotency_key = :key and issued_at is null
     returning id, method, amount, ends_at, is_qr_requested, fault, collection_id, destination, qr, expires_at`,
    p,
  ),
);

const placesQuery = query.all<
  { ids: string[] },
  { collectionId: string; destination: string; method: string }
>('mono_collections.places', (p) =>
  sql('mono_collections')
    .whereRaw('collection_id = any(?::text[])', [p.ids])
    .select('collection_id', 'destination', 'method'),
);

/** The issued payment instructions, by Mono's ids. */
export async function listIssuedInstructions(
  on: Queryable,
  ids: string[],
): Promise<Map<string, { destination: string; method: string }>> {
  const places = await placesQuery(on, { ids });
  return new Map(places.map(({ collectionId, ...place }) => [collectionId, place]));
}

export interface OpenCollection extends Pick<Tables['mono_collections'], 'id' | 'asked'> {
  collectionId: string;
  /** Whether it may still accept money, as far as the service knows. */
  isOpen: boolean;
  /** Whether no link needs it any more. */
  isOver: boolean;
  isClosed: boolean;
}

/** Claims the collections that are due to be polled. */
// A link that was just created may not be written yet.
export const claimCollections = command.all<Due, OpenCollection>('mono_collections.claim', (p) =>
  claimDue(p, {
    table: 'mono_collections',
    columns: `o.id, o.collection_id, o.asked, o.closed_at is not null as is_closed,
              o.ends_at + interval '2 days' > now() as is_open,
              o.issued_at < clock_timestamp() - interval '2 minutes' and not exists (
                select 1 from payment_link_methods m
                  join payment_links l on (l.account_id, l.code) = (m.account_id, m.link_code)
                 where m.destination = o.destination and l.status in ('active', 'processing')
                   and l.deleted_at is null) as is_over`,
  }),
);

export const askLater = command.run<Later>('mono_collections.ask_later', (p) =>
  putOff(p, { table: 'mono_collections' }),
);

/** Records that Mono has closed it. */
export const markClosed = command.run<{ id: string }>('mono_collections.close', (p) =>
  named('update mono_collections set closed_at = clock_timestamp() where id = :id', p),
);

/** Records the collection in whose attempts one is found. */
export const keepAttempt = command.run<{ id: string; collectionId: string }>('mono_attempts.insert', (p) =>
  sql('mono_attempts').insert({ id: p.id, collection_id: p.collectionId }).onConflict('id').ignore(),
);

export const findCollectionOf = query.first<{ id: string }, { collectionId: string }>(
  'mono_attempts.find',
  (p) => sql('mono_attempts').where({ id: p.id }).select('collection_id'),
);
