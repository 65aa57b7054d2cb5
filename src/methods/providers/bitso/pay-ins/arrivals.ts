import { type Arrival, type ArrivalRequest, destinationKey, ProviderFailure } from '../../../index.ts';
import { pagesBack, type Page } from '../../http-rail/index.ts';
import type { BitsoClient } from '../client/client.ts';
import {
  amountOf,
  optionalText,
  partOf,
  reader,
  statusOf,
  textOf,
  timeOf,
  type Fields,
} from '../client/fields.ts';

const PAGE_SIZE = 100;
/** The newest fundings are searched; more pages would take longer than a look-up may. */
const MAX_PAGES = 20;

// The current documentation shows no on-chain deposit. The first name of each list is from the documentation of 2022;
// the others are read by clients or were seen in recorded responses (docs/rails/bitso.md).
const HASH_FIELDS = ['tx_hash', 'txHash', 'transaction_hash'];
const ADDRESS_FIELDS = ['funding_address', 'receiving_address'];

/**
 * Finds an on-chain transfer at Bitso by its hash, and returns its state. Every look-up returns the same funding, even
 * if several name the hash, because a transfer may be credited only once (D39).
 */
export async function findArrivalOnChain(
  client: BitsoClient,
  { sentReference, asset, destination, sentAt }: ArrivalRequest,
  signal: AbortSignal,
): Promise<Arrival> {
  const hash = hashIn(sentReference);
  if (hash === undefined || !('address' in destination))
    throw new ProviderFailure('refused', 'Only what was sent on a chain is looked for at Bitso.');
  const found = await listByHash(client, hash, sentAt, signal);
  const listed = found.map((funding) => toArrival(funding, asset, destination.address));
  const first = (status: Arrival['status']): Arrival | undefined =>
    listed.find((arrival) => arrival.status === status);
  // The oldest credit counts, because nothing that comes later changes what has arrived.
  return first('arrived') ?? first('seen') ?? first('refused') ?? { status: 'absent' };
}

/** The transaction hash of an on-chain deposit; undefined for any other. */
export function hashOf(funding: Fields): string | undefined {
  return hashIn(detailOf(funding, HASH_FIELDS) ?? '');
}

/** The currency that was credited. It is named like the account's balances, whereas `asset` may differ. */
export function assetOf(funding: Fields): string {
  return textOf(funding, 'currency').toUpperCase();
}

function toArrival(funding: Fields, asset: string, address: string): Arrival {
  const reference = textOf(funding, 'fid');
  const listed = detailOf(funding, ADDRESS_FIELDS);
  if (listed !== undefined && isWhole(listed) && destinationKey(listed) !== destinationKey(address))
    return { status: 'refused', reference, message: `It is listed at the address ${listed}.` };
  const status = statusOf(funding);
  if (status === 'failed')
    return { status: 'refused', reference, message: 'Bitso says that the deposit failed.' };
  if (status !== 'complete') return { status: 'seen' };
  const credited = assetOf(funding);
  if (credited !== asset)
    return { status: 'refused', reference, message: `Bitso credited it as ${credited}, not as ${asset}.` };
  return { status: 'arrived', reference, asset, amount: amountOf(funding, 'amount') };
}

/** All fundings since a time that name the hash, oldest first. */
async function listByHash(
  client: BitsoClient,
  hash: string,
  since: Date,
  signal: AbortSignal,
): Promise<Fields[]> {
  const found: Fields[] = [];
  const read = async (marker: string | undefined): Promise<Page<Fields>> => {
    const query = { limit: PAGE_SIZE, marker };
    const items = await client.list('/v3/fundings', 'fundings', signal, { query, isBackground: true });
    const last = items.length < PAGE_SIZE ? undefined : items.at(-1);
    return { items, next: last && textOf(last, 'fid') };
  };
  let pages = 0;
  for await (const fundings of pagesBack(reader, read, {
    since,
    timeOf: (funding) => timeOf(funding, 'created_at'),
  })) {
    if (pages++ === MAX_PAGES) {
      if (found.length > 0) break;
      throw new ProviderFailure(
        'unavailable',
        `Bitso has more than ${MAX_PAGES * PAGE_SIZE} newer deposits.`,
      );
    }
    // Newest first, as documented.
    for (const funding of fundings) if (hashOf(funding) === hash) found.unshift(funding);
  }
  return found;
}

function detailOf(funding: Fields, names: readonly string[]): string | undefined {
  const fields = partOf(funding, 'details');
  return names.map((name) => optionalText(fields, name)).find((text) => text !== undefined);
}

/** Bitso masks accounts in some lists, where only the hash can be compared. */
function isWhole(address: string): boolean {
  return /^0x[0-9a-f]{40}$/i.test(address);
}

/** Without its prefix and in lower case, since chains print it either way. */
function hashIn(text: string): string | undefined {
  return /(?:^|:)(?:0x)?([0-9a-f]{64})$/.exec(text.toLowerCase())?.[1];
}
