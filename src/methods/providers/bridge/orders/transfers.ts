import type { Money } from '../../../../lib/money.ts';
import type { BridgeClient } from '../client/client.ts';
import { type Fields, optionalAmount, optionalText, partOf } from '../client/fields.ts';
import { pagesSince } from '../client/lists.ts';

/** Reads one transfer. Throws a ProviderFailure; for one that Bridge does not have, a RailError that says so. */
export async function getTransfer(
  client: BridgeClient,
  id: string,
  signal: AbortSignal,
  { isBackground = false } = {},
): Promise<Fields> {
  const path = `/transfers/${encodeURIComponent(id)}`;
  return client.get(path, 'transfer', signal, { isBackground, having: { id } });
}

/** Looks for what was requested by our id, in a list that has no filter for it. */
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

/** What was sent to us, before any fee; undefined while Bridge does not say. */
export function amountIn(transfer: Fields): Money | undefined {
  return optionalAmount(partOf(transfer, 'receipt'), 'initial_amount') ?? optionalAmount(transfer, 'amount');
}

/**
 * The id by which a deposit is sent back. The documentation shows it for virtual accounts only: a transfer that does not
 * name it has none.
 */
export function depositIdOf(transfer: Fields): string | undefined {
  return optionalText(partOf(transfer, 'source'), 'deposit_id');
}
