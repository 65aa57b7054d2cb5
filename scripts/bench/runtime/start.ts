// How long the service takes to start on the data of an earlier run, with its own Postgres, and whether its first calls
// are as fast as later ones.
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildPrograms, startServer, type RunningServer } from '../../../test/support/processes/program.ts';
import { createLink, LINK } from '../links.ts';
import { median } from '../load.ts';
import { phase } from '../progress.ts';

/** So many of each kind; the last one is what the first is compared with. */
const CALLS = 10;

type Calls = Record<string, () => Promise<Response>>;

type Row = Record<string, number | string>;

export async function benchStart({ rounds }: { rounds: number }): Promise<Record<string, Row[]>> {
  await buildPrograms();
  const dataDir = await mkdtemp(join(tmpdir(), 'payments-bench-'));
  try {
    const { apiKey, code } = await phase('the first start, which makes the data', () => firstRun(dataDir));
    const readyMs: number[] = [];
    const times = new Map<string, number[][]>();
    for (let round = 1; round <= rounds; round++) {
      await phase(`start ${round}/${rounds}`, async () => {
        const startedAt = performance.now();
        const service = await start(dataDir);
        readyMs.push(performance.now() - startedAt);
        // Another kind comes first each time.
        const kinds = Object.entries(callsOf(service.url, apiKey, code));
        const order = kinds.map((_, at) => kinds[(at + round) % kinds.length] as (typeof kinds)[number]);
        for (const [at, [name, call]] of order.entries()) {
          const took = await timesOf(call);
          for (const row of at === 0 ? [name, FIRST] : [name])
            times.set(row, [...(times.get(row) ?? []), took]);
        }
        await stop(service);
      });
    }
    const rows = [...times].map(([name, taken]) => {
      const [first, last] = [taken.map((took) => took[0] ?? 0), taken.map((took) => took[CALLS - 1] ?? 0)];
      return { case: name, ...figures('first', first), ...figures('tenth', last) };
    });
    return { ready: [{ starts: rounds, ...figures('ready', readyMs) }], 'first calls': rows };
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Whatever it is. */
const FIRST = 'the first call of all';

function start(dataDir: string): Promise<RunningServer> {
  return startServer({ DATA_DIR: dataDir });
}

async function stop({ process, exited }: RunningServer): Promise<void> {
  process.kill('SIGTERM');
  await exited;
}

async function firstRun(dataDir: string): Promise<{ apiKey: string; code: string }> {
  const service = await start(dataDir);
  const apiKey = /^Demo API key +(\S+)$/m.exec(service.greeting)?.[1] ?? '';
  const code = await createLink(service.url, apiKey, randomUUID());
  // The client's own first calls must not count.
  for (const call of Object.values(callsOf(service.url, apiKey, code))) await timesOf(call);
  await stop(service);
  return { apiKey, code };
}

function callsOf(url: string, apiKey: string, code: string): Calls {
  const headers = { authorization: `Bearer ${apiKey}` };
  return {
    'GET link': () => fetch(`${url}/v1/payment_links/${code}`, { headers }),
    'POST link': () =>
      fetch(`${url}/v1/payment_links`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
        body: JSON.stringify(LINK),
      }),
    'list links': () => fetch(`${url}/v1/payment_links?limit=25`, { headers }),
  };
}

/** One after the other, in milliseconds. */
async function timesOf(call: () => Promise<Response>): Promise<number[]> {
  const took = [];
  for (let made = 0; made < CALLS; made++) {
    const startedAt = performance.now();
    const response = await call();
    await response.arrayBuffer();
    took.push(performance.now() - startedAt);
    if (!response.ok) throw new Error(`${response.url} responded ${response.status}`);
  }
  return took;
}

function figures(name: string, ms: readonly number[]): Row {
  return { [`${name} ms`]: median(ms).toFixed(1), [`${name}, largest`]: Math.max(...ms).toFixed(1) };
}
