// The calls that a bench makes, on an account with links.
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { loadWithoutIndexes } from '../../../test/support/data/bulk-load.ts';
import { copiedCode, copyLinks, createLink, LINK, LINK_TABLES } from '../links.ts';
import { measure, type Load } from '../load.ts';
import { type Pids, pidsOf, readUsed, since } from '../payments/used.ts';
import { phase } from '../progress.ts';
import type { Rig } from '../rig.ts';
import type { Turn } from './turns.ts';

export interface Case {
  load: Load;
  /** Runs before each turn. */
  prepare?: () => Promise<void>;
  /** Recorded statements cannot be varied the way the calls of this case are. */
  withoutRaw?: boolean;
}

const USED_KEYS = 200;
/** More than a turn can pay. */
const UNPAID_PER_SECOND = 1_000;

/** A service on its own rig, and the calls that measure it. */
export interface Loaded {
  url: string;
  pids: Pids;
  cases: Record<string, Case>;
  close(): Promise<void>;
}

/** A random address of IPv6. Addresses of one /64 would share a rate limit. */
function addressInOwnNetwork(): string {
  const random = randomUUID();
  return `2001:${random.slice(0, 4)}:${random.slice(9, 13)}:${random.slice(14, 18)}::1`;
}

/** One turn of a case, against the server at this URL; of a service whose processes are given, with its processor time. */
export function turnOf(
  { load, prepare }: Case,
  { url, pids }: { url: string; pids?: Pids },
  options: { seconds: number; connections: number },
): Turn {
  return async () => {
    await prepare?.();
    if (!pids) return measure(url, load, options);
    const before = readUsed(pids);
    const slice = await measure(url, load, options);
    const { service, postgres } = since(before, readUsed(pids), (slice.perSecond * options.seconds) / 1000);
    return { ...slice, cpuUs: { service, postgres } };
  };
}

/** Starts the service with an account that has this many links. */
export async function startLoaded(
  rig: Rig,
  { links, seconds }: { links: number; seconds: number },
): Promise<Loaded> {
  const { id: accountId, apiKey } = await rig.openAccount();
  // So that each call without a usable key can come from its own address, with an unused rate limit.
  const service = await rig.start({ TRUSTED_PROXIES: '127.0.0.0/8' });
  const { url } = service;
  const databaseUrl = rig.environment['DATABASE_URL'] ?? '';
  const owner = new pg.Client({ connectionString: databaseUrl });
  // It is lost with its Postgres where loading fails, and that error is the one to tell.
  owner.on('error', () => undefined);
  await owner.connect();
  const means = { databaseUrl, owner, accountId, apiKey, url, links, seconds };
  const cases = await phase(`loading ${links} links`, () => prepareCases(means));
  return { url, pids: await pidsOf(service, owner), cases, close: () => owner.end() };
}

async function prepareCases(means: {
  databaseUrl: string;
  owner: pg.Client;
  accountId: string;
  apiKey: string;
  url: string;
  links: number;
  seconds: number;
}): Promise<Record<string, Case>> {
  const { databaseUrl, owner, accountId, apiKey, url, links } = means;
  const headers = { authorization: `Bearer ${apiKey}` };
  // Enough that no two connections retry the same key at once, which would be refused.
  const keys = Array.from({ length: USED_KEYS }, () => randomUUID());
  const [code = ''] = await Promise.all(keys.map((key) => createLink(url, apiKey, key)));
  await loadWithoutIndexes(databaseUrl, LINK_TABLES, () =>
    copyLinks(owner, { accountId, template: code, first: 0, count: links }),
  );
  // Only these: plans depend on what a table holds, and for one known to be empty any index would do.
  await owner.query(`vacuum analyze ${LINK_TABLES.join(', ')}`);
  await owner.query('checkpoint');

  const withKey = () => ({ headers: { 'idempotency-key': randomUUID() } });
  let retry = 0;
  const unpaid = { next: links, made: links };
  return {
    'GET link': { load: { method: 'GET', path: `/v1/payment_links/${code}`, headers, status: 200 } },
    'list links': { load: { method: 'GET', path: '/v1/payment_links?limit=25', headers, status: 200 } },
    'GET balances': { load: { method: 'GET', path: '/v1/balances', headers, status: 200 } },
    'POST link': {
      load: { method: 'POST', path: '/v1/payment_links', headers, body: LINK, status: 201, vary: withKey },
    },
    'POST ping': { load: { method: 'POST', path: '/v1/ping', headers, status: 200, vary: withKey } },
    replay: {
      load: {
        method: 'POST',
        path: '/v1/payment_links',
        headers: { ...headers, 'idempotency-key': keys[0] ?? '' },
        body: LINK,
        status: 201,
        vary: () => ({ headers: { 'idempotency-key': keys[retry++ % USED_KEYS] ?? '' } }),
      },
    },
    'unusable key': {
      load: {
        method: 'GET',
        path: '/v1/balances',
        headers: { authorization: `Bearer sk_test_${'x'.repeat(16)}_${'x'.repeat(32)}` },
        status: 401,
        vary: () => ({
          headers: { 'x-forwarded-for': addressInOwnNetwork() },
        }),
      },
    },
    'deposit to paid': {
      withoutRaw: true,
      async prepare() {
        unpaid.next = unpaid.made;
        const count = Math.ceil(means.seconds * UNPAID_PER_SECOND);
        await copyLinks(owner, { accountId, template: code, first: unpaid.made, count });
        unpaid.made += count;
      },
      load: {
        method: 'POST',
        path: '',
        headers,
        body: { method: 'SPEI' },
        status: 201,
        vary: () => ({
          path: `/v1/test_helpers/payment_links/${copiedCode(unpaid.next++)}/deposit`,
          ...withKey(),
        }),
      },
    },
  };
}
