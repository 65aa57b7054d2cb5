import { expect } from 'chai';
import pg from 'pg';
import { moveAccount, prepareSession, writeAsReplica, type Side } from '../../../src/account-moves/index.ts';
import type { MoveOrder, MoveReport } from '../../../src/account-moves/move.ts';
import { verifyLedger } from '../../../src/audit/verify.ts';
import { workFor } from '../../../src/lib/cell.ts';
import { Keyring } from '../../../src/lib/secrets/keyring.ts';
import { createTestDatabase, findWaiting } from '../../../test/support/database.ts';
import { until } from '../../../test/support/poll.ts';
import { runningOn, type TestAccount, type TestService } from '../../../test/support/service.ts';

/** Two cells with one keyring, both in this process. */
export interface TwoCells {
  services: readonly [TestService, TestService];
  /** Moves an account from the first to the second, or back. */
  move(accountId: string, options?: MoveOptions): Promise<MoveReport>;
  close(): Promise<void>;
}

export interface MoveOptions {
  from?: 0 | 1;
  onStep?: MoveOrder['onStep'];
}

export async function startTwoCells(environment: Record<string, string> = {}): Promise<TwoCells> {
  const secretsKey = Keyring.generate();
  const databases = [await createTestDatabase(), await createTestDatabase()] as const;
  const start = (cell: 0 | 1): Promise<TestService> =>
    runningOn(databases[cell], { SECRETS_KEY: secretsKey, CELL: String(cell), ...environment });
  const services = [await start(0), await start(1)] as const;
  // What this process issues is the first one's.
  workFor(0);
  return {
    services,
    async move(accountId, { from = 0, onStep = () => undefined } = {}) {
      const sides = await Promise.all(services.map((service, cell) => openSide(service, cell)));
      const [here, there] = from === 0 ? sides : [...sides].reverse();
      try {
        await writeAsReplica(there!.client);
        return await moveAccount({ accountId, from: here!, to: there!, others: [], onStep });
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

/** Fails unless the books of both cells are in order, and what one holds for the other is the same in both. */
export async function requireGoodBooks({ services }: TwoCells): Promise<void> {
  for (const { foundation } of services) {
    expect((await foundation.db.snapshot(verifyLedger)).discrepancies).to.deep.equal([]);
  }
  const [held, owed] = await Promise.all(
    services.map(({ database }, cell) =>
      database.query(
        `select asset, sum(balance) * $2 as held from ledger_balances
          where book = $1 group by asset having sum(balance) <> 0 order by asset`,
        [`rail:cell-${1 - cell}`, cell === 0 ? 1 : -1],
      ),
    ),
  );
  expect(held).to.deep.equal(owed);
}
