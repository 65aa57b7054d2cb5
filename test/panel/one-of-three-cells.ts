import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { workFor } from '../../src/lib/cell.ts';
import { startService, type TestService } from '../support/service.ts';

/** The cell 1 of three. When it is closed, this process works for the cell 0 again, as tests do. */
export async function startOneOfThreeCells(): Promise<TestService> {
  const folder = await mkdtemp(join(tmpdir(), 'payments-panel-cells-'));
  const file = join(folder, 'cells.json');
  const cells = [0, 1, 2].map((cell) => ({
    cell,
    servers: [`10.0.${cell}.10:3000`],
    url: `https://c${cell}.pay.example.com`,
    environment_file: `cell-${cell}.env`,
  }));
  await writeFile(file, JSON.stringify({ cells }));
  const service = await startService({ CELL: '1', CELLS_FILE: file, TRUSTED_PROXIES: '127.0.0.1' });
  return {
    ...service,
    async close() {
      await service.close();
      workFor(0);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
