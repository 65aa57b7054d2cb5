import type { MonoClient } from './client.ts';
import { fieldsOf, Unreadable, type Fields } from './fields.ts';

/** The account as Mono has it. */
export async function getAccount(
  client: MonoClient,
  id: string,
  signal: AbortSignal,
  { isBackground = false } = {},
): Promise<Fields> {
  const path = `/api/v1/tenant/accounts/${id}`;
  const account = fieldsOf(await client.call({ method: 'GET', path, isBackground }, signal), 'account');
  if (account['id'] !== id) throw new Unreadable('another account than the one asked for');
  return account;
}
