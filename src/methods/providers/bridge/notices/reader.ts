import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto';
import type { NoticeReader } from '../../../index.ts';
import {
  createKeyRing,
  createNoticeIntake,
  readKey,
  requireTimedSignature,
  type TimedSignature,
} from '../../http-rail/index.ts';
import type { BridgeClient } from '../client/client.ts';
import { type Fields, optionalText, reader, textOf, Unreadable } from '../client/fields.ts';
import type { ReadReports } from './transfers.ts';

/** How long the keys are not fetched again for notices that none of them has signed. */
const NEW_FOR_MS = 10_000;
const EVENT_ID = /^[\w.:-]{1,200}$/;

/** `t=<ms>,v0=<base64>`, signed anew for a retry. */
const SIGNATURE: TimedSignature = {
  header: 'x-webhook-signature',
  scheme: 'v0',
  encoding: 'base64',
  unitMs: 1,
  maxAgeMs: 10 * 60_000,
  aheadMs: 10 * 60_000,
};

interface Parts {
  client: BridgeClient;
  readReports: ReadReports;
  /** The configured key. If undefined, it is one of those that Bridge reports, one for each of our endpoints. */
  publicKey: string | undefined;
}

/** Reads Bridge's webhooks. Each names the transfer to read from Bridge. */
export function createBridgeNotices({ client, readReports, publicKey }: Parts): NoticeReader {
  const configured = publicKey === undefined ? undefined : createPublicKey(publicKey);
  const fetchKeys = async (signal: AbortSignal): Promise<Map<string, KeyObject>> => {
    const keys = (await client.list('/webhooks', 'webhooks', signal)).flatMap(
      (one): [string, KeyObject][] => {
        const key = readKey(optionalText(one, 'public_key'));
        return key ? [[textOf(one, 'id'), key]] : [];
      },
    );
    return new Map(keys);
  };
  const ring = createKeyRing(reader.rail, fetchKeys, { newForMs: NEW_FOR_MS });

  return createNoticeIntake<Fields>({
    requireSigned: (notice, signal) =>
      requireTimedSignature(reader.rail, notice, SIGNATURE, async (time, signature, body) => {
        const hasSigned = (key: KeyObject): boolean => isSignedBy(key, { time, signature }, body);
        if (configured) return hasSigned(configured);
        return (await ring.find((keys) => [...keys.values()].find(hasSigned), signal)) !== undefined;
      }),
    subjectOf: reader.noticeOf,
    idOf(event) {
      const id = optionalText(event, 'event_id') ?? '';
      if (!EVENT_ID.test(id)) throw new Unreadable('a notice without its id');
      return id;
    },
    reporter(_events, signal) {
      const report = readReports(signal, { isBackground: false });
      return async (event) => {
        const transferId = transferIn(event);
        return transferId === undefined ? { type: 'nothing' } : report(transferId);
      };
    },
  });
}

/** The transfer that an event is about; undefined for events about anything else. */
export function transferIn(event: Fields): string | undefined {
  return optionalText(event, 'event_category') === 'transfer' ? textOf(event, 'event_object_id') : undefined;
}

/** Bridge signs the SHA-256 digest of time and body, which RSA with SHA-256 then hashes again. */
export function isSignedBy(
  key: KeyObject,
  { time, signature }: { time: string; signature: Buffer },
  body: Buffer,
): boolean {
  const digest = createHash('sha256').update(`${time}.`).update(body).digest();
  return verify('sha256', digest, key, signature);
}
