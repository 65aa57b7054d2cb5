import type { KeyObject } from 'node:crypto';
import { createKeyRing, readKey, type KeyRing } from '../../http-rail/index.ts';
import type { BitsoClient } from '../client/client.ts';
import { listOf, optionalText, Unreadable, type Fields } from '../client/fields.ts';

const MAX_KEYS = 100;

/** The keys that Bitso signs its notices with. */
export function createNoticeKeys({ client }: { client: BitsoClient }): KeyRing {
  const call = { method: 'GET', path: '/v4/webhooks/public-key', isBackground: true } as const;
  return createKeyRing('Bitso', async (signal) => readKeys(await client.call(call, signal)));
}

/** `[{key_id, public_key}]`, the key as base64 of its SPKI in DER, or as PEM; some clients have seen camel case. */
export function readKeys(payload: unknown): Map<string, KeyObject> {
  const list = Array.isArray(payload) ? payload : ((Object(payload) as Fields)['keys'] ?? [payload]);
  const keys = listOf(list, 'keys')
    .slice(0, MAX_KEYS)
    .flatMap((fields): [string, KeyObject][] => {
      const id = optionalText(fields, 'key_id') ?? optionalText(fields, 'keyId');
      const key = readKey(optionalText(fields, 'public_key') ?? optionalText(fields, 'publicKey'));
      return id === undefined || !key ? [] : [[id, key]];
    });
  if (keys.length === 0) throw new Unreadable('keys of notices');
  return new Map(keys);
}
