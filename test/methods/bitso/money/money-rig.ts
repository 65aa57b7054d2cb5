import { connect, type Database } from '../../../../src/db/connect.ts';
import { createLogger } from '../../../../src/lib/logger.ts';
import { clabeCheckDigit } from '../../../../src/methods/clabe.ts';
import {
  startFakeBitso,
  type FakeBitso,
  type FakeBitsoOptions,
} from '../../../../scripts/fake-bitso/server.ts';
import { createTestDatabase, type TestDatabase } from '../../../support/database.ts';
import { openMoneySide, type MoneySide } from './money-side.ts';

export interface MoneyRig {
  fake: FakeBitso;
  database: TestDatabase;
  db: Database;
  money: MoneySide;
  /** As in another process; without Juno if asked for. */
  reopen(options?: { juno: boolean }): MoneySide;
  /** How often the fake was asked, by `METHOD /path`. */
  asked(endpoint: string): number;
  close(): Promise<void>;
}

/** Sends and exchanges against the documented-contract server, on a database of its own. */
export async function openMoneyRig(options: FakeBitsoOptions = {}): Promise<MoneyRig> {
  const fake = await startFakeBitso({
    balance: '1000000',
    ...options,
    settings: { requestsPerMinute: 100_000, pendingMs: 20, processingMs: 20, ...options.settings },
  });
  const database = await createTestDatabase();
  const logger = createLogger('silent');
  const db = connect({ connectionString: database.url, maxTransactions: 10, logger });
  const reopen = ({ juno } = { juno: true }): MoneySide =>
    openMoneySide(db, { ...fake, juno: juno ? fake.juno : undefined });
  return {
    ...{ fake, database, db, reopen, money: reopen() },
    asked: (endpoint) => fake.control.state().received[endpoint] ?? 0,
    async close() {
      await db.close();
      await database.drop();
      await fake.close();
    },
  };
}

/** A CLABE of a bank that has nothing to do with Bitso; another for each number. */
export function clabeOf(number: number, prefix = '032180'): string {
  const digits = prefix + String(number).padStart(17 - prefix.length, '0');
  return digits + clabeCheckDigit(digits);
}
