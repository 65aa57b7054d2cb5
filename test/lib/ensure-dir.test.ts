import { expect } from 'chai';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureDir } from '../../src/lib/files/ensure-dir.ts';

describe('ensuring that a folder exists', () => {
  let place: string;

  beforeEach(async () => {
    place = await mkdtemp(join(tmpdir(), 'ensure-dir-'));
  });
  afterEach(() => rm(place, { recursive: true }));

  it('creates it with its parents, even when several do so at once', async () => {
    for (let round = 0; round < 50; round++) {
      const folder = join(place, String(round), 'a/b/c/d/e/f');
      // Calls for parent folders run ahead of those for the whole path.
      const folders = ['.', '..', '../..', '../../..', '../../../..'].map((above) => join(folder, above));
      await Promise.all([...folders, ...folders].map((each) => ensureDir(each, 0o700)));
      expect((await stat(folder)).mode & 0o777).to.equal(0o700);
    }
  });

  it('leaves an existing one as it is', async () => {
    const folder = join(place, 'a');
    await ensureDir(folder, 0o750);
    await ensureDir(folder, 0o700);
    expect((await stat(folder)).mode & 0o777).to.equal(0o750);
  });

  it('fails where it cannot be created', async () => {
    const file = join(place, 'file');
    await writeFile(file, '');
    const folders = [file, join(file, 'a'), ...(process.platform === 'linux' ? ['/proc/a/b'] : [])];
    for (const folder of folders) {
      const error = await ensureDir(folder).catch((reason: unknown) => reason);
      expect((error as NodeJS.ErrnoException).code, folder).to.match(/^(EEXIST|ENOTDIR|ENOENT|EACCES)$/);
    }
  });
});
