import { expect } from 'chai';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readXlsx } from 'hucre/xlsx';
import { createLink, pay } from '../payment-links/links.ts';
import { runPayments } from '../support/processes/command.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import { readZip } from '../support/zip.ts';

describe('payments statements month', () => {
  let service: TestService;
  let account: TestAccount;
  let folder: string;
  let month: string;

  before(async () => {
    service = await startService();
    account = await service.createAccount();
    folder = await mkdtemp(join(tmpdir(), 'payments-month-'));
    const { code } = await createLink(account.api);
    const { body } = await pay(account.api, code, { method: 'SPEI' });
    month = body.created_at.slice(0, 7);
  });
  after(async () => {
    await rm(folder, { recursive: true, force: true });
    await service?.close();
  });

  const write = (output: string, ...options: string[]) =>
    runPayments(
      service,
      ...['statements', 'month', '--account', account.id, '--month', month],
      ...['--output', output, ...options, '--json'],
    );

  it('writes a month of all assets to a file for its owner alone, and replaces none', async () => {
    const workbook = join(folder, 'month.xlsx');
    const { stdout } = await write(workbook, '--language', 'es');
    const { mode, size } = await stat(workbook);
    expect(JSON.parse(stdout)).to.deep.equal({ file: workbook, month, format: 'xlsx', bytes: size });
    expect(mode & 0o777).to.equal(0o600);
    const { sheets } = await readXlsx(await readFile(workbook));
    expect(sheets.map(({ name }) => name)).to.deep.equal(['Resumen', 'Movimientos']);
    expect((await write(workbook)).stderr).to.contain(`There is already a file ${workbook}.`);
    const archive = join(folder, 'month.zip');
    await write(archive, '--format', 'zip');
    expect([...readZip(await readFile(archive)).keys()]).to.include(`month-${month}.xlsx`);
  });
});
