/** Uses the bundled Postgres until its standard input ends. */
import { startEmbeddedPostgres } from '../../../src/db/embedded/embedded-postgres.ts';
import { createLogger } from '../../../src/lib/logger.ts';
import { SETTINGS } from './sandbox.ts';

const [dataDir = ''] = process.argv.slice(2);
try {
  const postgres = await startEmbeddedPostgres({
    dataDir,
    logger: createLogger('silent'),
    settings: SETTINGS,
  });
  console.log(postgres.connectionString);
  process.stdin.resume();
  process.stdin.once('end', () => void postgres.stop());
} catch (error) {
  console.log(error instanceof Error ? `${error.name}: ${error.message}` : String(error));
}
