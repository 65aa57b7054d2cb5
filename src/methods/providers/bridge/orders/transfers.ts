import type { BridgeClient } from '../client/client.ts';
import { type Fields, fieldsOf, optionalText, textOf, Unreadable } from '../client/fields.ts';
import { pagesSince } from '../client/lists.ts';

/** Reads one transfer. Throws a ProviderFailure; for one that Bridge does not have, a BridgeError that says so. */
export async function getTransfer(
  client: BridgeClient,
  id: string,
  signal: AbortSignal,
  { isBackground = false } = {},
): Promise<Fields> {
  const path = `/transfers/${encodeURIComponent(id)}`;
  const transfer = fieldsOf(await client.call({ method: 'GET', path, isBackground }, signal), 'transfer');
  if (textOf(transfer, 'id') !== id) throw new Unreadable('another transfer than the one asked for');
  return transfer;
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
