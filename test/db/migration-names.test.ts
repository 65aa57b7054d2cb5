import { createHash } from 'node:crypto';
import { expect } from 'chai';
import { LANDED } from '../../scripts/migrations/landed.ts';
import { listMigrations } from '../../src/db/migration-files.ts';

/**
 * The names that landed lie up to a week ahead of the day they were made on. Until that has passed, new ones go on from
 * there, or they would sort before them.
 */
const AHEAD_UNTIL = '20261207235959';

function findFaults(names: readonly string[], now: Date): string[] {
  const moment = now.toISOString().replaceAll(/\D/g, '').slice(0, 14);
  const latest = moment > AHEAD_UNTIL ? moment : AHEAD_UNTIL;
  const landed = names.filter((name) => name <= LANDED.newest);
  const digest = createHash('sha256').update(landed.join('\n')).digest('hex');
  return [
    ...names.filter((name) => name.slice(0, 14) > latest).map((name) => `${name} is in the future`),
    ...(digest === LANDED.sha256
      ? []
      : [`a name up to ${LANDED.newest} was added, removed or changed: ${digest}`]),
  ];
}

/**
 * A new database applies migrations in the order of their names, an existing one in the order in which versions with them
 * are installed. Only names that ascend as they land make the two orders the same.
 */
describe('the names of migrations', () => {
  it('ascend in the order they landed, and are not in the future', async () => {
    expect(findFaults(await listMigrations(), new Date())).to.deep.equal([]);
  });

  it('are refused otherwise', async () => {
    const names = await listMigrations();
    const now = new Date('2026-12-24T10:00:00Z');
    const faultsWith = (...added: string[]) => findFaults([...names, ...added].sort(), now).join('; ');
    expect(faultsWith('20261224095959_now.ts')).to.equal('');
    expect(faultsWith('20261224100001_soon.ts')).to.equal('20261224100001_soon.ts is in the future');
    expect(faultsWith('20261125100001_between.ts')).to.match(/was added, removed or changed/);
    const [, ...withoutFirst] = names;
    expect(findFaults(withoutFirst, now).join()).to.match(/was added, removed or changed/);
  });
});
