// Whether an account's history slows down later work: the same calls of an account with a long history and of one with
// a thousand of everything, and the same background work with and without the long history.
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { connect, type Database, type Trx } from '../../src/db/connect.ts';
import { migrate } from '../../src/db/migrate.ts';
import { purgeEvents } from '../../src/events/repository.ts';
import { purgeRecords } from '../../src/idempotency/repository.ts';
import { createLogger } from '../../src/lib/logger.ts';
import { expireLinks } from '../../src/payment-links/repository.ts';
import { dropOldPartitions } from '../../src/request-logs/repository.ts';
import { claimDeliveries } from '../../src/webhooks/deliveries/queue-repository.ts';
import { loadWithoutIndexes } from '../../test/support/data/bulk-load.ts';
import { HISTORY_TABLES, writeHistory, type HistorySizes } from '../../test/support/data/history.ts';
import { median } from './load.ts';
import { phase } from './progress.ts';
import { openRig, type Rig } from './rig.ts';

const FEW = 1_000;
const PAGE = 25;
const LARGEST_PAGE = 100;
const DEEP_PAGE = 1_000;
const CALLS_PER_ROUND = 30;
const RUNS_PER_ROUND = 10;
const DUE = 100;

export interface GrowthOptions {
  rounds: number;
  links: number;
  movements: number;
  logs: number;
}

type Which = 'few' | 'many';
type Case = Record<Which, () => Promise<number>>;

export async function benchGrowth(options: GrowthOptions): Promise<Record<string, number | string>[]> {
  const rig = await openRig();
  try {
    const service = await rig.start({ ROLES: 'api' });
    const [few, many] = [await rig.openAccount(), await rig.openAccount()];
    const manyUrl = rig.environment['DATABASE_URL'] ?? '';
    const fewUrl = await createDatabase(manyUrl);
    await loadFew(manyUrl, few.id);
    await loadFew(fewUrl, few.id);
    await phase('loading the long history', () =>
      loadWithoutIndexes(manyUrl, HISTORY_TABLES, () => writeHistory(manyUrl, many.id, sizesOf(options))),
    );
    await phase('vacuum analyze', async () => {
      for (const url of [manyUrl, fewUrl]) await query(url, 'vacuum analyze');
      await query(manyUrl, 'checkpoint');
    });

    const background = new Map<Which, Database>(
      (
        [
          ['few', fewUrl],
          ['many', manyUrl],
        ] as const
      ).map(([which, connectionString]) => [
        which,
        connect({ connectionString, maxTransactions: 2, logger: createLogger('warn') }),
      ]),
    );
    try {
      const calls = await phase('paging to deep pages', () => callsOf(service.url, manyUrl, { few, many }));
      const urls = { few: fewUrl, many: manyUrl };
      // The start comes last, because its workers do what is due.
      return await compare({ ...calls, ...workOf(background), ...startsOf(rig, urls) }, options.rounds);
    } finally {
      for (const db of background.values()) await db.close();
    }
  } finally {
    await rig.close();
  }
}

function sizesOf({ links, movements, logs }: Omit<GrowthOptions, 'rounds'>): HistorySizes {
  return { links, movements, logs, events: links, idempotencyRecords: links };
}

/** A database without the long history, for background work only, since that covers all accounts. */
async function createDatabase(besideUrl: string): Promise<string> {
  await query(besideUrl, 'create database few');
  const url = besideUrl.replace(/[^/]*$/, 'few');
  await migrate(url);
  return url;
}

/** Adds what is due for background work; loaded first, since due rows are the oldest. */
async function loadFew(url: string, accountId: string): Promise<void> {
  await query(
    url,
    `insert into accounts (id, name, created_at) values ('${accountId}', 'Bench', now()) on conflict do nothing`,
  );
  await writeHistory(url, accountId, sizesOf({ links: FEW, movements: FEW, logs: FEW }));
  await query(
    url,
    `set session_replication_role = replica;
     update payment_links set status = 'active', paid_at = null, paid_with_method = null, expires_at = now()
      where code in (select code from payment_links where status = 'paid' limit ${DUE});
     update payment_link_states s set status = l.status, paid_at = null, expires_at = l.expires_at
       from payment_links l where l.account_id = s.account_id and l.code = s.link_code and l.status <> s.status;
     update webhook_deliveries set status = 'pending', next_attempt_at = now()
      where id in (select id from webhook_deliveries order by created_at desc limit ${DUE});
     update idempotency_records set expires_at = now()
      where key in (select key from idempotency_records limit ${DUE});
     update events set created_at = created_at - interval '31 days'
      where id in (select id from events order by created_at limit ${DUE});
     select make_request_log_partitions(current_date - 40, current_date - 40)`,
  );
}

async function query(url: string, text: string): Promise<Record<string, string>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, string>>(text)).rows;
  } finally {
    await client.end();
  }
}

interface Account {
  id: string;
  apiKey: string;
}

/** The API calls to compare: each path for both accounts, and a deep page of the largest lists. */
async function callsOf(
  baseUrl: string,
  databaseUrl: string,
  accounts: Record<Which, Account>,
): Promise<Record<string, Case>> {
  const call = async (apiKey: string, path: string): Promise<any> => {
    const response = await fetch(baseUrl + path, { headers: { authorization: `Bearer ${apiKey}` } });
    if (!response.ok) throw new Error(`${path} responded ${response.status}: ${await response.text()}`);
    return response.json();
  };
  const timed =
    ({ apiKey }: Account, path: string) =>
    async () => {
      const startedAt = performance.now();
      for (let made = 0; made < CALLS_PER_ROUND; made++) await call(apiKey, path);
      return (performance.now() - startedAt) / CALLS_PER_ROUND;
    };
  /** The page with this number, or the last full one. */
  const deepPage = async ({ apiKey }: Account, list: string): Promise<string> => {
    let cursor = '';
    for (let read = PAGE; read < DEEP_PAGE * PAGE;) {
      const limit = Math.min(LARGEST_PAGE, DEEP_PAGE * PAGE - read);
      const { next_cursor } = await call(apiKey, `${list}?limit=${limit}${cursor}`);
      if (next_cursor === null) break;
      cursor = `&cursor=${next_cursor}`;
      read += limit;
    }
    return `${list}?limit=${PAGE}${cursor}`;
  };

  const known = {
    few: await factsOf(databaseUrl, accounts.few),
    many: await factsOf(databaseUrl, accounts.many),
  };
  const cases: Record<string, Case> = {};
  for (const [name, pathOf] of Object.entries(PATHS)) {
    cases[name] = {
      few: timed(accounts.few, pathOf(known.few)),
      many: timed(accounts.many, pathOf(known.many)),
    };
  }
  for (const list of ['/v1/payment_links', MOVEMENTS, '/v1/request_logs']) {
    cases[`${list}, page ${DEEP_PAGE}`] = {
      few: timed(accounts.few, await deepPage(accounts.few, list)),
      many: timed(accounts.many, await deepPage(accounts.many, list)),
    };
  }
  return cases;
}

/** `moment` is halfway through its movements, which are closer together in time than other records. */
type Facts = Record<'code' | 'credential' | 'request' | 'moment', string>;

async function factsOf(url: string, { id }: Account): Promise<Facts> {
  const [facts] = await query(
    url,
    `select moved.moment, log.credential_id as credential, replace(log.id::text, '-', '') as request,
            (select e.payment_link_code from ledger_entries e
              where e.account_id = '${id}' and exists (select from payment_links l
                      where l.account_id = e.account_id and l.code = e.payment_link_code) limit 1) as code
       from (select * from request_logs where account_id = '${id}' limit 1) as log,
            (select to_json(min(created_at) + (max(created_at) - min(created_at)) / 2) #>> '{}' as moment
               from ledger_entries where account_id = '${id}') as moved`,
  );
  return facts as Facts;
}

const DAY_MS = 24 * 3600 * 1000;
const AFTER = new Date(Date.now() - 20 * DAY_MS).toISOString();
const TIMES = [`created_after=${AFTER}`, `created_before=${AFTER}`];
const MOVEMENTS = '/v1/transactions';

const PATHS: Record<string, (facts: Facts) => string> = {
  'GET link': ({ code }) => `/v1/payment_links/${code}`,
  'link stats': () => '/v1/payment_links/stats',
  balances: () => '/v1/balances',
  ...listed('/v1/payment_links', [
    ...['active', 'processing', 'paid', 'cancelled', 'expired'].map((status) => `status=${status}`),
    ...['currency=COP', 'status=paid&currency=COP', ...TIMES],
  ]),
  ...listed(MOVEMENTS, ['type=withdrawal', 'asset=USDC']),
  'transactions, created_after': ({ moment }) => `${MOVEMENTS}?created_after=${encodeURIComponent(moment)}`,
  'transactions, created_before': ({ moment }) => `${MOVEMENTS}?created_before=${encodeURIComponent(moment)}`,
  'transactions, payment_link_code': ({ code }) => `${MOVEMENTS}?payment_link_code=${code}`,
  ...listed('/v1/request_logs', ['status=404', 'method=POST', 'path=/v1/balances', ...TIMES]),
  'request_logs, credential': ({ credential }) => `/v1/request_logs?credential=${credential}`,
  'request_logs, request_id': ({ request }) => `/v1/request_logs?request_id=req_${request}`,
  ...listed('/v1/deposits', ['status=unmatched', 'method=USDC', 'asset=USDC']),
  ...listed('/v1/refunds', ['status=completed']),
  ...listed('/v1/conversions', ['status=completed']),
  ...listed('/v1/events', ['type=deposit.completed']),
};

function listed(list: string, filters: string[]): Record<string, () => string> {
  const paths = [list, ...filters.map((filter) => `${list}?${filter}`)];
  return Object.fromEntries(paths.map((path) => [path.replace(/=\d{4}-.*/, ''), () => path]));
}

/** Does the work, times it and rolls it back, so that it can be repeated. */
function workOf(databases: ReadonlyMap<Which, Database>): Record<string, Case> {
  const timed = (which: Which, work: (trx: Trx) => Promise<unknown>) => async () => {
    let took = 0;
    for (let run = 0; run < RUNS_PER_ROUND; run++) {
      const undone = new Error('undone');
      const doing = databases.get(which)?.transaction(async (trx) => {
        await trx.now;
        const startedAt = performance.now();
        await work(trx);
        took += performance.now() - startedAt;
        throw undone;
      });
      await doing?.catch((error: unknown) => {
        if (error !== undone) throw error;
      });
    }
    return took / RUNS_PER_ROUND;
  };
  const claimLimits = { limit: 64, leaseMs: 30_000, perEndpoint: 8, perAccount: 32 };
  const works: Record<string, (trx: Trx) => Promise<unknown>> = {
    [`expiry of ${DUE} links`]: (trx) => expireLinks(trx, { limit: DUE }),
    'claim of deliveries': (trx) => claimDeliveries(trx, claimLimits, { process: randomUUID(), held: [] }),
    [`purge of ${DUE} idempotency records`]: (trx) => purgeRecords(trx, { limit: DUE }),
    [`purge of ${DUE} events`]: (trx) => purgeEvents(trx, { limit: DUE }),
    'purge of a day of logs': dropOldPartitions,
  };
  return Object.fromEntries(
    Object.entries(works).map(([name, work]) => [
      name,
      { few: timed('few', work), many: timed('many', work) },
    ]),
  );
}

function startsOf(rig: Rig, urls: Record<Which, string>): Record<string, Case> {
  const timed = (which: Which) => async () => {
    const startedAt = performance.now();
    const server = await rig.start({ DATABASE_URL: urls[which] });
    const took = performance.now() - startedAt;
    server.process.kill('SIGTERM');
    await server.exited;
    return took;
  };
  return { 'from start to `ready`': { few: timed('few'), many: timed('many') } };
}

/** Runs both one after the other in random order; the first round only warms up. */
async function compare(
  cases: Record<string, Case>,
  rounds: number,
): Promise<Record<string, number | string>[]> {
  const report = [];
  const total = Object.keys(cases).length;
  let started = 0;
  for (const [name, measure] of Object.entries(cases)) {
    const times: Record<Which, number[]> = { few: [], many: [] };
    const ratios: number[] = [];
    await phase(`${++started}/${total} ${name}`, async () => {
      for (let round = -1; round < rounds; round++) {
        const took = { few: 0, many: 0 };
        const order: Which[] = Math.random() < 0.5 ? ['few', 'many'] : ['many', 'few'];
        for (const which of order) took[which] = await measure[which]();
        if (round < 0) continue;
        ratios.push(took.many / took.few);
        times.few.push(took.few);
        times.many.push(took.many);
      }
    });
    report.push({
      case: name,
      'ms with few': median(times.few).toFixed(2),
      'ms with many': median(times.many).toFixed(2),
      ratio: median(ratios).toFixed(2),
    });
  }
  return report;
}
