import { expect } from 'chai';
import pg from 'pg';
import { moveAccount, prepareSession, writeAsReplica, type Side } from '../../../src/account-moves/index.ts';
import type { MoveOrder, MoveReport } from '../../../src/account-moves/move.ts';
import { verifyLedger } from '../../../src/audit/verify.ts';
import { workFor } from '../../../src/lib/cell.ts';
import { Keyring } from '../../../src/lib/secrets/keyring.ts';
import { createTestDatabase, findWaiting, type TestDatabase } from '../../../test/support/database.ts';
import { until } from '../../../test/support/poll.ts';
import { runningOn, type TestAccount, type TestService } from '../../../test/support/service.ts';

/** Some cells with one keyring, all in this process. */
export interface SomeCells {
  services: readonly TestService[];
  /** Moves an account from the first to the second, from the second back, or as said. */
  move(accountId: string, options?: MoveOptions): Promise<MoveReport>;
  close(): Promise<void>;
}

export interface TwoCells extends SomeCells {
  services: readonly [TestService, TestService];
}

export interface MoveOptions {
  from?: number;
  to?: number;
  onStep?: MoveOrder['onStep'];
}

export async function startTwoCells(environment: Record<string, string> = {}): Promise<TwoCells> {
  const { services, ...cells } = await startCells(2, environment);
  return { ...cells, services: [services[0]!, services[1]!] };
}

export async function startCells(
  count: number,
  environment: Record<string, string> = {},
): Promise<SomeCells> {
  const secretsKey = Keyring.generate();
  const databases: TestDatabase[] = [];
  const services: TestService[] = [];
  for (let cell = 0; cell < count; cell++) {
    const database = await createTestDatabase();
    databases.push(database);
    services.push(await runningOn(database, { SECRETS_KEY: secretsKey, CELL: String(cell), ...environment }));
  }
  // What this process issues is the first one's.
  workFor(0);
  return {
    services,
    async move(accountId, { from = 0, to = from === 0 ? 1 : 0, onStep = () => undefined } = {}) {
      const sides = await Promise.all(services.map((service, cell) => openSide(service, cell)));
      const [here, there] = [sides[from]!, sides[to]!];
      try {
        await writeAsReplica(there.client);
        const others = sides.filter((side) => side !== here && side !== there);
        return await moveAccount({ accountId, from: here, to: there, others, onStep });
      } finally {
        await Promise.all(sides.map(({ client }) => client.end()));
      }
    },
    async close() {
      for (const service of services) await service.close();
      for (const database of databases) await database.drop();
    },
  };
}

/** Moves an account, and does the work while the first copy of all is being made and has come to a table of the other cell. */
export async function whileCopying(
  cells: TwoCells,
  { id }: TestAccount,
  table: string,
  work: () => Promise<unknown>,
  onStep: MoveOrder['onStep'] = () => undefined,
): Promise<void> {
  const { database } = cells.services[1];
  const holding = new pg.Client({ connectionString: database.url });
  await holding.connect();
  let worked: Promise<unknown> = Promise.resolve();
  try {
    await holding.query('begin');
    await holding.query(`lock table ${table}`);
    await cells.move(id, {
      onStep(step) {
        onStep(step);
        if (step !== 'begun') return;
        worked = until(async () => (await findWaiting(database, `%${table}%`)).length > 0, {
          what: `the copy has come to ${table}`,
        })
          .then(work)
          .finally(() => holding.query('rollback'));
      },
    });
    await worked;
  } finally {
    await holding.end();
  }
}

/** Moves an account, and while nothing of it may change, waits for the work. */
export async function whileFrozen<T>(
  cells: TwoCells,
  { id }: TestAccount,
  work: () => Promise<T>,
): Promise<T> {
  const holding = new pg.Client({ connectionString: cells.services[1].database.url });
  await holding.connect();
  let worked: Promise<T> | undefined;
  try {
    await holding.query('begin');
    await cells.move(id, {
      onStep(step) {
        // What is copied last waits for this.
        if (step === 'proven' && !worked) void holding.query('lock table credentials');
        if (step !== 'frozen' || worked) return;
        worked = work();
        void worked.finally(() => holding.query('rollback'));
      },
    });
  } finally {
    await holding.end();
  }
  if (!worked) throw new Error('the account was never frozen');
  return worked;
}

async function openSide({ database, foundation }: TestService, cell: number): Promise<Side> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await prepareSession(client);
  return { cell, db: foundation.db, client };
}

/** Fails unless the books of all cells are in order, and what one holds for another is the same in both. */
export async function requireGoodBooks({ services }: Pick<SomeCells, 'services'>): Promise<void> {
  for (const { foundation } of services) {
    expect((await foundation.db.snapshot(verifyLedger)).discrepancies).to.deep.equal([]);
  }
  for (const [one, service] of services.entries()) {
    for (const [other, its] of services.entries()) {
      if (one >= other) continue;
      expect(await findHeld(service, other, 1)).to.deep.equal(await findHeld(its, one, -1));
    }
  }
}

/** What a cell holds for another one, or the other for it. */
function findHeld({ database }: TestService, forCell: number, sign: 1 | -1): Promise<object[]> {
  return database.query(
    `select asset, sum(balance) * $2 as held from ledger_balances
      where book = $1 group by asset having sum(balance) <> 0 order by asset`,
    [`rail:cell-${forCell}`, sign],
  );
}
