import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { runPayments } from '../support/processes/command.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import { fund } from '../transfers/rig.ts';
import { CLABES } from '../withdrawal-batches/rig.ts';

const UNKNOWN = '11111111-1111-4111-8111-111111111111';
const HEADER = 'reference,amount,method,clabe,beneficiary';

describe('payments withdrawals batch', () => {
  let service: TestService;
  let account: TestAccount;
  let directory: string;

  before(async () => {
    service = await startService();
    directory = await mkdtemp(join(tmpdir(), 'batches-'));
  });
  after(async () => {
    await service?.close();
    await rm(directory, { recursive: true, force: true });
  });
  beforeEach(async () => {
    account = await service.createAccount();
    await fund(account, 'MXNB', '1000');
  });

  const batch = (...args: string[]) => runPayments(service, 'withdrawals', 'batch', ...args);
  const json = async (...args: string[]): Promise<{ code: number | null; said: any }> => {
    const { code, stdout } = await batch(...args, '--json');
    return { code, said: JSON.parse(stdout) };
  };
  const fileOf = async (...lines: string[]): Promise<string> => {
    const path = join(directory, 'payroll.csv');
    await writeFile(path, [HEADER, ...lines].join('\n'));
    return path;
  };
  const goodFile = () =>
    fileOf(`P-1,150.5,SPEI,${CLABES[0]},Ada Pérez`, `P-2,100,SPEI,${CLABES[1]},Bob Ruiz`);
  const of = (file: string, id = account.id) => ['--account', id, '--asset', 'MXNB', '--file', file];
  const request = async (...more: string[]) => {
    const file = await goodFile();
    const { said: checked } = await json('check', ...of(file));
    return json('request', ...of(file), '--digest', checked.digest, '--title', 'Payroll', ...more);
  };
  const countBatches = async () =>
    (await service.database.query('select 1 from withdrawal_batches where account_id = $1', [account.id]))
      .length;

  describe('check', () => {
    it('foresees every line and the sum, and stores nothing', async () => {
      const { code, said } = await json('check', ...of(await goodFile()));
      expect(code).to.equal(0);
      expect(said).to.include({ total: '250.50000000', asset: 'MXNB', same_as_batch: null });
      expect(
        said.data.map((line: any) => [line.line, line.reference, line.amount, line.problem]),
      ).to.deep.equal([
        [2, 'P-1', '150.50000000', null],
        [3, 'P-2', '100.00000000', null],
      ]);
      expect(await countBatches()).to.equal(0);
    });

    it('names the problem of each bad line beside the good ones', async () => {
      const file = await fileOf(
        `P-1,150.5,SPEI,${CLABES[0]},Ada Pérez`,
        'P-2,100,SPEI,032180000118359710,Bob Ruiz',
        `P-3,lots,SPEI,${CLABES[1]},Eva Sol`,
      );
      const { code, said } = await json('check', ...of(file));
      expect(code).to.equal(0);
      const [good, clabe, amount] = said.data;
      expect(good.problem).to.equal(null);
      expect(clabe.problem).to.match(/clabe/i);
      expect(amount).to.deep.include({ line: 4, amount: 'lots', method: null });
      expect(amount.problem).to.match(/amount/i);
    });

    it('says lines that pay the same twice, which the request makes only when it is told to', async () => {
      const twice = [1, 2].map((n) => `P-${n},150,SPEI,${CLABES[0]},Ada Pérez`);
      const file = await fileOf(...twice);
      const { said } = await json('check', ...of(file));
      expect(said.data.map((one: any) => one.same_as_line)).to.deep.equal([null, 2]);
      const request = ['request', ...of(file), '--digest', said.digest];
      expect((await json(...request)).code).to.equal(1);
      expect((await json(...request, '--duplicates')).said.lines).to.equal(2);
    });

    it('is a table for people, with the digest for the request', async () => {
      const file = await goodFile();
      const { said } = await json('check', ...of(file));
      const { code, stdout, stderr } = await batch('check', ...of(file));
      expect([code, stderr]).to.deep.equal([0, '']);
      expect(stdout).to.contain(said.digest).and.to.contain('P-2').and.to.contain('250.50');
    });

    it('refuses a file that is missing or that it cannot read', async () => {
      const missing = await json('check', ...of(join(directory, 'none.csv')));
      expect(missing.code).to.equal(1);
      expect(missing.said.error.message).to.contain('none.csv cannot be read');
      const path = join(directory, 'bad.csv');
      for (const [bytes, message] of [
        ['importe,destino\n5,x', 'The first line must name the columns'],
        [`${HEADER}\n`, 'has no lines'],
        [Buffer.from('amount,beneficiary\n5,Peña', 'latin1'), 'UTF-8'],
      ] as const) {
        await writeFile(path, bytes);
        const { code, said } = await json('check', ...of(path));
        expect(code, message).to.equal(1);
        expect(said.error.code, message).to.equal('invalid_request');
        expect(said.error.message).to.contain(message);
      }
    });

    it('needs an account that exists, and its options', async () => {
      const file = await goodFile();
      const unknown = await json('check', ...of(file, UNKNOWN));
      expect([unknown.code, unknown.said.error.code]).to.deep.equal([1, 'account_not_found']);
      const untyped = await json('check', '--account', account.id, '--file', file);
      expect([untyped.code, untyped.said.error.code]).to.deep.equal([2, 'invalid_usage']);
    });
  });

  describe('request', () => {
    it('requests what was checked, and shows it with its lines', async () => {
      const { code, said } = await request();
      expect(code).to.equal(0);
      expect(said).to.include({
        title: 'Payroll',
        amount: '250.50000000',
        asset: 'MXNB',
        lines: 2,
        account_id: account.id,
      });
      const shown = await json('show', said.id, '--account', account.id);
      expect(shown.code).to.equal(0);
      expect(shown.said.data.map((line: any) => [line.line, line.reference, line.amount])).to.deep.equal([
        [2, 'P-1', '150.50000000'],
        [3, 'P-2', '100.00000000'],
      ]);
    });

    it('refuses a file that changed after its check, or that has a bad line', async () => {
      const { said: checked } = await json('check', ...of(await goodFile()));
      const changed = await fileOf(`P-1,999,SPEI,${CLABES[0]},Ada Pérez`);
      expect((await json('request', ...of(changed), '--digest', checked.digest)).code).to.equal(1);
      const bad = await fileOf(`P-1,lots,SPEI,${CLABES[0]},Ada Pérez`);
      const { said: found } = await json('check', ...of(bad));
      expect((await json('request', ...of(bad), '--digest', found.digest)).code).to.equal(1);
      expect(await countBatches()).to.equal(0);
    });

    it('is made once for an idempotency key', async () => {
      const first = await request('--idempotency-key', 'payroll-12');
      const again = await request('--idempotency-key', 'payroll-12');
      expect([first.code, again.code]).to.deep.equal([0, 0]);
      expect(again.said.id).to.equal(first.said.id);
      expect(await countBatches()).to.equal(1);
    });
  });

  it('is sent on its day, and can be canceled until then, once', async () => {
    const day = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10);
    const { said } = await request('--on', day);
    expect(said.execute_on).to.equal(day);
    const canceled = await json('cancel', said.id, '--account', account.id);
    expect([canceled.code, canceled.said.status]).to.deep.equal([0, 'cancelled']);
    const again = await json('cancel', said.id, '--account', account.id);
    expect([again.code, again.said.error.code]).to.deep.equal([1, 'withdrawal_batch_over']);
    const late = await request('--on', '2099-12-15');
    expect([late.code, late.said.error.code]).to.deep.equal([1, 'invalid_request']);
  });

  it('is of one account only', async () => {
    const { said } = await request();
    const other = await service.createAccount();
    for (const name of ['show', 'cancel']) {
      const { code, said: refused } = await json(name, said.id, '--account', other.id);
      expect([code, refused.error.code], name).to.deep.equal([1, 'withdrawal_batch_not_found']);
    }
  });
});
