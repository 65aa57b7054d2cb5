import { expect } from 'chai';
import { createLink } from '../payment-links/links.ts';
import { runPayments } from '../support/processes/command.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import { isBroughtAlong } from '../../src/audit/checks.ts';

describe('commands about an account that has moved to another cell', () => {
  let service: TestService;
  let account: TestAccount;
  let code: string;

  before(async () => {
    service = await startService();
    account = await service.createAccount();
    ({ code } = await createLink(account.api));
    await service.database.query(
      `insert into account_moves (account_id, id, state, cell, still_until, gone_at)
       values ($1, gen_random_uuid(), 'gone', 2, 'infinity', now())`,
      [account.id],
    );
  });
  after(() => service?.close());

  const of = () => ['--account', account.id];
  const changing = [
    () => ['accounts', 'set', account.id, '--status', 'blocked'],
    () => ['accounts', 'brand', account.id, '--name', 'Other'],
    () => ['accounts', 'tolerance', account.id, '--method', 'SPEI', '--off'],
    () => ['limits', 'set', ...of(), '--currency', 'MXN', '--amount', '10'],
    () => ['users', 'create', ...of(), '--email', 'ana@acme.example'],
    () => ['keys', 'create', ...of(), '--name', 'Shop', '--scopes', 'all'],
    () => ['refunds', 'create', '--link', code],
    () => [
      ...['withdrawals', 'create', ...of(), '--asset', 'MXNB', '--amount', '100', '--method', 'SPEI'],
      ...['--clabe', '032180000118359719'],
    ],
    () => ['conversions', 'create', ...of(), '--from', 'MXNB', '--to', 'USDC', '--amount', '10'],
  ];

  it('are refused with its cell when they would change it', async () => {
    for (const words of changing) {
      const { code: exitCode, stderr } = await runPayments(service, ...words());
      const name = words().slice(0, 2).join(' ');
      expect(stderr, name).to.contain('The account has moved to cell 2: name that one, with --cell 2.');
      expect(exitCode, name).to.equal(1);
    }
  });

  it('show it', async () => {
    const { stdout } = await runPayments(service, 'accounts', 'show', account.id, '--json');
    expect(JSON.parse(stdout)).to.include({ id: account.id, moved_to_cell: 2, status: 'active' });
  });
});

describe('what an account has brought along from another cell', () => {
  let service: TestService;

  before(async () => {
    service = await startService();
  });
  after(() => service?.close());

  it('is what was recorded while it was not here, however often it has come and gone', async () => {
    const { id } = await service.createAccount();
    const query = (text: string, values?: unknown[]) => service.database.query(text, values);
    const atHour = (hour: number) => `timestamptz '2026-01-01 00:00Z' + ${hour} * interval '1 hour'`;
    const isBrought = async (hour: number): Promise<unknown> => {
      const [row] = await query(`select ${isBroughtAlong(`'${id}'::uuid`, `(${atHour(hour)})`)} as brought`);
      return row?.['brought'];
    };
    expect(await isBrought(1)).to.equal(false);
    const leave = (hour: number) =>
      query(
        `insert into account_moves (account_id, id, state, cell, still_until, gone_at)
         values ($1, gen_random_uuid(), 'gone', 2, 'infinity', ${atHour(hour)})
         on conflict (account_id) do update set id = excluded.id, state = 'gone', cell = 2,
           still_until = 'infinity', gone_at = excluded.gone_at`,
        [id],
      );
    const comeBack = (hour: number) =>
      query(
        `update account_moves set state = 'here', still_until = null, arrived_at = ${atHour(hour)} where account_id = $1`,
        [id],
      );
    await leave(2);
    await comeBack(4);
    await leave(6);
    await comeBack(8);
    // As after an attempt to move on that failed.
    await query('delete from account_moves where account_id = $1', [id]);
    const brought: unknown[] = [];
    for (const hour of [1, 3, 5, 7, 9]) brought.push(await isBrought(hour));
    expect(brought).to.deep.equal([false, true, false, true, false]);
  });
});
