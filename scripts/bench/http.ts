// How fast the service is with everything on, as a ratio to the bare handler of floor.ts and to the database's own limit
// of raw.ts: all run at the same time on one database, and take turns in random order, so that what the machine does
// otherwise hits them alike.
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { loadWithoutIndexes } from '../../test/support/bulk-load.ts';
import type { BareRequest } from './bare.ts';
import { copiedCode, copyLinks, createLink, LINK, LINK_TABLES } from './links.ts';
import { measure, median, type Load, type Slice } from './load.ts';
import { phase } from './progress.ts';
import type { RawTurn } from './raw.ts';
import { openRig, type Rig } from './rig.ts';

export interface HttpOptions {
  rounds: number;
  seconds: number;
  connections: number;
  /** How many links the account has, one table for each. */
  links: readonly number[];
  /** Only the cases whose names contain this. */
  only: string;
}

interface Case {
  load: Load;
  /** Before each turn. */
  prepare?: () => Promise<void>;
  /** What differs in each call of this case cannot be made new in recorded statements. */
  withoutRaw?: boolean;
}

type Turn = () => Promise<Slice>;

const USED_KEYS = 200;
/** More links than a turn can pay. */
const UNPAID_PER_SECOND = 1_000;

export async function benchHttp(options: HttpOptions): Promise<Record<string, number | string>[]> {
  const report = [];
  for (const links of options.links) {
    const rig = await openRig();
    try {
      report.push(...(await benchAccount(rig, links, options)));
    } finally {
      await rig.close();
    }
  }
  return report;
}

async function benchAccount(rig: Rig, links: number, options: HttpOptions) {
  const { id: accountId, apiKey } = await rig.openAccount();
  // So that each call without a usable key can come from an address of its own, whose window is untouched.
  const service = await rig.start({ TRUSTED_PROXIES: '127.0.0.0/8' });
  const floor = await rig.start({}, 'scripts/bench/floor.ts');
  const raw = await rig.start({}, 'scripts/bench/raw.ts');
  const databaseUrl = rig.environment['DATABASE_URL'] ?? '';
  const owner = new pg.Client({ connectionString: databaseUrl });
  await owner.connect();
  try {
    const means = { databaseUrl, owner, accountId, apiKey, url: service.url, ...options, links };
    const cases = await phase(`loading ${links} links`, () => prepareCases(means));
    const report = [];
    for (const [name, one] of Object.entries(cases)) {
      if (!name.includes(options.only)) continue;
      const http = (url: string): Turn => {
        return async () => {
          await one.prepare?.();
          return measure(url, one.load, options);
        };
      };
      const figures = await compare(
        name,
        {
          service: http(service.url),
          floor: http(floor.url),
          again: http(floor.url),
          ...(!one.withoutRaw && { raw: () => measureRaw(raw.url, one.load, options) }),
        },
        options.rounds,
      );
      report.push({ case: name, links, ...figures });
    }
    return report;
  } finally {
    await owner.end();
  }
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
  // As many that no two connections retry one and the same at once, which would be refused.
  const keys = Array.from({ length: USED_KEYS }, () => randomUUID());
  const [code = ''] = await Promise.all(keys.map((key) => createLink(url, apiKey, key)));
  await loadWithoutIndexes(databaseUrl, LINK_TABLES, () =>
    copyLinks(owner, { accountId, template: code, first: 0, count: links }),
  );
  await owner.query('vacuum analyze');
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
          headers: { 'x-forwarded-for': `2001:db8::${randomUUID().slice(0, 4)}:${randomUUID().slice(0, 4)}` },
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

async function measureRaw(url: string, load: Load, { seconds, connections }: HttpOptions): Promise<Slice> {
  const request: BareRequest = {
    method: load.method,
    url: load.path,
    authorization: load.headers['authorization'] ?? '',
    idempotencyKey: load.headers['idempotency-key'] ?? '',
    body: load.body === undefined ? '' : JSON.stringify(load.body),
  };
  const turn: RawTurn = { request, seconds, connections };
  const response = await fetch(url, { method: 'POST', body: JSON.stringify(turn) });
  if (!response.ok) throw new Error(`the raw statements of ${load.method} ${load.path} failed`);
  return (await response.json()) as Slice;
}

/** The floor stands in twice: its ratio to itself is the noise that the other ratios must be read with. */
async function compare(
  name: string,
  contestants: { service: Turn; floor: Turn; again: Turn; raw?: Turn },
  rounds: number,
): Promise<Record<string, number | string>> {
  const names = Object.keys(contestants) as (keyof typeof contestants)[];
  const taken = Object.fromEntries(names.map((name) => [name, [] as Slice[]]));
  const turn = async (name: keyof typeof contestants): Promise<void> => {
    const slice = await contestants[name]?.();
    if (slice) taken[name]?.push(slice);
  };
  const takeTurns = async (): Promise<void> => {
    for (const contestant of shuffled(names)) await turn(contestant);
  };
  await phase(`${name}: warming up`, takeTurns);
  for (const contestant of names) taken[contestant] = [];
  for (let round = 1; round <= rounds; round++) {
    await phase(`${name}: round ${round}/${rounds}`, takeTurns);
  }
  const perSecond = (name: string) => (taken[name] ?? []).map((slice) => slice.perSecond);
  const ratio = (name: string, to: string): string =>
    median(perSecond(name).map((figure, round) => figure / (perSecond(to)[round] ?? 0))).toFixed(2);
  const p99 = (name: string) => Math.round(median((taken[name] ?? []).map((slice) => slice.p99Ms)));
  return {
    'service/s': Math.round(median(perSecond('service'))),
    'floor/s': Math.round(median(perSecond('floor'))),
    'to floor': ratio('service', 'floor'),
    noise: ratio('again', 'floor'),
    ...(contestants.raw && {
      'raw/s': Math.round(median(perSecond('raw'))),
      'to raw': ratio('service', 'raw'),
    }),
    'service p99 ms': p99('service'),
    'floor p99 ms': p99('floor'),
  };
}

function shuffled<T>(items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}
