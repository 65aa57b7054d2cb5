import { setTimeout as delay } from 'node:timers/promises';
import { reconcile } from '../../src/audit/reconcile.ts';
import { verifyLedger } from '../../src/audit/verify.ts';
import type { Foundation } from '../../src/composition/foundation.ts';
import type { Teller } from './notices.ts';
import { persistently } from './processes.ts';
import type { Rails } from './rails.ts';
import type { Acknowledged, Tally } from './writers.ts';

/** Long enough for the claims of killed workers to expire. */
const REST_TIMEOUT_MS = 120_000;
const QUERY_TIMEOUT_MS = 30_000;

export interface Snapshots {
  taken: number;
  faults: string[];
}

export interface Course {
  durationMs: number;
  seed: number;
  snapshots: Snapshots;
  kills: Record<string, number>;
  /** How often a method was moved to another provider, and a rail misbehaved. */
  moves: number;
  railFaults: number;
  teller: Teller;
  restMs: number;
}

/**
 * Waits until each provider's statement was read to its end and nothing waits for a worker: once to find what was never
 * told, and once more for returns of what was found out meanwhile. A notice about what was never told waits for the
 * statement, so that is read first.
 */
export async function untilAtRest(foundation: Foundation): Promise<number> {
  const startedAt = Date.now();
  const isTooLate = (): boolean => Date.now() - startedAt > REST_TIMEOUT_MS;
  for (let reading = 0; reading < 2; reading++) {
    await untilStatementsAreRead(foundation, isTooLate);
    await hastenNotices(foundation);
    await untilNothingWaits(foundation, isTooLate);
  }
  return Date.now() - startedAt;
}

/** Nobody has to wait here until those that came too early are tried again. */
async function hastenNotices({ db }: Foundation): Promise<void> {
  const hasten = () =>
    db.transaction((trx) =>
      trx.query({ text: `update provider_notices set due_at = service_now() where status = 'waiting'` }),
    );
  await persistently(hasten, QUERY_TIMEOUT_MS);
}

async function untilNothingWaits({ db }: Foundation, isTooLate: () => boolean): Promise<void> {
  while (!isTooLate()) {
    const { rows } = await persistently(
      () =>
        db.read.query<{ waiting: number }>({
          text: `select ((select count(*) from transfers where status in ('held', 'sent') and stuck_at is null)
                         + (select count(*) from deposits where status = 'pending')
                         + (select count(*) from provider_notices where status = 'waiting'))::integer as waiting`,
        }),
      QUERY_TIMEOUT_MS,
    );
    if (rows[0]?.waiting === 0) return;
    await delay(250);
  }
}

/** All of them again: nobody has to wait here until late lines are looked for. */
async function untilStatementsAreRead({ db }: Foundation, isTooLate: () => boolean): Promise<void> {
  const { rows } = await persistently(
    () =>
      db.transaction((trx) =>
        trx.query<{ now: Date }>({
          text: `update provider_statements
                    set due_at = service_now(), next_from = since, complete_to = since, read_to = since,
                        lease_token = gen_random_uuid()
                 returning service_now() as now`,
        }),
      ),
    QUERY_TIMEOUT_MS,
  );
  const now = rows[0]?.now;
  while (!isTooLate()) {
    const unread = await db.read.query({
      text: `select from provider_statements where read_to < $1`,
      values: [now],
    });
    if (unread.rowCount === 0) return;
    await delay(250);
  }
}

export async function judge(
  { foundation, rails }: { foundation: Foundation; rails: Rails },
  tallies: readonly Tally[],
  course: Course,
): Promise<{ report: object; faults: string[] }> {
  const { teller } = course;
  const acknowledged = tallies.flatMap((tally) => tally.acknowledged);
  const verification = await foundation.db.snapshot(verifyLedger);
  const range = {
    from: new Date(Date.now() - course.durationMs * 10 - 3_600_000),
    to: new Date(Date.now() + 60_000),
  };
  const reconciliation = await reconcile(foundation.db, foundation.providers.all, range);
  const faults = [
    ...course.snapshots.faults,
    ...(course.snapshots.taken === 0 ? ['no snapshot could be taken'] : []),
    ...teller.faults,
    ...(await findUnsettled(foundation)),
    ...(await findLost(foundation, acknowledged)),
    ...(await findMisrouted(foundation, rails)),
    ...(await findForged(foundation, teller)),
    ...verification.discrepancies.map(({ check, detail }) => `${check}: ${detail}`),
    ...reconciliation.providers.flatMap(({ provider, differences }) =>
      differences.map((difference) => `reconciliation with ${provider}: ${JSON.stringify(difference)}`),
    ),
  ];
  const count = (kind: Acknowledged['kind']): number =>
    acknowledged.filter((one) => one.kind === kind).length;
  return {
    faults,
    report: {
      seconds: course.durationMs / 1000,
      seed: course.seed,
      kills: course.kills,
      snapshots: course.snapshots.taken,
      acknowledged: {
        payments: count('payment'),
        withdrawals: count('withdrawal'),
        conversions: count('conversion'),
        refunds: count('refund'),
      },
      rails: {
        payments: sum(tallies, ({ paidThroughRails }) => paidThroughRails),
        returns: teller.returned,
        faults: course.railFaults,
        methods_moved: course.moves,
      },
      notices: {
        told: teller.told,
        repeated: teller.repeated,
        never_told: teller.neverTold,
        moved_on: teller.movedOn,
        forged: teller.forged.length,
      },
      refused: sum(tallies, ({ refused }) => refused),
      retried_calls: sum(tallies, ({ retried }) => retried),
      seconds_to_rest: course.restMs / 1000,
      entries: verification.entries,
      statement_lines_matched: Object.fromEntries(
        reconciliation.providers.map(({ provider, matched }) => [provider, matched]),
      ),
    },
  };
}

async function findUnsettled({ db }: Foundation): Promise<string[]> {
  const { rows } = await db.read.query<{ fault: string }>({
    text: `select format('%s %s is still %s: %s', kind, id, status, last_error) as fault
             from transfers where status in ('held', 'sent')
           union all
           select format('deposit %s is still pending', id) from deposits where status = 'pending'
           union all
           select format('notice %s of %s is %s: %s', notice_id, provider, status, last_error)
             from provider_notices where status <> 'processed'`,
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

/** Finds what a rail was asked to send out, though it is another provider's. */
async function findMisrouted({ db }: Foundation, rails: Rails): Promise<string[]> {
  const { rows } = await db.read.query<{ id: string; provider: string }>({
    text: `select id::text, provider from transfers`,
  });
  const providers = new Map(rows.map(({ id, provider }) => [id, provider]));
  const faults: string[] = [];
  for (const { access, database } of rails.all) {
    const asked = await database.query(
      `select operation, split_part(idempotency_key, ':', 2) as id from simulator_operations
        where operation in ('pay_out', 'refund')`,
    );
    for (const { operation, id } of asked) {
      const provider = providers.get(String(id));
      if (provider !== access.name)
        faults.push(`${access.name} was asked for ${String(operation)} ${String(id)} of ${provider}`);
    }
  }
  return faults;
}

async function findForged({ db }: Foundation, { forged }: Teller): Promise<string[]> {
  const { rows } = await db.read.query<{ reference: string }>({
    text: `select provider_reference as reference from deposits where provider_reference = any ($1)`,
    values: [forged],
  });
  return rows.map(({ reference }) => `the forged deposit ${reference} was taken in`);
}

function sum<T>(items: readonly T[], of: (item: T) => number): number {
  return items.reduce((total, item) => total + of(item), 0);
}
