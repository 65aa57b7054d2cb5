import { closeSync, openSync } from 'node:fs';
import { chmod, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { verifyLedger } from '../../../src/audit/verify.ts';
import { OPERATOR } from '../../../src/audit-log/index.ts';
import { openFoundation, type Foundation } from '../../../src/composition/foundation.ts';
import { readConfig } from '../../../src/config/config.ts';
import { createLogger } from '../../../src/lib/logger.ts';
import { money } from '../../../src/lib/money.ts';
import { Keyring } from '../../../src/lib/secrets/keyring.ts';
import { createApiRefunds } from '../../../src/treasury/index.ts';
import { makeDataDir } from '../../../test/support/cluster.ts';
import { createChance, type Chance } from '../chance.ts';
import { openAccount } from '../money.ts';
import { persistently, startVictim, type Victim } from '../processes.ts';
import { readBooks } from './books.ts';
import { callOften, followEvents, type Process, type Shared } from './callers.ts';
import { check } from './check.ts';
import { failOver } from './faults.ts';
import { createHistory } from './history.ts';
import { Keeper, urlOf } from './keeper.ts';
import { openNetwork } from './network.ts';
import { startProxies } from './proxies.ts';
import { watchReadiness } from './readiness.ts';
import { BEHIND_PROXIES, describeRecovery, judgeRecovery } from './recovery.ts';
import { prepareServer, type Server } from './servers.ts';

/** Two on each of two hosts. */
const PROCESSES = ['1a', '1b', '2a', '2b'];
const ACCOUNTS = 4;
const CALLERS = 20;
/** How long calls of the end are repeated. */
const REPEATED_MS = 10_000;
const REST_TIMEOUT_MS = 60_000;
const HISTORIES = 'test-output/failover';

/**
 * Moves money through four processes of the service, on a primary with a synchronous standby, while the primary is taken
 * away in every way there is and the standby takes its place. Writes a history of all calls, and checks that it is one that a
 * single database without any fault could have given. Returns what it did and what is wrong.
 */
export async function failoverUnderChaos(
  durationMs: number,
  seed: number,
): Promise<{ report: object; faults: string[] }> {
  const folder = makeDataDir();
  // Postgres runs as a user that may pass here.
  await chmod(folder, 0o711);
  await mkdir(HISTORIES, { recursive: true });
  const log = openSync(join(HISTORIES, `${seed}.log`), 'w');
  const ends: (() => unknown)[] = [];
  let parts = 0;
  const chance = (): Chance => createChance(seed * 1_000 + parts++);
  try {
    const network = await openNetwork(2);
    ends.push(() => network.close());
    const servers = await Promise.all(
      ['1', '2'].map((name, index) => prepareServer(network, index, join(folder, `postgres-${name}`))),
    );
    for (const server of servers) ends.push(() => server.kill());
    const keeper = new Keeper(servers[0] as Server, servers[1] as Server);
    await keeper.start();
    const environment = { DATABASE_URL: urlOf(...servers), SECRETS_KEY: Keyring.generate() };
    const foundation = await openFoundation(readConfig(environment), createLogger('silent'));
    ends.push(() => foundation.close());
    const accounts = await Promise.all(Array.from({ length: ACCOUNTS }, () => openShared(foundation)));

    // One process is behind something that can forget its connections.
    const proxies = await startProxies(servers.map((server) => urlOf(server)));
    ends.push(() => proxies.close());
    const behindProxies = { DATABASE_URL: urlOf(...servers).replace(/@.*\//, `@${proxies.hosts}/`) };
    const victims: Victim[] = [];
    ends.push(() => Promise.all(victims.map((victim) => victim.stop())));
    for (const name of PROCESSES) {
      const own = { DATA_DIR: join(folder, `host-${name[0]}`), LOG_LEVEL: 'warn' };
      const database = name === BEHIND_PROXIES ? behindProxies : {};
      const start = () => startVictim(name, { ...environment, ...own, ...database }, 'build/main.js', log);
      // As a supervisor would: where the machine is busy, a start may give up.
      victims.push(await persistently(start, REST_TIMEOUT_MS));
    }
    const processes: Process[] = victims.map((victim) => ({ name: victim.name, url: victim.url() ?? '' }));

    const file = join(HISTORIES, `${seed}.jsonl`);
    const history = createHistory(file);
    const startMs = performance.now();
    const endsAt = startMs + durationMs;
    let isOver = false;
    let isClosed = false;
    let isSettled = false;
    const surroundings = { processes, history, isOver: () => isOver, isClosed: () => isClosed };
    const readiness = watchReadiness(processes.map(({ url }) => url));
    const followers = Promise.all(
      accounts.map((account, index) =>
        followEvents(CALLERS + index, account, { ...surroundings, isClosed: () => isSettled }, chance()),
      ),
    );
    const callers = Promise.all(
      Array.from({ length: CALLERS }, (_, client) =>
        callOften(client, accounts[client % ACCOUNTS] as Shared, surroundings, chance()),
      ),
    );
    const faults = await failOver(
      { keeper, network, silence: proxies.silence },
      history.note,
      () => performance.now() > endsAt,
      chance(),
    );
    isOver = true;
    const lastMs = performance.now();
    const ready = await readiness.end();
    await Promise.race([callers, delay(REPEATED_MS)]);
    isClosed = true;
    await callers;
    await untilSettled(foundation);
    isSettled = true;
    await followers;
    const verification = await foundation.db.snapshot(verifyLedger);
    await history.close(await readBooks(foundation));
    const { faults: broken, ...checked } = await check(file);
    const recoveries = describeRecovery(history.calls, faults, lastMs);
    return {
      faults: [
        ...broken,
        ...verification.discrepancies.map(({ check: what, detail }) => `${what}: ${detail}`),
        ...judgeRecovery(recoveries, ready),
      ],
      report: {
        ...{ seconds: Math.round((lastMs - startMs) / 1000), seed, history: file, ...checked },
        ...{ recoveries, ready },
      },
    };
  } finally {
    for (const end of ends.reverse()) await end();
    closeSync(log);
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}

async function openShared(foundation: Foundation): Promise<Shared> {
  const account = await openAccount(foundation);
  const apiRefunds = createApiRefunds({ panelUrl: () => '' });
  await foundation.db.transaction((trx) =>
    apiRefunds.set(trx, account.id, OPERATOR, { currency: 'MXN', amount: money('999999999999') }),
  );
  return { ...account, links: [] };
}

/** Until the last refund has been sent, and no more events are recorded. */
async function untilSettled({ db }: Foundation): Promise<void> {
  await persistently(async () => {
    const { rowCount } = await db.read.query({
      text: `select from transfers where status in ('requested', 'held', 'sent') limit 1`,
    });
    if (rowCount !== 0) throw new Error('a refund is still on its way');
  }, REST_TIMEOUT_MS);
}
