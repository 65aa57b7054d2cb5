import { isUsedBefore, wordOf, requireAmount, requireTaken } from '../../http-rail/index.ts';
import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '../../../../db/index.ts';
import { deterministicHex } from '../../../../lib/ids.ts';
import type { Logger } from '../../../../lib/logger.ts';
import { money } from '../../../../lib/money.ts';
import { wordsOf } from '../../../../lib/errors/words.ts';
import { type InstructionsRequest, type IssuedInstructions, ProviderFailure } from '../../../index.ts';
import type { MonoClient } from '../client/client.ts';
import { reasonOf } from '../client/errors.ts';
import {
  amountOf,
  ASSET,
  fieldsOf,
  idOf,
  inCentavos,
  listOf,
  optionalText,
  stateOf,
  timeOf,
  Unreadable,
  type Fields,
} from '../client/fields.ts';
import { readPage, type List } from '../client/lists.ts';
import { findQr } from './qr.ts';
import * as repository from './repository.ts';
import type { CollectionRow } from './repository.ts';

export const COLLECTIONS: List = { path: '/api/v1/collections', name: 'collections' };
/**
 * Registering a key takes up to a second. A key that takes longer is shown later, because it must not hold up the
 * offer.
 */
const READY_WITHIN_MS = 1_500;
const PAUSE_MS = 100;
/** Each query uses one of five calls a second, and the QR needs two. */
const ASK_EVERY_MS = 350;
/** Longer than a call may work on a collection, so that a lease lapses only when its process has died. */
const LEASE_MS = 15_000;
/**
 * How long a collection that its request did not wait for is reserved for the next request; after that, its key may
 * never come.
 */
const SPARE_FOR_MS = 60_000;
/** Notices and the statement are faster, so polling a collection is a fallback. */
const FIRST_WAIT_MS = 5 * 60_000;
/** A key of Bre-B, which has no spaces. */
const KEY = /^[\x21-\x7e]{1,92}$/;

export interface CollectionParts {
  db: Pick<Database, 'read' | 'transaction'>;
  client: MonoClient;
  logger: Logger;
  receivingAccount: string;
}

/**
 * Opens a single-use collection, with a key that accepts exactly the amount, once, until it expires. The same key of
 * ours returns the same collection, even after a lost response. Mono registers the collection's key after its response.
 * Until then this fails as `unavailable`, and the next request for the same amount and time continues with that
 * collection. Throws a ProviderFailure.
 */
export async function issueByCollection(
  parts: CollectionParts,
  request: InstructionsRequest,
  signal: AbortSignal,
): Promise<IssuedInstructions> {
  const { db } = parts;
  const { idempotencyKey: key, method, amount, expiresAt: until } = request;
  requireTaken('Mono', request, { kind: 'key', asset: ASSET, places: 'Bre-B keys' });
  inCentavos(amount);
  const wanted = { key, method, amount: amount.toFixed(2), until, leaseMs: LEASE_MS };
  const id = `col_${deterministicHex('mono', 'collection', key).slice(0, 32)}`;
  const deadline = performance.now() + READY_WITHIN_MS;
  for (;;) {
    const known = await repository.findCollection(db.read, { key });
    if (known && known.destination !== null) return toInstructions(known, request);
    if (known && known.fault !== null) throw new ProviderFailure('refused', known.fault);
    const leased = await db.transaction((trx) =>
      repository.leaseCollection(trx, { ...wanted, id, forMs: SPARE_FOR_MS }),
    );
    if (leased) return toInstructions(await openLeased(parts, { ...leased, key }, deadline, signal), request);
    // Another call is working on the same key.
    if (signal.aborted || performance.now() > deadline)
      throw new ProviderFailure('unavailable', 'The key is still being registered.');
    await delay(PAUSE_MS, undefined, { signal }).catch(() => undefined);
  }
}

type Leased = CollectionRow & { key: string };

async function openLeased(
  parts: CollectionParts,
  row: Leased,
  deadline: number,
  signal: AbortSignal,
): Promise<CollectionRow> {
  const { db, client, logger } = parts;
  try {
    if (row.endsAt.getTime() <= Date.now())
      throw new ProviderFailure('refused', 'It would have to end before it began.');
    const collection = await untilReady(client, await open(parts, row, signal), row, deadline, signal);
    const collectionId = idOf(collection, 'id', 'bbcol');
    const qr = await findQr({ db, client, logger }, row, collectionId, signal);
    const closesAt =
      optionalText(collection, 'expires_at') === undefined ? row.endsAt : timeOf(collection, 'expires_at');
    const issued = await db.transaction((trx) =>
      repository.issueCollection(trx, {
        id: row.id,
        key: row.key,
        collectionId,
        destination: keyOf(collection),
        qr: qr ?? null,
        closesAt: closesAt,
        firstWaitMs: FIRST_WAIT_MS,
      }),
    );
    if (!issued) throw new ProviderFailure('unavailable', 'Another call has taken the collection over.');
    return issued;
  } catch (error) {
    if (error instanceof ProviderFailure && error.kind === 'refused')
      await db.transaction((trx) => repository.markFaulty(trx, { id: row.id, fault: wordsOf(error) }));
    await db.transaction((trx) => repository.releaseCollection(trx, row));
    throw error;
  }
}

/** Repeating an `external_id` returns the existing collection, with the amount of the first request. */
async function open(
  { client, receivingAccount }: CollectionParts,
  row: Leased,
  signal: AbortSignal,
): Promise<Fields> {
  const amount = inCentavos(money(row.amount));
  const body = JSON.stringify({
    tenant_account_id: receivingAccount,
    collections: [
      {
        external_id: row.id,
        usage_mode: 'single_use',
        total_minimum_amount: amount,
        total_maximum_amount: amount,
        expires_at: row.endsAt.toISOString(),
      },
    ],
  });
  let answer: Fields;
  try {
    const call = { method: 'POST', path: COLLECTIONS.path, body, idempotencyKey: row.id } as const;
    answer = fieldsOf(await client.call(call, signal), 'collections');
  } catch (error) {
    if (!isUsedBefore(error)) throw error;
    const query = { external_id: row.id };
    const { entries } = await readPage(client, COLLECTIONS, { query, pageSize: 10 }, signal);
    answer = { duplicated: entries };
  }
  const arrays = ['created', 'duplicated', 'rejected'].map((name) => listOf(answer[name] ?? [], name));
  const [ours, ...others] = arrays.flat().filter((one) => one['external_id'] === row.id);
  if (!ours || others.length > 0) throw new Unreadable('collections without the one asked for');
  if (arrays[2]?.includes(ours)) {
    const code = wordOf(ours['error_code']) ?? 'unknown';
    throw new ProviderFailure('refused', `Mono rejected the collection (${code}).`, {
      reason: reasonOf(code),
    });
  }
  return ours;
}

/** Waits until its key is in the directory, because no bank finds it before that. */
async function untilReady(
  client: MonoClient,
  opened: Fields,
  row: Leased,
  deadline: number,
  signal: AbortSignal,
): Promise<Fields> {
  let collection = opened;
  for (;;) {
    requireOurs(collection, row);
    switch (stateOf(collection)) {
      case 'ready':
        return collection;
      case 'failed':
      case 'discarded':
      case 'paid':
      case 'minimum_paid': {
        const why = wordOf(collection['state_reason']) ?? 'no reason';
        throw new ProviderFailure('refused', `The collection is ${stateOf(collection)} (${why}).`);
      }
    }
    if (performance.now() > deadline || signal.aborted)
      throw new ProviderFailure('unavailable', 'The key is still being registered.');
    await delay(ASK_EVERY_MS, undefined, { signal }).catch(() => undefined);
    const path = `${COLLECTIONS.path}/${idOf(collection, 'id', 'bbcol')}`;
    try {
      collection = await client.get(path, 'collection', signal);
    } catch (error) {
      if (!(error instanceof ProviderFailure) || error.kind !== 'timeout') throw error;
    }
  }
}

/** A collection of another amount, account or kind is never shown to a payer. */
function requireOurs(collection: Fields, { id, amount }: CollectionRow): void {
  if (collection['external_id'] !== id) throw new Unreadable('another collection than the one asked for');
  const isExact = ['total_minimum_amount', 'total_maximum_amount'].every((name) =>
    amountOf(collection, name).eq(money(amount)),
  );
  if (!isExact) throw new ProviderFailure('refused', 'Mono has this collection with another amount.');
  if (collection['usage_mode'] !== 'single_use')
    throw new ProviderFailure('refused', 'Mono has this collection for several payments.');
}

/** The declared type is not used, because Mono's own example calls a key that begins with @ an identification. */
function keyOf(collection: Fields): string {
  const active = listOf(collection['keys'], 'keys').filter(
    ({ state }) => state === undefined || state === 'active',
  );
  const key = active.map((one) => optionalText(one, 'value')).find((value) => KEY.test(value ?? ''));
  if (key === undefined) throw new Unreadable('a collection that is ready, without a key');
  return key;
}

function toInstructions(row: CollectionRow, request: InstructionsRequest): IssuedInstructions {
  const { destination, qr, expiresAt } = row;
  requireAmount(request, row.amount);
  if (destination === null || expiresAt === null) throw new Error('the collection was not given out');
  return {
    instructions: { bank: { name: 'Bre-B' }, reference: destination, ...(qr === null ? {} : { qr }) },
    destination,
    reference: null,
    expiresAt,
  };
}
