import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect } from 'chai';

describe('deploy/payments-cells-compared.sh', () => {
  it('replaces the figure with the present moment, for everybody to read', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'payments-compared-'));
    try {
      const file = join(folder, 'payments-cells.prom');
      const script = fileURLToPath(new URL('../../deploy/payments-cells-compared.sh', import.meta.url));
      for (let times = 0; times < 2; times++) await promisify(execFile)('bash', [script, file]);
      const [, moment] =
        /^payments_cells_compared_timestamp_seconds (\d+)$/m.exec(await readFile(file, 'utf8')) ?? [];
      expect(Number(moment)).to.be.closeTo(Date.now() / 1000, 60);
      expect((await stat(file)).mode & 0o777).to.equal(0o644);
      expect(await readdir(folder)).to.deep.equal(['payments-cells.prom']);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
