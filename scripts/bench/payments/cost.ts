// What one payment costs the machine, on an account with a short and a long history: processor time of the service and
// of Postgres, what Postgres logs, and what stays on the disk. Machines of other sizes are computed from that. The load
// generator costs nothing here: only the service's and Postgres's processes are counted.
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { loadWithoutIndexes } from '../../../test/support/data/bulk-load.ts';
import { HISTORY_TABLES, writeHistory, type HistorySizes } from '../../../test/support/data/history.ts';
import { startReceiver, type Receiver } from '../../../test/support/outside/receiver.ts';
import { until } from '../../../test/support/poll.ts';
import { LINK } from '../links.ts';
import { phase } from '../progress.ts';
import { openRig, type BenchAccount } from '../rig.ts';
import { depositOf, post, type PostCall } from './calls.ts';
import { type Cost, machinesFor } from './machines.ts';
import { daysKept, growthOf, readRelations, type Relation } from './relations.ts';
import { type Pids, pidsOf, readIdle, readUsed, SETTLE_MS, since, type Used } from './used.ts';
import { keepWal, readWal, readWalContent } from './wal.ts';

const CONNECTIONS = 16;
/** How many links are made and paid for each figure. */
const COUNT = 2_000;
const DELIVERED_WITHIN_MS = 600_000;
/** Of a payment. */
const EVENTS = ['payment_link.paid', 'deposit.completed', 'balance.updated'];
/** What grows less is shown as one. */
const LEAST_BYTES = 100;

type Row = Record<string, number | string>;

/** What runs while the costs are read. */
interface Means {
  owner: pg.Client;
  url: string;
  account: BenchAccount;
  pids: Pids;
}

export async function benchCost({ links }: { links: readonly number[] }): Promise<Record<string, Row[]>> {
  const [operations, logged, kept, machines]: [Row[], Row[], Row[], Row[]] = [[], [], [], []];
  for (const count of links) {
    const { creating, paying, telling } = await costsWith(count);
    operations.push(
      rowOf(count, 'create a link', creating),
      rowOf(count, 'pay it', paying),
      rowOf(count, `pay it, ${EVENTS.length} webhooks`, telling),
    );
    logged.push(...loggedRows(count, { create: creating, pay: paying, 'pay, and tell': telling }));
    kept.push(...keptRows(count, [creating, telling]));
    machines.push(...machinesFor([creating, telling]).map((row) => ({ links: count, ...row })));
  }
  return { operations, logged, kept, 'machines, computed': machines };
}

async function costsWith(links: number) {
  const rig = await openRig();
  const receiver = await startReceiver();
  const databaseUrl = rig.environment['DATABASE_URL'] ?? '';
  const owner = new pg.Client({ connectionString: databaseUrl });
  await owner.connect();
  try {
    const account = await rig.openAccount();
    await phase(`a history of ${links} links`, () =>
      loadWithoutIndexes(databaseUrl, HISTORY_TABLES, () =>
        writeHistory(databaseUrl, account.id, sizesOf(links)),
      ),
    );
    await phase('vacuum analyze', () => owner.query('vacuum analyze'));
    // Its endpoint is nobody's.
    await owner.query('update webhook_endpoints set enabled = false');
    // It would count for whatever is measured at that moment, and the bench vacuums by itself. In effect with `keepWal`.
    await owner.query('alter system set autovacuum = off');
    await keepWal(owner);
    const service = await rig.start({
      WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8',
      WEBHOOK_CA_FILE: receiver.caFile,
    });
    const pids = await pidsOf(service, owner);
    return await measureAll({ owner, url: service.url, account, pids }, receiver).catch((error: unknown) => {
      throw new Error(`the service wrote:\n${service.stdout()}${service.stderr()}`, { cause: error });
    });
  } finally {
    await owner.end();
    await rig.close();
    await receiver.close();
  }
}

/**
 * As many of everything as an account has that made its links in 90 days, with what is deleted after 30 days or one:
 * most of its links are paid.
 */
function sizesOf(links: number): HistorySizes {
  const [monthly, daily] = [Math.ceil(links / 3), Math.ceil(links / 90)];
  return { links, movements: links, logs: monthly, events: monthly, idempotencyRecords: daily };
}

async function measureAll(means: Means, receiver: Receiver) {
  const { owner, url, account } = means;
  const codes: string[] = [];
  let order = 0;
  const create = async (): Promise<void> => {
    const call: PostCall = { path: '/v1/payment_links', body: { ...LINK, description: `Order ${order++}` } };
    codes.push(((await post(url, account, call)) as { code: string }).code);
  };
  const pay = async (): Promise<void> => {
    await post(url, account, depositOf(codes.pop() ?? ''));
  };
  // What these leave to be reused is then reused by those that are measured, as it is in the long run.
  await phase('warming up', async () => {
    await repeat(create);
    await repeat(pay);
  });
  await phase('vacuum analyze', () => owner.query('vacuum analyze'));
  const idle = await phase('idle', () => readIdle(means.pids));
  const measure = (name: string, work: () => Promise<void>) =>
    phase(name, () => measureOne(means, idle, work));

  const [creating, paying] = [await measure('create', create), await measure('pay', pay)];
  const endpoint = { url: `${receiver.url}/hook`, enabled_events: EVENTS };
  await post(url, account, { path: '/v1/webhook_endpoints', body: endpoint });
  await phase('create more', () => repeat(create));
  return { creating, paying, telling: await measure('pay, and tell', pay) };
}

async function repeat(work: () => Promise<void>): Promise<void> {
  let left = COUNT;
  const inTurn = async (): Promise<void> => {
    while (left-- > 0) await work();
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, inTurn));
}

/** The cost of one, with what the service does about it afterwards, and with the checkpoint that writes its pages. */
async function measureOne(means: Means, idle: Used, work: () => Promise<void>): Promise<Cost> {
  const { owner } = means;
  await owner.query('checkpoint');
  const [sizes, wal] = [await readRelations(owner), await readWal(owner)];
  const before = readUsed(means.pids);
  await repeat(work);
  await delivered(owner);
  await delay(SETTLE_MS);
  await owner.query('checkpoint');
  const used = since(before, readUsed(means.pids), COUNT);
  const logged = (await readWalContent(owner, wal, await readWal(owner))).map((relation) => ({
    ...relation,
    records: relation.records / COUNT,
    pages: relation.pages / COUNT,
  }));
  return {
    serviceMs: used.service - idle.service * used.atMs,
    postgresMs: used.postgres - idle.postgres * used.atMs,
    wal: {
      records: sum(logged.map(({ records }) => records)),
      pages: sum(logged.map(({ pages }) => pages)),
    },
    logged,
    grown: growthOf(sizes, await readRelations(owner)).map((relation) => ({
      ...relation,
      bytes: relation.bytes / COUNT,
    })),
  };
}

function delivered(owner: pg.Client): Promise<void> {
  const isDone = async (): Promise<boolean> => {
    const { rows } = await owner.query(`select from webhook_deliveries where status = 'pending' limit 1`);
    return rows.length === 0;
  };
  return until(isDone, { what: 'the last delivery', timeoutMs: DELIVERED_WITHIN_MS });
}

function rowOf(links: number, operation: string, { serviceMs, postgresMs, wal, grown }: Cost): Row {
  const kept = (days: number | undefined): string =>
    kilobytes(sum(grown.filter((relation) => daysKept(relation) === days).map(({ bytes }) => bytes)));
  return {
    links,
    operation,
    'service CPU ms': serviceMs.toFixed(2),
    'Postgres CPU ms': postgresMs.toFixed(2),
    'log kB': kilobytes(wal.records),
    'with whole pages kB': kilobytes(wal.records + wal.pages),
    'kept kB': kilobytes(sum(grown.map(({ bytes }) => bytes))),
    'for 30 days kB': kept(30),
    'for a day kB': kept(1),
  };
}

/** The tables and indexes about which each operation logs most, in bytes, without whole pages. */
function loggedRows(links: number, costs: Record<string, Cost>): Row[] {
  const operations = Object.keys(costs);
  const relations = new Map<string, Row>();
  for (const [operation, { logged }] of Object.entries(costs)) {
    for (const { name, table, records } of logged) {
      const index = name === table ? '' : name;
      const row = relations.get(name) ?? { links, table: table || 'none: commits and locks', index };
      relations.set(name, { ...row, [operation]: Math.round(records) });
    }
  }
  const bytesOf = (row: Row): number => sum(operations.map((operation) => Number(row[operation] ?? 0)));
  return [...relations.values()]
    .filter((row) => bytesOf(row) >= LEAST_BYTES)
    .sort((a, b) => bytesOf(b) - bytesOf(a));
}

/** The tables and indexes that grow most with the sum of these. */
function keptRows(links: number, costs: readonly Cost[]): Row[] {
  const total = new Map<string, Relation>();
  for (const relation of costs.flatMap(({ grown }) => grown)) {
    const bytes = relation.bytes + (total.get(relation.name)?.bytes ?? 0);
    total.set(relation.name, { ...relation, bytes });
  }
  const all = [...total.values()].sort((a, b) => b.bytes - a.bytes);
  const large = all.filter(({ bytes }) => bytes >= LEAST_BYTES);
  const small = all.slice(large.length);
  return [
    ...large.map((relation) => ({
      links,
      table: relation.table,
      index: relation.name === relation.table ? '' : relation.name,
      bytes: Math.round(relation.bytes),
      'days kept': daysKept(relation) ?? '',
    })),
    { links, table: 'all others', bytes: Math.round(sum(small.map(({ bytes }) => bytes))) },
  ];
}

function sum(figures: readonly number[]): number {
  return figures.reduce((total, figure) => total + figure, 0);
}

function kilobytes(bytes: number): string {
  return (bytes / 1000).toFixed(1);
}
