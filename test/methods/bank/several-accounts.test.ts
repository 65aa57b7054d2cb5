import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { runOut } from '../../payment-links/links.ts';
import { runPayments } from '../../support/processes/command.ts';
import { startService, type TestService } from '../../support/service.ts';
import { invented } from '../providers/bank/invented.ts';
import { openPaperBank, type PaperBank } from './paper-bank.ts';

describe('a file with several of our accounts (D42)', () => {
  let bank: PaperBank;
  let service: TestService;

  beforeEach(async () => {
    bank = await openPaperBank('100.00', { account_number: '1111111111' });
    const { accounts } = JSON.parse(await readFile(bank.accountsFile, 'utf8')) as { accounts: object[] };
    const other = {
      ...{ id: 'other-usd', asset: 'USD', methods: ['ACH'], holder: 'Acme', bank: { name: 'Bank' } },
      ...{ account_number: '2222222222', opening_balance: '200.00' },
    };
    await writeFile(bank.accountsFile, JSON.stringify({ accounts: [...accounts, other] }));
    service = await startService({ BANK_ACCOUNTS_FILE: bank.accountsFile });
  });
  afterEach(async () => {
    await service?.close();
    await bank?.remove();
  });

  const closings = async () =>
    (
      await service.database.query('select account, closing::float as closing from bank_accounts order by 1')
    ).map(({ account, closing }) => `${String(account)} ${String(closing)}`);
  const ALL = ['operations-usd 110', 'other-usd 220'];

  for (const name of ['two-accounts.xml', 'two-accounts.bai']) {
    it(`is booked for all of them by one's folder: ${name}`, async () => {
      await bank.drop(name, invented(name));
      for (let round = 0; round < 3; round++) {
        await service.workers.rails.runOnce();
        await runOut(service.workers.rails);
      }
      expect(await closings()).to.deep.equal(ALL);
    });

    it(`is booked for all of them by command: ${name}`, async () => {
      const file = join(bank.folder, name);
      await writeFile(file, invented(name));
      const taken = await runPayments(service, 'bank', 'import', file, '--account', 'other-usd', '--json');
      expect(JSON.parse(taken.stdout)).to.include({ statements: 2, entries: 2, refused: null });
      expect(await closings()).to.deep.equal(ALL);
    });
  }

  it('is refused if one of the accounts is not ours, or none is the chosen one', async () => {
    const refusalOf = async (content: string): Promise<unknown> => {
      const file = join(bank.folder, 'file');
      await writeFile(file, content);
      const { stdout } = await runPayments(
        service,
        'bank',
        'import',
        file,
        '--account',
        'other-usd',
        '--json',
      );
      return (JSON.parse(stdout) as { refused: unknown }).refused;
    };
    const file = invented('two-accounts.xml');
    expect(await refusalOf(file.replaceAll('1111111111', '3333333333'))).to.equal(
      'It is of the account 3333333333 in USD, which no account here is.',
    );
    expect(
      await refusalOf(file.slice(0, file.indexOf('<Stmt><Id>B1')) + '</BkToCstmrStmt></Document>'),
    ).to.equal('It is of the account 1111111111 in USD, which other-usd is not.');
    expect(await service.database.query('select from bank_statements')).to.have.length(0);
  });
});
