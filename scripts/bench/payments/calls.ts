import { randomUUID } from 'node:crypto';
import type { BenchAccount } from '../rig.ts';

export interface PostCall {
  path: string;
  body: object;
}

/** The deposit that pays a link, by the API's test helper. */
export function depositOf(code: string): PostCall {
  return { path: `/v1/test_helpers/payment_links/${code}/deposit`, body: { method: 'SPEI' } };
}

/** Of a call that is made for the first time. */
export function newCallHeaders({ apiKey }: BenchAccount): Record<string, string> {
  return { authorization: `Bearer ${apiKey}`, 'idempotency-key': randomUUID() };
}

/** Posts it as a new call, and throws unless it created something. */
export async function post(url: string, account: BenchAccount, { path, body }: PostCall): Promise<object> {
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { ...newCallHeaders(account), 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (response.status !== 201) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as object;
}
