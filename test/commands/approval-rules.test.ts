import { expect } from 'chai';
import { runPayments } from '../support/processes/command.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';

const UNKNOWN = '11111111-1111-4111-8111-111111111111';

describe('payments approval-rules', () => {
  let service: TestService;
  let account: TestAccount;

  before(async () => {
    service = await startService();
  });
  after(() => service?.close());
  beforeEach(async () => {
    account = await service.createAccount();
  });

  const json = async (...args: string[]): Promise<{ code: number | null; said: any }> => {
    const { code, stdout } = await runPayments(service, 'approval-rules', ...args, '--json');
    return { code, said: JSON.parse(stdout) };
  };
  const of = ({ id } = account) => ['--account', id];
  const add = (...more: string[]) => json('add', ...of(), '--currency', 'MXN', ...more);
  const list = async () => (await json('list', ...of())).said.data;

  it('adds a rule for everything with one approval, unless it is told otherwise', async () => {
    const { code } = await add('--above', '50000');
    expect(code).to.equal(0);
    const more = ['--kind', 'refund', '--approvals', '2', '--owners', '1'];
    expect((await add('--above', '9000.50', ...more)).code).to.equal(0);
    const rules = (await list()).map(({ id: _id, ...rule }: any) => rule);
    const common = { currency: 'MXN', moved_without: '0.00000000', ends_at: null };
    expect(rules).to.have.deep.members([
      { ...common, kind: 'all', above: '50000.00000000', approvals: 1, owners: 0 },
      { ...common, kind: 'refund', above: '9000.50000000', approvals: 2, owners: 1 },
    ]);
  });

  it('says plainly that an account has none', async () => {
    const { code, stdout } = await runPayments(service, 'approval-rules', 'list', ...of());
    expect([code, stdout.trim()]).to.deep.equal([0, 'This account has no approval rules.']);
  });

  it('refuses what makes no rule, and adds nothing', async () => {
    for (const [args, code, error] of [
      [['--above', '100', '--owners', '2'], 1, 'invalid_request'],
      [['--above', 'lots'], 2, 'invalid_usage'],
      [['--above', '100', '--kind', 'deposit'], 2, 'invalid_usage'],
      [['--above', '100', '--approvals', '3'], 2, 'invalid_usage'],
      [[], 2, 'invalid_usage'],
    ] as const) {
      const refused = await add(...args);
      expect([refused.code, refused.said.error?.code], args.join(' ')).to.deep.equal([code, error]);
    }
    const unknown = await json('add', ...of(), '--currency', 'XXX', '--above', '100');
    expect([unknown.code, unknown.said.error?.code]).to.deep.equal([1, 'invalid_request']);
    expect(await list()).to.deep.equal([]);
  });

  it('removes a rule of its own account only', async () => {
    await add('--above', '100');
    const [{ id }] = await list();
    const other = await service.createAccount();
    expect((await json('remove', id, ...of(other))).code).to.equal(1);
    expect(await list()).to.have.length(1);
    const { code, said } = await json('remove', id, ...of());
    expect([code, said.data]).to.deep.equal([0, []]);
    expect((await json('remove', id, ...of())).code).to.equal(1);
  });

  it('needs an account that exists', async () => {
    for (const args of [['list'], ['remove', UNKNOWN], ['add', '--currency', 'MXN', '--above', '1']]) {
      const { code, said } = await json(...args, '--account', UNKNOWN);
      expect([code, said.error?.code], args[0]).to.deep.equal([1, 'account_not_found']);
    }
  });
});
