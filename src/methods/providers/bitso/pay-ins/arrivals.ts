import { type Arrival, type ArrivalRequest, ProviderFailure } from '../../../index.ts';
import type { BitsoClient } from '../client/client.ts';
import { amountOf, fieldsOf, listOf, optionalText, textOf, timeOf, type Fields } from '../client/fields.ts';

const PAGE_SIZE = 100;
/** Of fundings that are newer than what is looked for; more would take longer than a look-up may. */
const MAX_PAGES = 20;
/** The allowed difference between Bitso's clock and ours. */
const LEEWAY_MS = 10 * 60_000;

/**
 * The funding that a transfer on chain became, found by its hash (D39). The fields of `details` are those of Bitso's
 * earlier documentation, which clients still read: the present one shows none for deposits on chain.
 */
export async function findArrivalOnChain(
  client: BitsoClient,
  { sentReference, asset, destination, sentAt }: ArrivalRequest,
  signal: AbortSignal,
): Promise<Arrival> {
  const hash = hashIn(sentReference);
  if (hash === undefined || !('address' in destination))
    throw new ProviderFailure('refused', 'Only what was sent on a chain is looked for at Bitso.');
  const found = await findByHash(client, hash, sentAt, signal);
  if (!found) return { status: 'absent' };
  const reference = textOf(found, 'fid');
  const { details } = found;
  const address = optionalText(details ? fieldsOf(details, 'details') : {}, 'funding_address');
  if (address !== undefined && address.toLowerCase() !== destination.address.toLowerCase())
    return { status: 'refused', reference, message: `It is listed at the address ${address}.` };
  switch (textOf(found, 'status').toLowerCase()) {
    case 'complete':
      return {
        status: 'arrived',
        reference,
        asset: assetOf(found, asset),
        amount: amountOf(found, 'amount'),
      };
    case 'failed':
      return { status: 'refused', reference, message: 'Bitso says that the deposit failed.' };
    default:
      return { status: 'seen' };
  }
}

/** The hash of the transaction by which a deposit came; undefined if it did not come on a chain. */
export function hashOf({ details }: Fields): string | undefined {
  return details ? hashIn(optionalText(fieldsOf(details, 'details'), 'tx_hash') ?? '') : undefined;
}

/** What it is called on the chain: Bitso keeps USDC as the currency `usd`, and names the asset besides. */
export function assetOf(funding: Fields, otherwise?: string): string {
  return (
    optionalText(funding, 'asset') ??
    optionalText(funding, 'currency') ??
    otherwise ??
    ''
  ).toUpperCase();
}

async function findByHash(
  client: BitsoClient,
  hash: string,
  since: Date,
  signal: AbortSignal,
): Promise<Fields | undefined> {
  const oldest = since.getTime() - LEEWAY_MS;
  let marker: string | undefined;
  for (let page = 0; page < MAX_PAGES; page++) {
    const after: string = marker === undefined ? '' : `&marker=${encodeURIComponent(marker)}`;
    const path = `/v3/fundings?limit=${PAGE_SIZE}${after}`;
    const fundings = listOf(
      await client.call({ method: 'GET', path, isBackground: true }, signal),
      'fundings',
    );
    const found = fundings.find((funding) => hashOf(funding) === hash);
    const last = fundings.at(-1);
    if (found || !last || fundings.length < PAGE_SIZE) return found;
    // Newest first, as documented.
    if (timeOf(last, 'created_at').getTime() < oldest) return undefined;
    marker = textOf(last, 'fid');
  }
  throw new ProviderFailure('unavailable', `Bitso has more than ${MAX_PAGES * PAGE_SIZE} newer deposits.`);
}

function hashIn(text: string): string | undefined {
  return /(?:^|:)(0x[0-9a-f]{64})$/.exec(text.toLowerCase())?.[1];
}
