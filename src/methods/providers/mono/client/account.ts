import type { MonoClient } from './client.ts';
import type { Fields } from './fields.ts';

/** The account's state at Mono. */
export async function getAccount(
  client: MonoClient,
  id: string,
  signal: AbortSignal,
  { isBackground = false } = {},
): Promise<Fields> {
  const path = `/api/v1/tenant/accounts/${id}`;
  return client.get(path, 'account', signal, { isBackground, having: { id } });
}
