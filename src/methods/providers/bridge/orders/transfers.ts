import type { Money } from '../../../../lib/money.ts';
import type { BridgeClient } from '../client/client.ts';
import { type Fields, optionalAmount, optionalText, partOf } from '../client/fields.ts';
import { pagesSince } from '../client/lists.ts';

/** Reads one transfer. Throws a ProviderFailure; a RailError with `not_there` if Bridge does not have it. */
export async function getTransfer(
  client: BridgeClient,
  id: string,
  signal: AbortSignal,
  { isBackground = false } = {},
): Promise<Fields> {
  const path = `/transfers/${encodeURIComponent(id)}`;
  return client.get(path, 'transfer', signal, { isBackground, having: { id } });
}

/** Finds a request by our id, in a list that cannot be filtered by it. */
export async function findTransfer(
  { client, customerId }: { client: BridgeClient; customerId: string },
  { id, requestedAt }: { id: string; requestedAt: Date },
  signal: AbortSignal,
): Promise<Fields | undefined> {
  const path = `/customers/${encodeURIComponent(customerId)}/transfers`;
  for await (const page of pagesSince(client, { path, since: requestedAt }, signal)) {
    const found = page.find((transfer) => optionalText(transfer, 'client_reference_id') === id);
    if (found) return found;
  }
  return undefined;
}

/** The amount sent to us before fees; undefined while Bridge does not state it. */
export function amountIn(transfer: Fields): Money | undefined {
  return optionalAmount(partOf(transfer, 'receipt'), 'initial_amount') ?? optionalAmount(transfer, 'amount');
}

/**
 * The id by which a deposit is returned. The documentation shows it for virtual accounts only, so a transfer without it
 * cannot be returned this way.
 */
export function depositIdOf(transfer: Fields): string | undefined {
  return optionalText(partOf(transfer, 'source'), 'deposit_id');
}
