// How fast the service is, as a ratio to the bare handler of floor.ts: both run at the same time on one
// database, and take turns in random order, so that what the machine does otherwise hits both.
//   npm run bench [-- --rounds 5 --seconds 3 --connections 16 --json]
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createAccount } from '../../src/accounts/service.ts';
import { openFoundation } from '../../src/app.ts';
import { readConfig } from '../../src/config.ts';
import { SCOPES } from '../../src/credentials/scopes.ts';
import { startEmbeddedPostgres } from '../../src/db/embedded-stub.ts';
import { CURRENT_VERSION } from '../../src/http/versions.ts';
import { Keyring } from '../../src/lib/keyring.ts';
import { createLogger } from '../../src/lib/logger.ts';
import { measure, median, startProgram, type Load, type Slice } from './load.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '3' },
    connections: { type: 'string', default: '16' },
    json: { type: 'boolean', default: false },
  },
});
const rounds = Number(values.rounds);
const seconds = Number(values.seconds);
const connections = Number(values.connections);

const LINK = { amount: '1500.50', currency: 'MXNB', description: 'Order 1042' };

const dataDir = await mkdtemp(join(tmpdir(), 'payments-bench-'));
const logger = createLogger('warn');
const postgres = await startEmbeddedPostgres({ dataDir, logger });
const environment = {
  ...process.env,
  PORT: '0',
  DATABASE_URL: postgres.connectionString,
  SECRETS_KEY: Keyring.generate(),
  LOG_LEVEL: 'warn',
};
const stops: (() => Promise<void>)[] = [];
try {
  const apiKey = await makeKey();
  const service = await startProgram('src/main.ts', environment);
  stops.push(service.stop);
  const floor = await startProgram('scripts/bench/floor.ts', environment);
  stops.push(floor.stop);

  const headers = { authorization: `Bearer ${apiKey}` };
  const created = await fetch(`${service.url}/v1/payment_links`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': 'bench' },
    body: JSON.stringify(LINK),
  });
  const { code } = (await created.json()) as { code: string };
  const cases: Record<string, Load> = {
    'GET link': { method: 'GET', path: `/v1/payment_links/${code}`, headers },
    'POST link': { method: 'POST', path: '/v1/payment_links', headers, body: LINK },
  };

  const report = [];
  for (const [name, load] of Object.entries(cases)) {
    report.push({ case: name, ...(await compare(load, service.url, floor.url)) });
  }
  if (values.json) console.log(JSON.stringify({ rounds, seconds, connections, cases: report }, null, 2));
  else console.table(report);
} finally {
  for (const stop of stops.reverse()) await stop();
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
}

/** The floor stands in twice: its ratio to itself is the noise that the other ratio must be read with. */
async function compare(
  load: Load,
  serviceUrl: string,
  floorUrl: string,
): Promise<Record<string, number | string>> {
  const contestants = { service: serviceUrl, floor: floorUrl, again: floorUrl };
  for (const url of new Set(Object.values(contestants)))
    await measure(url, load, { seconds: 2, connections });
  const taken: Record<keyof typeof contestants, Slice[]> = { service: [], floor: [], again: [] };
  for (let round = 0; round < rounds; round++) {
    const order = (Object.keys(contestants) as (keyof typeof contestants)[]).sort(() => Math.random() - 0.5);
    for (const name of order)
      taken[name].push(await measure(contestants[name], load, { seconds, connections }));
  }
  const ratioTo = (name: 'service' | 'again'): number =>
    median(taken[name].map((slice, round) => slice.perSecond / taken.floor[round]!.perSecond));
  return {
    'service/s': Math.round(median(taken.service.map((slice) => slice.perSecond))),
    'floor/s': Math.round(median(taken.floor.map((slice) => slice.perSecond))),
    ratio: ratioTo('service').toFixed(2),
    'floor to itself': ratioTo('again').toFixed(2),
    'service p99 ms': median(taken.service.map((slice) => slice.p99Ms)),
    'floor p99 ms': median(taken.floor.map((slice) => slice.p99Ms)),
  };
}

async function makeKey(): Promise<string> {
  const foundation = await openFoundation(readConfig(environment), logger);
  try {
    return await foundation.db.transaction(async (trx) => {
      const account = await createAccount(trx, { name: 'Bench', email: null, approved: true });
      const { secret } = await foundation.credentials.create(trx, {
        accountId: account.id,
        name: 'Bench',
        environment: 'test',
        scopes: SCOPES,
        allowedCidrs: [],
        apiVersion: CURRENT_VERSION,
        requestsPerMinute: 1_000_000,
        moneyOperationsPerDay: 100_000_000,
        expiresAt: null,
      });
      return secret;
    });
  } finally {
    await foundation.close();
  }
}
