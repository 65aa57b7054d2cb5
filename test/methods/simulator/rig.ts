import { connect, type Database } from '../../../src/db/connect.ts';
import { createLogger } from '../../../src/lib/logger.ts';
import {
  ProviderFailure,
  type InstructionsRequest,
  type IssuedInstructions,
  type Provider,
} from '../../../src/methods/providers/provider.ts';
import { changeSetting, type SettingRow } from '../../../src/methods/providers/simulator/repository.ts';
import { createSimulator, type Simulator } from '../../../src/methods/providers/simulator/simulator.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { until } from '../../support/poll.ts';

export interface Rig {
  database: TestDatabase;
  db: Database;
  simulator: Simulator;
  /** Changes the settings of an operation; those not given are reset. */
  set(operation: SettingRow['operation'], setting?: Partial<SettingRow>): Promise<void>;
  close(): Promise<void>;
}

/** The simulated provider on its own database. */
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
      const usual = { latencyMs: 0, answerDelayMs: 0, failure: 'none' as const };
      await db.transaction((trx) => changeSetting(trx, operation, { ...usual, ...setting }));
    },
    async close() {
      await db.close();
      await database.drop();
    },
  };
}

/** Long enough for anything that is not meant to time out. */
export function patience(): AbortSignal {
  return AbortSignal.timeout(10_000);
}

/** Asks again while the rail is still registering the place, as an offer that is read again does. */
export async function issuedBy(
  provider: Pick<Provider, 'issueInstructions'>,
  request: InstructionsRequest,
): Promise<IssuedInstructions> {
  let issued: IssuedInstructions | undefined;
  await until(
    async () => {
      try {
        issued = await provider.issueInstructions(request, patience());
      } catch (error) {
        if (!(error instanceof ProviderFailure) || error.kind !== 'unavailable') throw error;
      }
      return issued !== undefined;
    },
    { what: 'the instructions are issued' },
  );
  return issued!;
}

/** The provider failure of a call; throws when the call succeeded or failed otherwise. */
export async function failureOf(call: Promise<unknown>): Promise<ProviderFailure> {
  const outcome = await call.then(
    (answer) => new Error(`it did not fail but returned ${JSON.stringify(answer)}`),
    (error: unknown) => error,
  );
  if (outcome instanceof ProviderFailure) return outcome;
  throw outcome;
}
