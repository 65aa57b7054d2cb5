import { setPriority } from 'node:os';
import { connect } from '../../../db/index.ts';
import { workFor } from '../../../lib/cell.ts';
import { createLogger, type LogLevel } from '../../../lib/logger.ts';
import { Keyring } from '../../../lib/secrets/keyring.ts';
import { createBank } from './bank.ts';
import type { Answer, Job } from './intake/apart.ts';

// Yields to processes that serve requests.
const PRIORITY = 10;

/** Imports one large file for the process that started this one, and reports the outcome. */
async function work({ options, file, work: kind }: Job): Promise<Answer> {
  const { connectionString, secretsKey, accountsFile, cell, logLevel } = options;
  workFor(cell);
  const logger = createLogger(logLevel as LogLevel);
  const db = connect({ connectionString, maxTransactions: 2, applicationName: 'payments bank file', logger });
  try {
    const bank = createBank({ db, logger, keyring: Keyring.parse(secretsKey), accountsFile });
    // A Buffer arrives as its bytes.
    const whole = { ...file, bytes: Buffer.from(file.bytes) };
    return { result: await (kind === 'take' ? bank.take(whole) : bank.importer.foresee(whole)) };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  } finally {
    await db.close();
  }
}

setPriority(PRIORITY);
process.once('message', (job) => {
  void work(job as Job).then((answer) => {
    process.send?.(answer, () => process.disconnect());
  });
});
// The parent is gone, so the result cannot be reported; uncommitted work is undone.
process.once('disconnect', () => process.exit());
