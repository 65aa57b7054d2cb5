// Uses the bundled Postgres of the build until its standard input ends.
const built = new URL('../../../build/db/embedded/embedded-postgres.js', import.meta.url);
/** @type {typeof import('../../../src/db/embedded/embedded-postgres.ts')} */
const { startEmbeddedPostgres } = await import(built.href);

const [dataDir = '', settings = '{}'] = process.argv.slice(2);
const ignore = () => undefined;
try {
  const postgres = await startEmbeddedPostgres({
    dataDir,
    logger: { debug: ignore, info: ignore, warn: ignore, error: ignore },
    settings: JSON.parse(settings),
  });
  console.log(postgres.connectionString);
  process.stdin.resume();
  process.stdin.once('end', () => void postgres.stop());
} catch (error) {
  console.log(error instanceof Error ? `${error.name}: ${error.message}` : String(error));
}
