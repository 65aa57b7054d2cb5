import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Settings } from '../state/settings.ts';
import { Refusal } from './refusal.ts';

export type Product = 'bitso' | 'juno';

export interface Credentials {
  key: string;
  secret: string;
}

/** What is signed: the path includes the query, and the body is the bytes that were sent. */
export interface SignedRequest {
  authorization: string | undefined;
  method: string;
  path: string;
  body: Buffer;
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 3_600_000;

/** Lets in only what is signed as documented, once, and within the limits. */
export function createGate(owners: Record<Product, Credentials>, settings: Settings, now: () => number) {
  const nonces = new Set<string>();
  const windows = new Map<string, { minute: number; calls: number; lockedUntil: number; locks: number }>();

  function authenticate(product: Product, { authorization = '', method, path, body }: SignedRequest): void {
    const [, key, nonce = '', signature = ''] = /^Bitso ([^:\s]+):(\w+):(\w+)$/.exec(authorization) ?? [];
    const owner = Object.values(owners).find((candidate) => candidate.key === key);
    if (!owner) throw new Refusal('0201', 'Invalid credentials');
    if (owner.key !== owners[product].key) throw new Refusal('0202', 'The key has no right to this call');
    // v2: milliseconds of the epoch and 1 to 6 digits of chance. v1, a plain growing number, is refused.
    if (!/^[0-9]{14,19}$/.test(nonce)) throw new Refusal('0206', 'Invalid nonce type', 'nonce_repeated');
    const expected = createHmac('sha256', owner.secret)
      .update(nonce + method + path)
      .update(body)
      .digest('hex');
    if (
      signature.length !== expected.length ||
      !timingSafeEqual(Buffer.from(signature), Buffer.from(expected))
    ) {
      throw new Refusal('0215', 'Check your credentials');
    }
    // By the real time: the caller's clock does not move with this server's.
    const distanceMs = Math.abs(Number(nonce.slice(0, 13)) - Date.now());
    if (settings.nonceWindowMs !== null && distanceMs > settings.nonceWindowMs) {
      throw new Refusal('0207', 'The nonce is of too long ago, or too far ahead', 'nonce_time');
    }
    const used = `${owner.key} ${nonce}`;
    if (nonces.has(used)) throw new Refusal('0207', 'The nonce was used before', 'nonce_repeated');
    nonces.add(used);
  }

  /** More calls a minute than allowed lock the caller for a minute, and a caller that was locked before for a day. */
  function count(caller: string, allowed: number): void {
    const window = windows.get(caller) ?? { minute: 0, calls: 0, lockedUntil: 0, locks: 0 };
    windows.set(caller, window);
    if (now() < window.lockedUntil) throw new Refusal('0801', 'Too many requests', 'limited');
    const minute = Math.floor(now() / MINUTE_MS);
    if (window.minute !== minute) Object.assign(window, { minute, calls: 0 });
    if (++window.calls <= allowed) return;
    window.lockedUntil = now() + (++window.locks === 1 ? MINUTE_MS : DAY_MS);
    throw new Refusal('0801', 'Too many requests', 'limited');
  }

  return {
    admit(product: Product, request: SignedRequest): void {
      authenticate(product, request);
      count(product, settings.requestsPerMinute);
    },
    admitPayer(product: Product, request: SignedRequest): void {
      if (request.authorization !== undefined) authenticate(product, request);
    },
    admitPublic: (address: string) => count(address, settings.publicRequestsPerMinute),
  };
}

export type Gate = ReturnType<typeof createGate>;
