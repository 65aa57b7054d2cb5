// Checks that new migrations can be applied while programs of the previous version work on: docs/internal/developing.md.
import { LANDED } from './landed.ts';
import { judge } from './judge.ts';
import { readMigrations, recordOnNewDatabase, withPostgres } from './record.ts';
import { selfTest } from './self-test.ts';

await withPostgres(async (postgresUrl) => {
  if (process.argv.includes('--self-test')) return selfTest(postgresUrl);
  const migrations = await recordOnNewDatabase(postgresUrl, await readMigrations());
  const names = migrations.map(({ name }) => name);
  const judged = migrations.filter(({ name }) => name > LANDED.newest);
  const faults = (await Promise.all(judged.map((migration) => judge(migration, names)))).flat();
  for (const fault of faults) console.error(fault);
  console.log(`Migrations after ${LANDED.newest}: ${judged.length}, faults: ${faults.length}`);
  if (faults.length > 0) process.exitCode = 1;
});
