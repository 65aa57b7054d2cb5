// What calls notice of a large file: whether a bank's statement of 17 MB, taken in beside them, makes them wait.
import { Agent, get } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { openPaperBank, type PaperBank } from '../../../test/methods/bank/paper-bank.ts';
import { until } from '../../../test/support/poll.ts';
import { quantile } from '../load.ts';
import { openRig } from '../rig.ts';

const FILE_BYTES = 17_000_000;
const DAY = '2026-11-26';
const IDLE_MS = 10_000;
/** Callers that pause between their calls: what is measured is their wait, not what the machine can do. */
const CALLERS = 4;
const PAUSE_MS = 10;
const TAKEN_IN_WITHIN_MS = 10 * 60_000;

export async function benchLargeFile(): Promise<Record<string, number | string>[]> {
  const rig = await openRig();
  const bank = await openPaperBank('0.00');
  const database = new pg.Client({ connectionString: rig.environment['DATABASE_URL'] });
  try {
    const { apiKey } = await rig.openAccount();
    const { url } = await rig.start({ BANK_ACCOUNTS_FILE: bank.accountsFile });
    await database.connect();
    const calling = startCalls(url, apiKey);
    await delay(IDLE_MS);
    const before = calling.take();
    const { content, entries } = writeFile(bank);
    const beganAt = performance.now();
    await bank.drop('large.xml', content);
    await until(async () => (await countBooked(database)) === entries, {
      what: 'the file is taken in',
      timeoutMs: TAKEN_IN_WITHIN_MS,
    });
    const seconds = ((performance.now() - beganAt) / 1000).toFixed(1);
    const during = calling.take();
    await delay(IDLE_MS);
    const after = calling.take();
    await calling.stop();
    const idle = [...before, ...after];
    return [
      { case: 'GET /v1/ping, idle', ...waits(idle) },
      { case: `GET /v1/ping, ${(content.length / 1e6).toFixed(0)} MB beside it`, ...waits(during) },
      {
        case: 'the file',
        entries,
        'taken in s': seconds,
        'p99 ratio': (quantile(during, 0.99) / quantile(idle, 0.99)).toFixed(2),
      },
    ];
  } finally {
    await database.end();
    await rig.close();
    await bank.remove();
  }
}

/** Entries of many payers, none of them for a link. */
function writeFile(bank: PaperBank): { content: string; entries: number } {
  const movementOf = (at: number) => ({
    amount: `${100 + (at % 900)}.${String(at % 100).padStart(2, '0')}`,
    booked: DAY,
    servicer: `SRV${at}`,
    text: `Invoice ${at}`,
    party: { name: `Payer ${at}`, account: String(100_000_000 + at) },
  });
  const bytesOf = (count: number) =>
    bank.notify(
      DAY,
      Array.from({ length: count }, (_, at) => movementOf(at)),
    ).length;
  const entries = Math.ceil((FILE_BYTES / bytesOf(1_000)) * 1_000);
  const movements = Array.from({ length: entries }, (_, at) => movementOf(at));
  return { content: bank.close(DAY, movements), entries };
}

async function countBooked(database: pg.Client): Promise<number> {
  const { rows } = await database.query<{ count: number }>(
    'select count(*)::integer as count from bank_entries',
  );
  return rows[0]?.count ?? 0;
}

function startCalls(url: string, apiKey: string) {
  let isStopping = false;
  let tookMs: number[] = [];
  const callOn = async (): Promise<void> => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (; !isStopping; await delay(PAUSE_MS)) tookMs.push(await timePing(url, apiKey, agent));
    agent.destroy();
  };
  const running = Promise.all(Array.from({ length: CALLERS }, callOn));
  return {
    /** How long each call took since the last time. */
    take(): number[] {
      const taken = tookMs;
      tookMs = [];
      return taken;
    },
    async stop(): Promise<void> {
      isStopping = true;
      await running;
    },
  };
}

function timePing(url: string, apiKey: string, agent: Agent): Promise<number> {
  return new Promise((resolve, reject) => {
    const beganAt = performance.now();
    get(`${url}/v1/ping`, { agent, headers: { authorization: `Bearer ${apiKey}` } }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`responded ${response.statusCode}`));
      response.resume().on('end', () => resolve(performance.now() - beganAt));
    }).on('error', reject);
  });
}

function waits(tookMs: readonly number[]): Record<string, number | string> {
  const of = (part: number): string => quantile(tookMs, part).toFixed(1);
  return { calls: tookMs.length, 'p50 ms': of(0.5), 'p99 ms': of(0.99), 'slowest ms': of(1) };
}
