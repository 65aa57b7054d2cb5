// Checks that new migrations can be applied while programs of the previous version work on: docs/developing.md.
import { judge } from './judge.ts';
import { readMigrations, recordOnNewDatabase, withPostgres } from './record.ts';
import { selfTest } from './self-test.ts';

/** This migration and those before have landed, and stay as they are. */
const LANDED = '20261202140000_refund_notes.ts';

await withPostgres(async (postgresUrl) => {
  if (process.argv.includes('--self-test')) return selfTest(postgresUrl);
  const migrations = await recordOnNewDatabase(postgresUrl, await readMigrations());
  const names = migrations.map(({ name }) => name);
  const judged = migrations.filter(({ name }) => name > LANDED);
  const faults = (await Promise.all(judged.map((migration) => judge(migration, names)))).flat();
  for (const fault of faults) console.error(fault);
  console.log(`Migrations after ${LANDED}: ${judged.length}, faults: ${faults.length}`);
  if (faults.length > 0) process.exitCode = 1;
});
