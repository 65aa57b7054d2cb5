import { connect, type Database } from '../../../src/db/connect.ts';
import { createLogger } from '../../../src/lib/logger.ts';
import { ProviderFailure } from '../../../src/methods/providers/provider.ts';
import { changeSetting, type SettingRow } from '../../../src/methods/providers/simulator/repository.ts';
import { createSimulator, type Simulator } from '../../../src/methods/providers/simulator/simulator.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';

export interface Rig {
  database: TestDatabase;
  db: Database;
  simulator: Simulator;
  /** Makes an operation behave like this, and as usual in all that is not given. */
  set(operation: SettingRow['operation'], setting?: Partial<SettingRow>): Promise<void>;
  close(): Promise<void>;
}

/** The simulated provider on a database of its own. */
export async function openRig(): Promise<Rig> {
  const database = await createTestDatabase();
  const db = connect({
    connectionString: database.url,
    maxTransactions: 10,
    logger: createLogger('silent'),
  });
  return {
    database,
    db,
    simulator: createSimulator({ db }),
    async set(operation, setting = {}) {
      const usual = { latency_ms: 0, answer_delay_ms: 0, failure: 'none' as const };
      await db.transaction((trx) => changeSetting(trx, operation, { ...usual, ...setting }));
    },
    async close() {
      await db.close();
      await database.drop();
    },
  };
}

/** Long enough for everything that a test does not mean to be late. */
export function patience(): AbortSignal {
  return AbortSignal.timeout(10_000);
}

/** How a call failed, as the port says it; fails when it did not, or with anything else. */
export async function failureOf(call: Promise<unknown>): Promise<ProviderFailure> {
  const outcome = await call.then(
    (answer) => new Error(`it did not fail but answered ${JSON.stringify(answer)}`),
    (error: unknown) => error,
  );
  if (outcome instanceof ProviderFailure) return outcome;
  throw outcome;
}
