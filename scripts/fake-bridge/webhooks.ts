import { createHash, generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto';
import { createDelivery, type Notice } from '../stand-in/delivery.ts';
import type { Endpoint } from './router.ts';
import { iso, page, readFields, Refusal, type World } from './world.ts';

interface Hook {
  id: string;
  url: string;
  status: 'active' | 'disabled';
  event_categories: string[];
}

export interface Event {
  id: string;
  at: number;
  body: Record<string, unknown>;
}

// Making a key takes a while, so all servers of a process have one, and all forgers another.
let ours: { publicKey: KeyObject; privateKey: KeyObject } | undefined;
let theirs: typeof ours;
const makeKey = () => generateKeyPairSync('rsa', { modulusLength: 2_048 });

/** Endpoints for events, their delivery, and the list of all events. */
export function createWebhooks(world: World) {
  const { settings, clock, chance } = world;
  let hooks: Hook[] = [];
  const events: Event[] = [];
  const { notices } = settings;
  const delivery = createDelivery({
    settings: notices,
    isTaken: (status) => status === 200,
    pauseMs: (attempt) => notices.retryMs * attempt,
  });
  const key = (ours ??= makeKey());

  /** Signed over the digest of time and body, so that it is hashed twice. */
  function write(body: string, by: 'us' | 'forger' = 'us', at = Date.now()): Notice {
    const { privateKey } = by === 'us' ? key : (theirs ??= makeKey());
    const digest = createHash('sha256').update(`${at}.`).update(body).digest();
    const signature = sign('sha256', digest, privateKey).toString('base64');
    return {
      headers: { 'content-type': 'application/json', 'x-webhook-signature': `t=${at},v0=${signature}` },
      body,
    };
  }

  function post(body: string): void {
    for (const { url, status, event_categories: categories } of hooks)
      if (status === 'active' && categories.includes('transfer'))
        delivery.post(url, () => write(body), notices.lateMs * chance.share());
  }

  const viewOf = (hook: Hook) => {
    const pem = key.publicKey.export({ type: 'spki', format: 'pem' }).toString();
    return { ...hook, public_key: settings.escapedKeys ? pem.replaceAll('\n', '\\n') : pem };
  };
  const find = (id: string | undefined): Hook => {
    const found = hooks.find((one) => one.id === id);
    if (!found) throw new Refusal(404, 'not_found');
    return found;
  };

  const endpoints: Endpoint[] = [
    {
      ...{ method: 'POST', path: '/webhooks', source: 'openapi', status: 201 },
      handle({ body }) {
        const fields = readFields(
          body,
          ['url', 'event_epoch', 'event_categories'],
          ['url', 'event_epoch', 'event_categories'],
        );
        if (hooks.length >= 5) throw new Refusal(400, 'invalid_parameters', 'url');
        const hook: Hook = {
          id: `wep_${randomUUID()}`,
          url: String(fields['url']),
          status: 'disabled',
          event_categories: fields['event_categories'] as string[],
        };
        hooks.push(hook);
        return viewOf(hook);
      },
    },
    {
      method: 'GET',
      path: '/webhooks',
      source: 'openapi',
      handle: () => ({ count: hooks.length, data: hooks.map(viewOf) }),
    },
    {
      ...{ method: 'PUT', path: '/webhooks/:id', source: 'openapi' },
      handle({ params, body }) {
        const hook = find(params['id']);
        Object.assign(hook, readFields(body, ['status', 'url', 'event_categories']));
        return viewOf(hook);
      },
    },
    {
      ...{ method: 'DELETE', path: '/webhooks/:id', source: 'openapi' },
      handle({ params }) {
        const hook = find(params['id']);
        hooks = hooks.filter((one) => one !== hook);
        return viewOf(hook);
      },
    },
    {
      ...{
        method: 'GET',
        path: '/webhook_events',
        source: 'docs',
        query: ['category', 'starting_after', 'limit'],
      },
      handle({ query, note }) {
        note('event_order');
        const shown = events.filter(({ at }) => at <= clock.now() - settings.lagMs.events);
        const ordered = settings.eventOrder === 'newest' ? shown.toReversed() : shown;
        const { count, data } = page(ordered, query, { max: 500, endingBefore: settings.endingBefore });
        return { count, data: data.map(({ body }) => body) };
      },
    },
  ];

  return {
    endpoints,
    events,
    /** Tells that a transfer has changed. */
    announce(transfer: { id: string; state: string }, type: string, before?: string): Event {
      const at = clock.now();
      const id = `wh_${randomUUID()}`;
      const body = {
        api_version: 'v0',
        event_id: id,
        event_developer_id: 'dev_1',
        event_sequence: events.length + 1,
        event_category: 'transfer',
        event_type: type,
        event_object_id: transfer.id,
        event_object_status: transfer.state,
        event_object: transfer,
        event_object_changes: before === undefined ? {} : { state: [before, transfer.state] },
        event_created_at: iso(at),
      };
      const event = { id, at, body };
      events.push(event);
      if (!chance.happens(notices.lost)) post(JSON.stringify(body));
      if (chance.happens(notices.doubled)) post(JSON.stringify(body));
      return event;
    },
    write,
    atRest: delivery.atRest,
    close: delivery.close,
  };
}

export type Webhooks = ReturnType<typeof createWebhooks>;
