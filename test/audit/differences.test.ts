import { expect } from 'chai';
import pg from 'pg';
import { advance, DAY_S, runToRest } from '../payment-links/links.ts';
import { addTwoOperators, type TwoOperators } from '../operators/two-operators.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import { fund } from '../transfers/rig.ts';

const WHY = ['--reason', 'The bank paid us interest', '--evidence', 'https://bank.example/2026-11'];

describe('differences that are known (D45)', () => {
  let service: TestService;
  let operators: TwoOperators;
  let account: TestAccount;
  let period: string[];

  beforeEach(async () => {
    service = await startService();
    operators = await addTwoOperators(service);
    account = await service.createAccount();
    await fund(account, 'MXNB', '1000');
    await runToRest(service);
    const [clock] = await query('select service_now() as now');
    const at = (ms: number) => new Date((clock?.['now'] as Date).getTime() + ms).toISOString();
    period = ['--from', at(-3600_000), '--to', at(3600_000)];
  });
  afterEach(() => service?.close());

  const query = (text: string, values: unknown[] = []) => service.database.query(text, values);
  const phantom = (reference: string, amount: string) =>
    query(
      `insert into simulator_operations (operation, idempotency_key, reference, asset, amount, details, created_at)
       values ('deposit', $1, $2, 'MXN', $3, '{}', service_now())`,
      [`${reference} ${amount} ${Math.random()}`, reference, amount],
    );
  const red = async () => (await operators.red('reconcile', ...period)).providers[0];
  const green = async () => {
    const { ok, providers } = await operators.json(undefined, 'reconcile', ...period);
    expect(ok).to.equal(true);
    return providers[0];
  };
  /** One asks and the other approves. */
  const acknowledge = async (id: string) => {
    const { ana, bruno, json } = operators;
    const request = await json(ana, 'differences', 'acknowledge', id, ...WHY);
    await json(bruno, 'approvals', 'approve', request.id);
    return request;
  };

  it('keep reconcile red until two operators acknowledge exactly that difference', async () => {
    await phantom('INTEREST-1', '25');
    const [difference, ...others] = (await red()).differences;
    expect(others).to.deep.equal([]);
    expect(difference).to.include({ provider_reference: 'INTEREST-1', theirs: '25.00000000 MXN' });
    // The same one has the same id each time.
    expect((await red()).differences).to.deep.equal([difference]);

    const { ana, bruno, json, refused } = operators;
    expect((await refused(undefined, 'differences', 'acknowledge', difference.id, ...WHY)).code).to.equal(
      'operator_key_required',
    );
    const request = await json(ana, 'differences', 'acknowledge', difference.id, ...WHY);
    expect(request.details).to.deep.include({ found_by: 'reconcile simulator' });
    expect(request.details.description).to.include({ provider_reference: 'INTEREST-1' });
    await red();
    expect((await refused(ana, 'approvals', 'approve', request.id)).code).to.equal(
      'second_operator_required',
    );
    await red();
    await json(bruno, 'approvals', 'approve', request.id);

    const { differences, acknowledged } = await green();
    expect(differences).to.deep.equal([]);
    expect(acknowledged).to.deep.equal([{ ...difference, acknowledged_by: request.id }]);
    expect((await json(undefined, 'differences', 'list')).data).to.deep.include.members([
      {
        id: difference.id,
        status: 'acknowledged',
        found_by: 'reconcile simulator',
        description: request.details.description,
        request: request.id,
        last_found_at: (await json(undefined, 'differences', 'list')).data[0].last_found_at,
      },
    ]);
  });

  it('come back red when an amount changes', async () => {
    await phantom('INTEREST-1', '25');
    await acknowledge((await red()).differences[0].id);
    await green();
    await query(`update simulator_operations set amount = 26 where reference = 'INTEREST-1'`);
    expect((await red()).differences).to.have.length(1);
    await query(`update simulator_operations set amount = 25 where reference = 'INTEREST-1'`);
    await green();
  });

  it('are one for each, even when several are equal', async () => {
    const { differences } = service.foundation;
    const twice = [
      { reference: 'A', ours: null, theirs: '25' },
      { theirs: '25', ours: null, reference: 'A' },
    ];
    const first = await differences.mark('a check', twice.slice(0, 1));
    await acknowledge(first.differences[0]!.id);
    const marked = await differences.mark('a check', twice);
    expect([marked.differences, marked.acknowledged].map(({ length }) => length)).to.deep.equal([1, 1]);
    expect((await differences.mark('another check', twice)).acknowledged).to.deep.equal([]);
  });

  it('are not acknowledged by what somebody wrote to the database', async () => {
    await phantom('INTEREST-1', '25');
    const [difference] = (await red()).differences;
    const { ana, json } = operators;
    const request = await json(ana, 'differences', 'acknowledge', difference.id, ...WHY);
    await query(
      `update operator_requests set decision = 'approved', decided_at = service_now(), approval_stamp = request_stamp,
         decided_by = (select id from operators where name = 'bruno') where id = $1`,
      [request.id],
    );
    expect((await red()).differences).to.have.length(1);
    const { discrepancies } = await operators.red('ledger', 'verify');
    expect(discrepancies.map(({ detail }: any) => detail)).to.deep.equal([
      `request ${request.id} of kind difference.acknowledge carries no stamps of this service`,
    ]);
  });

  it('are acknowledged only as what a check found', async () => {
    const unknown = `dif_${'0'.repeat(32)}`;
    const { ana, refused } = operators;
    expect((await refused(ana, 'differences', 'acknowledge', unknown, ...WHY)).code).to.equal(
      'difference_not_found',
    );
  });

  it('of the books are shown apart by ledger verify, and new ones are red however many are known', async () => {
    const owner = new pg.Client({ connectionString: service.database.url });
    await owner.connect();
    try {
      const lose = (count: number, from: number) =>
        owner.query(
          `set session_replication_role = replica;
           insert into ledger_entries (account_id, id, type, source_object, source_id, created_at)
           select '${account.id}', ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'fee', 'deposit', 'x' || n, now()
             from generate_series(${from}, ${from + count - 1}) n;
           reset session_replication_role`,
        );
      await lose(10, 1);
      const { discrepancies } = await operators.red('ledger', 'verify');
      // Each entry has neither postings nor a record.
      expect(discrepancies).to.have.length(20);
      for (const { id } of discrepancies) await acknowledge(id);
      const verified = await operators.json(undefined, 'ledger', 'verify');
      expect(verified.discrepancies).to.deep.equal([]);
      expect(verified.acknowledged).to.have.length(20);

      // No check stops at what is known: with it, each finds more than the hundred that one shows.
      await lose(95, 11);
      const again = await operators.red('ledger', 'verify');
      expect(again.discrepancies).to.have.length(190);
      await owner.query(
        `set session_replication_role = replica; delete from ledger_entries where source_id <> 'x105' and source_id like 'x%';
         reset session_replication_role`,
      );
    } finally {
      await owner.end();
    }
  });

  it('are in the log of operators and, where one is about an account, in its audit log', async () => {
    await query(`update simulator_operations set amount = amount + 1 where operation = 'deposit'`);
    const [difference] = (await red()).differences;
    expect(difference).to.include({ problem: 'amounts_differ', account_id: account.id });
    const request = await acknowledge(difference.id);
    const { data } = await operators.json(undefined, 'operators', 'log', '--limit', '3');
    expect(data.map(({ action, subject }: any) => `${action} ${subject}`)).to.deep.equal([
      `request.approved ${request.id}`,
      `difference.acknowledged ${difference.id}`,
      `request.made ${request.id}`,
    ]);
    const entries = await query(
      `select subject, details from audit_entries where account_id = $1 and action = 'difference.acknowledged'`,
      [account.id],
    );
    expect(entries).to.deep.equal([
      {
        subject: difference.id,
        details: { found_by: 'reconcile simulator', reason: 'The bank paid us interest' },
      },
    ]);
  });

  it('that nobody finds any more are forgotten after 90 days', async () => {
    await phantom('INTEREST-1', '25');
    await red();
    expect(await query('select id from differences')).to.have.length(1);
    await advance(service, 91 * DAY_S);
    await service.workers.housekeeper.runOnce();
    expect(await query('select id from differences')).to.have.length(0);
  });
});
