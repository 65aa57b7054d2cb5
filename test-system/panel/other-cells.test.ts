import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join as joinPath } from 'node:path';
import { workFor } from '../../src/lib/cell.ts';
import { endVisits, startBrowser } from '../checkout/browser.ts';
import { startService, type TestAccount, type TestService } from '../../test/support/service.ts';
import { requireGoodPage } from './browser.ts';
import { join, type Person } from '../../test/panel/people.ts';

describe('the panel of one of several cells', function () {
  this.timeout(120_000);
  let folder: string;
  let service: TestService;
  let account: TestAccount;
  let ada: Person;

  before(async () => {
    folder = await mkdtemp(joinPath(tmpdir(), 'payments-panel-cells-'));
    const file = joinPath(folder, 'cells.json');
    const cells = [0, 1, 2].map((cell) => ({
      cell,
      servers: [`10.0.${cell}.10:3000`],
      url: `https://c${cell}.pay.example.com`,
      environment_file: `cell-${cell}.env`,
    }));
    await writeFile(file, JSON.stringify({ cells }));
    service = await startService({ CELL: '1', CELLS_FILE: file, TRUSTED_PROXIES: '127.0.0.1' });
    account = await service.createAccount();
    ada = await join(service, account.id, 'owner');
  });
  after(async () => {
    await service?.close();
    workFor(0);
    await rm(folder, { recursive: true, force: true });
  });

  it('is accessible in both languages', async function () {
    const browser = await startBrowser(this);
    try {
      for (const name of ['accounts elsewhere', 'accounts elsewhere 2'])
        await requireGoodPage(browser, service, ada, { name, path: '/panel/accounts' });
    } finally {
      await endVisits();
      await browser.close();
    }
  });
});
