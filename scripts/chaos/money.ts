import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createAccount } from '../../src/accounts/service.ts';
import { reconcile } from '../../src/audit/reconcile.ts';
import { verifyLedger } from '../../src/audit/verify.ts';
import { readConfig } from '../../src/config.ts';
import { SCOPES } from '../../src/credentials/scopes.ts';
import { openFoundation, type Foundation } from '../../src/foundation.ts';
import { CURRENT_VERSION } from '../../src/http/versions.ts';
import { createLogger } from '../../src/lib/logger.ts';
import { killPostgres, startVictim, type Victim } from './processes.ts';
import { write, type Account, type Acknowledged, type Tally } from './writers.ts';

const WRITERS = 32;
const ACCOUNTS = 10;
const KILLS_PER_MINUTE = 20;
const SNAPSHOT_EVERY_MS = 100;
/** Long enough for the claims of killed workers to expire. */
const REST_TIMEOUT_MS = 120_000;

/**
 * Moves money through two API processes, a worker and the code behind the command line, while killing them and
 * Postgres, then checks the books against what was acknowledged. Returns what it did and what is wrong.
 */
export async function moneyUnderChaos(durationMs: number): Promise<{ report: object; faults: string[] }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'payments-chaos-'));
  // Errors are expected here; only their consequences matter.
  const environment = { DATA_DIR: dataDir, LOG_LEVEL: 'silent' };
  const foundation = await openFoundation(readConfig(environment), createLogger('silent'));
  const victims: Victim[] = [];
  try {
    const accounts = await Promise.all(Array.from({ length: ACCOUNTS }, () => openAccount(foundation)));
    for (const [name, roles] of [
      ['api 1', 'api'],
      ['api 2', 'api'],
      ['worker', 'worker'],
    ] as const) {
      victims.push(await startVictim(name, { ...environment, ROLES: roles }));
    }
    const endsAt = Date.now() + durationMs;
    const isOver = (): boolean => Date.now() >= endsAt;
    const baseUrls = (): string[] => victims.flatMap((victim) => victim.url() ?? []);
    const [tallies, snapshots, kills] = await Promise.all([
      Promise.all(Array.from({ length: WRITERS }, () => write(foundation, accounts, baseUrls, isOver))),
      watchSnapshots(foundation, isOver),
      killAtRandom(victims, dataDir, durationMs),
    ]);
    const restMs = await untilAtRest(foundation);
    return await judge(foundation, tallies, { durationMs, snapshots, kills, restMs });
  } finally {
    await Promise.all(victims.map((victim) => victim.stop()));
    await foundation.close();
    await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}

function openAccount({ db, credentials, config }: Foundation): Promise<Account> {
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

interface Snapshots {
  taken: number;
  faults: string[];
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
async function killAtRandom(
  victims: readonly Victim[],
  dataDir: string,
  durationMs: number,
): Promise<Record<string, number>> {
  const postgres = { name: 'postgres', kill: () => killPostgres(dataDir) };
  const standing = new Set<Pick<Victim, 'name' | 'kill'>>([...victims, postgres]);
  const kills: Record<string, number> = {};
  const recoveries: Promise<unknown>[] = [];
  const pauseMs = 60_000 / KILLS_PER_MINUTE;
  for (const endsAt = Date.now() + durationMs; ;) {
    await delay(pauseMs * (0.5 + Math.random()));
    if (Date.now() >= endsAt) break;
    const victim = [...standing][Math.floor(Math.random() * standing.size)];
    if (!victim) continue;
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

/** Waits until no transfer or deposit is waiting for a worker. */
async function untilAtRest({ db }: Foundation): Promise<number> {
  const startedAt = Date.now();
  while (Date.now() - startedAt < REST_TIMEOUT_MS) {
    const { rows } = await db.read.query<{ waiting: number }>({
      text: `select ((select count(*) from transfers where status in ('held', 'sent') and stuck_at is null)
                     + (select count(*) from deposits where status = 'pending'))::integer as waiting`,
    });
    if (rows[0]?.waiting === 0) return Date.now() - startedAt;
    await delay(250);
  }
  return Date.now() - startedAt;
}

async function judge(
  foundation: Foundation,
  tallies: readonly Tally[],
  course: { durationMs: number; snapshots: Snapshots; kills: Record<string, number>; restMs: number },
): Promise<{ report: object; faults: string[] }> {
  const acknowledged = tallies.flatMap((tally) => tally.acknowledged);
  const verification = await foundation.db.snapshot(verifyLedger);
  const range = {
    from: new Date(Date.now() - course.durationMs * 10 - 3_600_000),
    to: new Date(Date.now() + 60_000),
  };
  const reconciliation = await reconcile(foundation.db, foundation.providers.all, range);
  const differences = reconciliation.providers.flatMap((reconciled) => reconciled.differences);
  const faults = [
    ...course.snapshots.faults,
    ...(course.snapshots.taken === 0 ? ['no snapshot could be taken'] : []),
    ...(await findUnsettled(foundation)),
    ...(await findLost(foundation, acknowledged)),
    ...verification.discrepancies.map(({ check, detail }) => `${check}: ${detail}`),
    ...differences.map((difference) => `reconciliation: ${JSON.stringify(difference)}`),
  ];
  const count = (kind: Acknowledged['kind']): number =>
    acknowledged.filter((one) => one.kind === kind).length;
  return {
    faults,
    report: {
      seconds: course.durationMs / 1000,
      kills: course.kills,
      snapshots: course.snapshots.taken,
      acknowledged: {
        payments: count('payment'),
        withdrawals: count('withdrawal'),
        conversions: count('conversion'),
        refunds: count('refund'),
      },
      refused: sum(tallies, ({ refused }) => refused),
      retried_calls: sum(tallies, ({ retried }) => retried),
      seconds_to_rest: course.restMs / 1000,
      entries: verification.entries,
      statement_lines_matched: sum(reconciliation.providers, ({ matched }) => matched),
    },
  };
}

async function findUnsettled({ db }: Foundation): Promise<string[]> {
  const { rows } = await db.read.query<{ fault: string }>({
    text: `select format('%s %s is still %s: %s', kind, id, status, last_error) as fault
             from transfers where status in ('held', 'sent')
           union all
           select format('deposit %s is still pending', id) from deposits where status = 'pending'`,
  });
  return rows.map(({ fault }) => fault);
}

/** Finds what was acknowledged and is missing. The ledger's own checks prove that nothing is there twice. */
async function findLost({ db }: Foundation, acknowledged: readonly Acknowledged[]): Promise<string[]> {
  const { rows } = await db.read.query<{ id: string }>({
    text: `select id::text from deposits union all select id::text from transfers`,
  });
  const present = new Set(rows.map(({ id }) => id));
  return acknowledged.filter(({ id }) => !present.has(id)).map(({ kind, id }) => `${kind} ${id} was lost`);
}

function sum<T>(items: readonly T[], of: (item: T) => number): number {
  return items.reduce((total, item) => total + of(item), 0);
}
