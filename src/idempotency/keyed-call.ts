import { hash } from 'node:crypto';
import { canonicalJson } from '../lib/json.ts';

/** One call as idempotency sees it: its account, its key, and what it requests. */
export interface KeyedCall {
  accountId: string;
  /** The API key that it was made with; null for a command. */
  credentialId: string | null;
  /** The client's idempotency key. */
  key: string;
  /** SHA-256 over method, path and canonical body (D16). */
  requestHash: Buffer;
}

export function keyedCall(call: {
  accountId: string;
  credentialId: string | null;
  key: string;
  method: string;
  path: string;
  body: unknown;
}): KeyedCall {
  const { accountId, credentialId, key, method, path, body } = call;
  const request = `${method} ${path}\n${canonicalJson(body ?? null)}`;
  return { accountId, credentialId, key, requestHash: hash('sha256', request, 'buffer') };
}
