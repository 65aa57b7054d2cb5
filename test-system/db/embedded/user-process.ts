// Uses the bundled Postgres until its standard input ends.
import { startEmbeddedPostgres } from '../../../src/db/embedded/embedded-postgres.ts';

const [dataDir = '', settings = '{}'] = process.argv.slice(2);
const ignore = (): undefined => undefined;
try {
  const postgres = await startEmbeddedPostgres({
    dataDir,
    logger: { debug: ignore, info: ignore, warn: ignore, error: ignore },
    settings: JSON.parse(settings) as Record<string, string>,
  });
  console.log(postgres.connectionString);
  process.stdin.resume();
  process.stdin.once('end', () => void postgres.stop());
} catch (error) {
  console.log(error instanceof Error ? `${error.name}: ${error.message}` : String(error));
}
