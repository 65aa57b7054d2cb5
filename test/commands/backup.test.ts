import { expect } from 'chai';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runIn } from '../support/processes/command.ts';

describe('payments backup', () => {
  let folder: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'payments-backup-'));
  });
  after(() => rm(folder, { recursive: true }));

  it('replaces no file, unless it is forced to', async () => {
    const file = join(folder, 'nightly');
    await writeFile(file, 'the last one');
    const { code, stderr } = await runIn(['backup', file], () => Promise.reject(new Error('not needed')));
    expect([code, stderr]).to.deep.equal([1, `${file} exists already; --force replaces it.\n`]);
    expect(await readFile(file, 'utf8')).to.equal('the last one');
  });
});
