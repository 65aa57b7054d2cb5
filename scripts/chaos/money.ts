import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createAccount } from '../../src/accounts/service.ts';
import { readConfig } from '../../src/config/config.ts';
import { SCOPES } from '../../src/credentials/scopes.ts';
import { openFoundation, type Foundation } from '../../src/composition/foundation.ts';
import { CURRENT_VERSION } from '../../src/contract/versions.ts';
import { createLogger } from '../../src/lib/logger.ts';
import { createRailAdapter } from '../../test/support/outside/rail/adapter.ts';
import { bundleScript } from '../../test/support/processes/bundle.ts';
import { createChance, type Chance } from './chance.ts';
import { judge, untilAtRest, type Snapshots } from './judge.ts';
import { createTeller, forgeNotices, returnTransfers } from './notices.ts';
import { killPostgres, startVictim, type Victim } from './processes.ts';
import { makeWeather, moveMethods, openRails } from './rails.ts';
import { write, type Account } from './writers.ts';

/** Many, because a call that was killed holds its key, and so its writer, for 30 s. */
const WRITERS = 64;
const ACCOUNTS = 10;
const KILLS_PER_MINUTE = 20;
const SNAPSHOT_EVERY_MS = 100;

/**
 * Moves money through two API processes, a worker and the code behind the command line, over two rails that misbehave
 * and the simulator, while killing the processes and Postgres, then checks the books against what was acknowledged and
 * against the rails' statements. Returns what it did and what is wrong.
 */
export async function moneyUnderChaos(
  durationMs: number,
  seed: number,
): Promise<{ report: object; faults: string[] }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'payments-chaos-'));
  const rails = await openRails();
  const access = rails.all.map((rail) => rail.access);
  // Errors are expected here; only their consequences matter.
  const environment = { DATA_DIR: dataDir, LOG_LEVEL: 'silent' };
  const foundation = await openFoundation(
    readConfig(environment),
    createLogger('silent'),
    access.map(createRailAdapter),
  );
  const victims: Victim[] = [];
  try {
    const accounts = await Promise.all(Array.from({ length: ACCOUNTS }, () => openAccount(foundation)));
    const program = await bundleScript('scripts/chaos/service.ts', dataDir);
    for (const [name, roles] of [
      ['api 1', 'api'],
      ['api 2', 'api'],
      ['worker', 'worker'],
    ] as const) {
      const variables = { ...environment, ROLES: roles, CHAOS_RAILS: JSON.stringify(access) };
      victims.push(await startVictim(name, variables, program));
    }
    const endsAt = Date.now() + durationMs;
    const isOver = (): boolean => Date.now() >= endsAt;
    const baseUrls = (): string[] => victims.flatMap((victim) => victim.url() ?? []);
    let parts = 0;
    // Each part has its own, so that none changes what happens to another.
    const chance = (): Chance => createChance(seed * 1_000 + parts++);
    const teller = createTeller(chance(), baseUrls);
    const surroundings = { foundation, accounts, rails, teller, baseUrls, isOver };
    const [tallies, snapshots, kills, moves, railFaults] = await Promise.all([
      Promise.all(Array.from({ length: WRITERS }, () => write(surroundings, chance()))),
      watchSnapshots(foundation, isOver),
      killAtRandom(victims, dataDir, durationMs, chance()),
      moveMethods(foundation, rails, chance(), isOver),
      makeWeather(rails, chance(), isOver),
      forgeNotices(rails, teller, chance(), baseUrls, isOver),
      returnTransfers(rails, teller, chance(), isOver),
    ]);
    const restMs = await untilAtRest(foundation);
    const course = { durationMs, seed, snapshots, kills, moves, railFaults, teller, restMs };
    return await judge({ foundation, rails }, tallies, course);
  } finally {
    await Promise.all(victims.map((victim) => victim.stop()));
    await foundation.close();
    await rails.close();
    await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}

export function openAccount({ db, credentials, config }: Foundation): Promise<Account> {
  return db.transaction(async (trx) => {
    const { id } = await createAccount(trx, { name: 'Chaos', email: null, approved: true });
    const { secret } = await credentials.create(trx, {
      accountId: id,
      name: 'Chaos',
      environment: config.environment,
      scopes: SCOPES,
      allowedCidrs: [],
      apiVersion: CURRENT_VERSION,
      requestsPerMinute: 1_000_000,
      moneyOperationsPerDay: 100_000_000,
      expiresAt: null,
    });
    return { id, apiKey: secret };
  });
}

/** In every snapshot the books must sum to zero and owe nothing. */
async function watchSnapshots({ db }: Foundation, isOver: () => boolean): Promise<Snapshots> {
  const snapshots: Snapshots = { taken: 0, faults: [] };
  while (!isOver()) {
    const startedAt = Date.now();
    try {
      const { rows } = await db.snapshot((on) =>
        on.query<{ fault: string }>({
          text: `select format('%s of %s: books sum to %s', asset, account_id, sum(balance)) as fault
                   from ledger_balances group by account_id, asset having sum(balance) <> 0
                 union all
                 select format('%s %s of %s is %s', book, asset, account_id, balance)
                   from ledger_balances where book in ('available', 'pending', 'unmatched') and balance < 0`,
        }),
      );
      snapshots.taken++;
      snapshots.faults.push(...rows.map(({ fault }) => fault));
    } catch (error) {
      // Postgres is being killed meanwhile; a failed snapshot proves nothing.
      if (!(error instanceof Error)) throw error;
    }
    await delay(Math.max(0, SNAPSHOT_EVERY_MS - (Date.now() - startedAt)));
  }
  return snapshots;
}

/** At random times within the duration; never kills what is still restarting. */
export async function killAtRandom(
  victims: readonly Victim[],
  dataDir: string,
  durationMs: number,
  chance: Chance,
): Promise<Record<string, number>> {
  const postgres = { name: 'postgres', kill: () => killPostgres(dataDir) };
  const standing = new Set<Pick<Victim, 'name' | 'kill'>>([...victims, postgres]);
  const kills: Record<string, number> = {};
  const recoveries: Promise<unknown>[] = [];
  const pauseMs = 60_000 / KILLS_PER_MINUTE;
  for (const endsAt = Date.now() + durationMs; ;) {
    await delay(pauseMs * (0.5 + chance.share()));
    if (Date.now() >= endsAt) break;
    if (standing.size === 0) continue;
    const victim = chance.pick([...standing]);
    kills[victim.name] = (kills[victim.name] ?? 0) + 1;
    standing.delete(victim);
    const recovery = victim.kill().then(() => standing.add(victim));
    // A failed restart is reported at the end; until then it must not count as an unhandled rejection.
    recovery.catch(() => undefined);
    recoveries.push(recovery);
  }
  await Promise.all(recoveries);
  return kills;
}
