// How long a lone payment, its webhook and its refund wait for a worker, each after a pause; and the processor time of a
// service that has nothing to do.
import { randomUUID } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { OPERATOR } from '../../src/audit-log/record.ts';
import { openFoundation } from '../../src/composition/foundation.ts';
import { readConfig } from '../../src/config/config.ts';
import { createLogger } from '../../src/lib/logger.ts';
import { money } from '../../src/lib/money.ts';
import { createApiRefunds } from '../../src/treasury/api-refunds.ts';
import { startReceiver, type Receiver } from '../../test/support/outside/receiver.ts';
import type { RunningServer } from '../../test/support/processes/program.ts';
import type { Row } from './figures.ts';
import { BANK, paymentsOf, tellAll } from './intake/inbox.ts';
import { readInsertions, readTaken } from './intake/taken.ts';
import { quantile } from './load.ts';
import { createStock } from './payments/stock.ts';
import { pidsOf, readUsed, SETTLE_MS, since } from './payments/used.ts';
import { keepWal, readWal } from './payments/wal.ts';
import { phase } from './progress.ts';
import { type BenchAccount, openRig, type Rig } from './rig.ts';

/** Longer than the pause of any of these workers, so that their looks come at any time after the work before. */
const MOST_APART_MS = 400;
/** The first ones open connections, and compile what runs. */
const WARM_UP = 20;
/** The roles of the service's processes; the first one receives the calls. */
const ARRANGEMENTS = { 'one process': ['api,worker'], 'a worker apart': ['api', 'worker'] };

interface Options {
  /** How many payments are told. */
  count: number;
  idleSeconds: number;
}

/** The delays of one arrangement of processes, from cause to effect, and its processor time with nothing to do. */
interface Taken {
  delays: Row[];
  idle: Row;
}

export async function benchLone(options: Options): Promise<Record<'delays' | 'idle', Row[]>> {
  const report: Record<'delays' | 'idle', Row[]> = { delays: [], idle: [] };
  for (const [service, roles] of Object.entries(ARRANGEMENTS)) {
    const { delays, idle } = await phase(service, () => measureLone(roles, options));
    report.delays.push(...delays.map((delay) => ({ service, ...delay })));
    report.idle.push({ service, ...idle });
  }
  return report;
}

async function measureLone(roles: readonly string[], { count, idleSeconds }: Options): Promise<Taken> {
  const rig = await openRig();
  const [rail, receiver] = [await startRail(), await startReceiver()];
  const owner = new pg.Client({ connectionString: rig.environment['DATABASE_URL'] });
  await owner.connect();
  try {
    await keepWal(owner);
    const settings = {
      CHAOS_RAILS: JSON.stringify([{ ...BANK, url: rail.url }]),
      ...{ WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8', WEBHOOK_CA_FILE: receiver.caFile },
    };
    const processes: RunningServer[] = [];
    for (const role of roles)
      processes.push(await rig.start({ ...settings, ROLES: role }, 'scripts/chaos/service.ts'));
    const url = processes[0]?.url ?? '';
    const account = await openPayable(rig, url, receiver);
    const bench = { owner, url, account, rail, receiver, stock: createStock(owner, url, [account]) };
    await payAndRefund(bench, WARM_UP);
    const idle = await readIdle(owner, processes, idleSeconds);
    return { delays: await payAndRefund(bench, count), idle };
  } finally {
    await owner.end();
    await rig.close();
    await receiver.close();
    rail.close();
  }
}

/** An account whose keys may refund, and which is told of paid links. */
async function openPayable(rig: Rig, url: string, receiver: Receiver): Promise<BenchAccount> {
  const account = await rig.openAccount();
  const foundation = await openFoundation(readConfig(rig.environment), createLogger('warn'));
  const refunds = createApiRefunds({ panelUrl: () => '' });
  const limit = { currency: 'MXN', amount: money('999999999') };
  await foundation.db.transaction((trx) => refunds.set(trx, account.id, OPERATOR, limit));
  await foundation.close();
  const endpoint = { url: `${receiver.url}/hook`, enabled_events: ['payment_link.paid'] };
  await post(url, account, '/v1/webhook_endpoints', endpoint);
  return account;
}

interface LoneBench {
  owner: pg.Client;
  url: string;
  account: BenchAccount;
  rail: Rail;
  receiver: Receiver;
  stock: ReturnType<typeof createStock>;
}

/** Has payments told, and each refunded, one after the other. */
async function payAndRefund(
  { owner, url, account, rail, receiver, stock }: LoneBench,
  count: number,
): Promise<Row[]> {
  const unpaid = await stock.fill(count);
  const payments = await paymentsOf(owner, unpaid);
  const wal = await readWal(owner);
  receiver.requests.length = rail.askedAtMs.length = 0;
  for (const [nth, payment] of payments.entries()) {
    await delay(Math.random() * MOST_APART_MS);
    await tellAll(url, [payment]);
    await receiver.waitFor(nth + 1);
    await delay(Math.random() * MOST_APART_MS);
    const asked = once(rail.asked, 'refund');
    await post(url, account, '/v1/refunds', { payment_link: unpaid[nth]?.code });
    await asked;
  }
  const taken = (await readTaken(owner, wal)).sort((one, other) => one.takenAtMs - other.takenAtMs);
  const receivedAtMs = taken.map((one) => one.receivedAtMs);
  const takenAtMs = taken.map((one) => one.takenAtMs);
  const deliveredAtMs = receiver.requests.map(({ receivedAt }) => receivedAt.getTime());
  return [
    rowOf('a notice is received', 'its payment is committed', receivedAtMs, takenAtMs),
    rowOf('a payment is committed', 'its webhook arrives', takenAtMs, deliveredAtMs),
    rowOf(
      'a refund is committed',
      'its provider is asked',
      await readInsertions(owner, wal, 'transfers'),
      rail.askedAtMs,
    ),
  ];
}

function rowOf(from: string, to: string, fromMs: readonly number[], toMs: readonly number[]): Row {
  if (fromMs.length !== toMs.length)
    throw new Error(`${from} ${fromMs.length} times, ${to} ${toMs.length} times`);
  const lastingMs = toMs.map((at, nth) => at - (fromMs[nth] as number));
  return {
    ...{ from, to },
    'p50 in ms': quantile(lastingMs, 0.5).toFixed(1),
    'p99 in ms': quantile(lastingMs, 0.99).toFixed(1),
  };
}

async function post(url: string, { apiKey }: BenchAccount, path: string, body: object): Promise<void> {
  const response = await fetch(url + path, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${apiKey}`,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    },
    body: JSON.stringify(body),
  });
  if (!response.ok)
    throw new Error(`POST ${path} was answered by ${response.status}: ${await response.text()}`);
}

interface Rail {
  url: string;
  /** When it was asked to send each refund. */
  askedAtMs: number[];
  /** Emits `refund`. */
  asked: EventEmitter;
  close(): void;
}

/** A rail that sends each refund at once, and answers nothing else. */
async function startRail(): Promise<Rail> {
  const askedAtMs: number[] = [];
  const asked = new EventEmitter();
  const server = createServer((request, response) => {
    const isRefund = request.url === '/refund';
    if (isRefund) askedAtMs.push(performance.timeOrigin + performance.now());
    request.resume();
    response
      .writeHead(isRefund ? 200 : 503)
      .end(JSON.stringify(isRefund ? { status: 'done', providerReference: randomUUID() } : {}));
    if (isRefund) asked.emit('refund');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    askedAtMs,
    asked,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** The processor time of a service that has nothing to do, and of its Postgres, in milliseconds a second. */
async function readIdle(
  owner: pg.Client,
  processes: readonly RunningServer[],
  seconds: number,
): Promise<Row> {
  await delay(SETTLE_MS);
  const pids = await Promise.all(processes.map((process) => pidsOf(process, owner)));
  const before = pids.map(readUsed);
  await delay(seconds * 1000);
  const used = pids.map((one, nth) => since(before[nth] ?? readUsed(one), readUsed(one), seconds));
  return {
    'ms of CPU a second': used.reduce((sum, { service }) => sum + service, 0).toFixed(1),
    "Postgres's": (used[0]?.postgres ?? 0).toFixed(1),
  };
}
