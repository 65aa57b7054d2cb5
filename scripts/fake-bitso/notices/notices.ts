import { generateKeyPairSync, randomUUID, sign, type KeyObject } from 'node:crypto';
import type { Chance } from '../../chaos/chance.ts';
import { createDelivery, type Notice } from '../../stand-in/delivery.ts';
import { Refusal } from '../http/refusal.ts';
import type { Endpoint } from '../http/router.ts';
import type { NoticeSettings, Settings } from '../state/settings.ts';
import { printJson } from './print.ts';

interface SigningKey {
  id: string;
  privateKey: KeyObject;
  /** Base64 of the DER of the SPKI. */
  published: string;
}

interface Subscription {
  id: string;
  event: string;
  callback_url: string;
}

/** A notice as it is sent. */
export interface SentNotice extends Notice {
  event: string;
}

const EVENTS = [
  ...['funding', 'withdrawal', 'spei_payment', 'payin', 'payin_intent', 'payout', 'account_validation'],
];

/** Subscriptions, and the delivery of what they are for: signed, at least once, in no order, again only after a 5xx. */
export function createNotices(chance: Chance, settings: NoticeSettings, forms: Pick<Settings, 'publicKeys'>) {
  let keys = [firstKey()];
  let subscriptions: Subscription[] = [];
  const sent: SentNotice[] = [];
  const delivery = createDelivery({
    settings,
    // As documented: a 4xx is not sent again.
    isTaken: (status) => status < 500,
    pauseMs: (attempt) => Math.min(settings.retryMs * 2 ** (attempt - 1), 10_000),
  });

  function write(event: string, payload: unknown, key = keys[0]!): SentNotice {
    const printed = printJson(payload);
    const headers = {
      'Content-Type': 'application/json',
      'x-bitso-key-id': key.id,
      'x-bitso-webhook-event-signature': sign('sha256', Buffer.from(printed), key.privateKey).toString(
        'base64',
      ),
    };
    const isSpaced = settings.spaced > 0 && chance.happens(settings.spaced);
    const shown = isSpaced ? printJson(payload, ' ') : printed;
    return { event, headers, body: `{"event":${JSON.stringify(event)},"payload":${shown}}` };
  }

  /** By a stranger, who names our key or one that nobody has heard of. */
  function forge(event: string, payload: unknown, by: 'forger' | 'unknown'): SentNotice {
    const stranger = newForger();
    return write(event, payload, by === 'forger' ? { ...stranger, id: keys[0]!.id } : stranger);
  }

  function post(notice: SentNotice, afterMs = 0): void {
    const target = subscriptions.find(({ event }) => event === notice.event)?.callback_url;
    if (target !== undefined) delivery.post(target, () => notice, afterMs);
  }

  return {
    ...{ statuses: delivery.statuses, atRest: delivery.atRest, close: delivery.close },
    /** Tells whoever subscribed to an event. */
    announce(event: string, payload: unknown): void {
      const notice = write(event, payload);
      sent.push(notice);
      const lateness = () => (settings.lateMs > 0 ? settings.lateMs * chance.share() : 0);
      if (chance.happens(settings.lost)) return;
      post(notice, lateness());
      if (chance.happens(settings.doubled)) post(notice, lateness());
      const stranger = newForger();
      if (chance.happens(settings.forged))
        post(write(event, payload, { ...stranger, id: keys[0]!.id }), lateness());
      if (chance.happens(settings.unknownKey)) post(write(event, payload, stranger), lateness());
    },
    /** A notice that was not sent: signed with our key, or by a stranger under the id of our key or an unknown one. */
    write: (event: string, payload: unknown, by: 'us' | 'forger' | 'unknown' = 'us') =>
      by === 'us' ? write(event, payload) : forge(event, payload, by),
    post,
    replay(): number {
      sent.forEach((notice) => post(notice));
      return sent.length;
    },
    rotateKey(keepsOld: boolean): string {
      const key = newKey();
      keys = [key, ...(keepsOld ? keys : [])];
      return key.id;
    },
    endpoints: endpoints(),
  };

  function endpoints(): Endpoint[] {
    return [
      {
        ...{ method: 'POST', path: '/v4/webhooks', style: 'bare', access: 'bitso', status: 201 },
        source: 'webhook_path',
        handle: ({ body }) => subscribe(body),
      },
      {
        ...{ method: 'GET', path: '/v4/webhooks', style: 'bare', access: 'bitso' },
        source: 'webhook_path',
        handle: () => subscriptions,
      },
      {
        ...{ method: 'GET', path: '/v4/webhooks/public-key', style: 'bare', access: 'public' },
        source: 'public_keys',
        handle({ note }) {
          if (forms.publicKeys === 'documented') {
            return keys.map(({ id, published }) => ({ key_id: id, public_key: published }));
          }
          note('keys_in_other_form');
          return keys.map(({ id, published }) => ({ keyId: id, publicKey: pemOf(published) }));
        },
      },
      {
        ...{ method: 'DELETE', path: '/v4/webhooks/:id', style: 'bare', access: 'bitso', status: 204 },
        source: 'webhook_path',
        handle({ params }) {
          const left = subscriptions.filter(({ id }) => id !== params['id']);
          if (left.length === subscriptions.length) {
            throw new Refusal('1401', 'Not found', 'webhook_unknown');
          }
          subscriptions = left;
          return undefined;
        },
      },
    ];
  }

  function subscribe(body: unknown): Subscription[] {
    const { callback_url: url, events } = (body ?? {}) as { callback_url?: unknown; events?: unknown };
    if (url === undefined || events === undefined) throw new Refusal('0303', 'Missing field');
    if (typeof url !== 'string' || !isAllowed(url)) throw new Refusal('0304', 'callback_url must use https');
    const isKnown = (event: unknown) => typeof event === 'string' && EVENTS.includes(event);
    if (!Array.isArray(events) || events.length === 0 || !events.every(isKnown)) {
      throw new Refusal('0304', `events may have ${EVENTS.join(', ')}`);
    }
    const existing = (events as string[]).filter((event) => subscriptions.some((one) => one.event === event));
    if (existing.length > 0) {
      throw new Refusal('0304', `There is a subscription for ${existing.join(', ')}`, 'webhook_exists');
    }
    const created = (events as string[]).map((event) => ({ id: randomUUID(), event, callback_url: url }));
    subscriptions.push(...created);
    return created;
  }
}

export type Notices = ReturnType<typeof createNotices>;

/** The real one takes https only; this one also takes http on this machine. */
function isAllowed(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname } = new URL(url);
  return (
    protocol === 'https:' || (protocol === 'http:' && ['127.0.0.1', 'localhost', '[::1]'].includes(hostname))
  );
}

const pemOf = (base64: string): string =>
  `-----BEGIN PUBLIC KEY-----\n${base64.replace(/(.{64})/g, '$1\n')}\n-----END PUBLIC KEY-----\n`;

function newKey(): SigningKey {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  const published = publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
  return { id: randomUUID(), privateKey, published };
}

// Making a key takes a while, so all servers of a process begin with one, and all forgers have another.
let ours: SigningKey | undefined;
let theirs: SigningKey | undefined;

const firstKey = (): SigningKey => (ours ??= newKey());
const newForger = (): SigningKey => ({ ...(theirs ??= newKey()), id: randomUUID() });
