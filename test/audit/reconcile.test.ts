import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { reconcile, type ProviderReconciliation } from '../../src/audit/reconcile.ts';
import { money } from '../../src/lib/money.ts';
import { advance, createLink, DAY_S, injectFault, pay, runToRest } from '../payment-links/links.ts';
import { fund, refundDeposit, refundLink, restore } from '../transfers/rig.ts';
import { runPayments } from '../support/processes/command.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import { confirmConversion, withdraw } from '../transfers/started.ts';

const HOUR_MS = 3_600_000;

describe('reconciling with the provider', () => {
  let service: TestService;
  let account: TestAccount;
  /** From an hour before to an hour after the test's start. */
  let range: { from: Date; to: Date };

  before(async () => {
    service = await startService();
  });
  after(() => service?.close());
  beforeEach(async () => {
    await restore(service);
    account = await service.createAccount();
    // Far enough that no test sees what another left behind.
    await advance(service, 4 * DAY_S);
    const [clock] = await query('select service_now() as now');
    const now = (clock?.['now'] as Date).getTime();
    range = { from: new Date(now - HOUR_MS), to: new Date(now + HOUR_MS) };
  });

  const compareAll = (within = range) =>
    reconcile(service.foundation.db, service.foundation.providers.all, within);
  /** The simulator is the only provider here. */
  const compare = async (within = range): Promise<ProviderReconciliation> => {
    const { ok, providers } = await compareAll(within);
    const [only] = providers;
    if (!only || providers.length > 1) throw new Error('there is not one provider');
    expect(ok).to.equal(only.ok);
    return only;
  };
  const query = (text: string, values: unknown[] = []) => service.database.query(text, values);

  const convert = async (amount = '100'): Promise<string> => {
    const { db, conversions } = service.foundation;
    const request = {
      accountId: account.id,
      fromAsset: 'MXNB',
      toAsset: 'USDC',
      amount: money(amount),
      requestId: null,
    };
    const quote = await conversions.requestQuote(request, randomUUID());
    return db.transaction(async (trx) => {
      const { id } = await conversions.create(trx, request, quote);
      await confirmConversion({ conversions }, trx, account.id, id);
      return id;
    });
  };
  const refund = async (code: string, amount: string): Promise<string> => {
    return (await refundLink(service, account.id, code, amount)).id;
  };
  /** A payment, a withdrawal and a refund, all settled. */
  const settleSome = async () => {
    const { code, depositId } = await fund(account, 'MXNB', '1000');
    const withdrawalId = await withdraw(account, '150');
    const refundId = await refund(code, '60');
    await runToRest(service);
    return { depositId, withdrawalId, refundId };
  };
  const shift = async (table: string, column: string, id: string, byMs: number): Promise<void> => {
    await query(`update ${table} set ${column} = ${column} + $2 * interval '1 millisecond' where id = $1`, [
      id,
      byMs,
    ]);
  };
  /** Alters a transfer's line in the provider's statement. */
  const alterLine = async (id: string, change: string): Promise<void> => {
    await query(`update simulator_operations set ${change} where idempotency_key like '%:' || $1`, [id]);
  };

  it('matches deposits, converted payments, withdrawals, conversions and refunds', async () => {
    await settleSome();
    await convert();
    const { code } = await createLink(account.api);
    await pay(account.api, code, { method: 'USDC' });
    const { code: overpaid } = await createLink(account.api, { amount: '200' });
    const { body: over } = await pay(account.api, overpaid, { method: 'SPEI', scenario: 'over' });
    await refundDeposit(service, over.id);
    await runToRest(service);
    // Three deposits with two conversions, a withdrawal and two refunds.
    expect(await compare()).to.deep.equal({
      provider: 'simulator',
      ok: true,
      matched: 8,
      differences: [],
    });
  });

  it('matches deposits that are not final yet, and expects none that were dropped', async () => {
    const { code: seen } = await createLink(account.api);
    await pay(account.api, seen, { method: 'MXNB', scenario: 'seen_then_confirmed' });
    expect(await compare()).to.include({ ok: true, matched: 1 });
    await injectFault(service, 'confirm', { failure: 'refused' });
    await runToRest(service);
    const [deposit] = await query('select status from deposits where account_id = $1', [account.id]);
    expect(deposit).to.deep.equal({ status: 'failed' });
    expect(await compare()).to.include({ ok: true, matched: 0 });
  });

  it('does not expect refused transfers', async () => {
    await fund(account, 'MXNB', '1000');
    await injectFault(service, 'pay_out', { failure: 'refused' });
    await withdraw(account, '150');
    await runToRest(service);
    expect(await compare()).to.include({ ok: true, matched: 1 });
  });

  it('reports what only the provider has', async () => {
    await settleSome();
    await query(
      `insert into simulator_operations (operation, idempotency_key, reference, asset, amount, details, created_at)
       values ('pay_out', 'nobody', 'PHANTOM-1', 'MXN', -99.5, '{}', service_now()),
              ('deposit', 'unheard', 'PHANTOM-2', 'USDC', 12.25, '{}', service_now())`,
    );
    const { ok, matched, differences } = await compare();
    expect({ ok, matched }).to.deep.equal({ ok: false, matched: 3 });
    expect(differences).to.have.deep.members([
      {
        problem: 'missing_here',
        kind: 'pay_out',
        provider_reference: 'PHANTOM-1',
        account_id: null,
        record_id: null,
        ours: null,
        theirs: '-99.50000000 MXN',
      },
      {
        problem: 'missing_here',
        kind: 'deposit',
        provider_reference: 'PHANTOM-2',
        account_id: null,
        record_id: null,
        ours: null,
        theirs: '12.25000000 USDC',
      },
    ]);
  });

  it('reports what the provider did but we did not record', async () => {
    await fund(account, 'MXNB', '1000');
    await injectFault(service, 'pay_out', { failure: 'lost_answer' });
    const id = await withdraw(account, '150');
    await service.workers.transfers.runOnce();
    const { differences } = await compare();
    expect(differences.map(({ problem, theirs }) => ({ problem, theirs }))).to.deep.equal([
      { problem: 'missing_here', theirs: '-150.00000000 MXN' },
    ]);
    await injectFault(service, 'pay_out', {});
    await runToRest(service);
    expect((await query('select status from transfers where id = $1', [id]))[0]).to.include({
      status: 'settled',
    });
    expect(await compare()).to.include({ ok: true, matched: 2 });
  });

  it('reports what only we have', async () => {
    const { depositId, withdrawalId, refundId } = await settleSome();
    const references = await query(
      `select id, provider_reference from transfers union all select id, provider_reference from deposits`,
    );
    const referenceOf = (id: string) => references.find((row) => row['id'] === id)?.['provider_reference'];
    await query('delete from simulator_operations');
    const { matched, differences } = await compare();
    expect(matched).to.equal(0);
    const common = { problem: 'missing_there', account_id: account.id, theirs: null };
    expect(differences).to.have.deep.members([
      {
        ...common,
        kind: 'deposit',
        provider_reference: referenceOf(depositId),
        record_id: depositId,
        ours: '1000.00000000 MXNB',
      },
      {
        ...common,
        kind: 'pay_out',
        provider_reference: referenceOf(withdrawalId),
        record_id: withdrawalId,
        ours: '-150.00000000 MXN',
      },
      {
        ...common,
        kind: 'refund',
        provider_reference: referenceOf(refundId),
        record_id: refundId,
        ours: '-60.00000000 MXNB',
      },
    ]);
  });

  for (const { what, change, theirs } of [
    { what: 'amount', change: 'amount = -150.01', theirs: '-150.01000000 MXN' },
    { what: 'sign', change: 'amount = 150', theirs: '150.00000000 MXN' },
    { what: 'asset', change: `asset = 'USD'`, theirs: '-150.00000000 USD' },
  ]) {
    it(`reports a movement whose ${what} differs`, async () => {
      const { withdrawalId } = await settleSome();
      await alterLine(withdrawalId, change);
      const { ok, matched, differences } = await compare();
      expect({ ok, matched }).to.deep.equal({ ok: false, matched: 2 });
      expect(differences).to.have.length(1);
      expect(differences[0]).to.include({
        problem: 'amounts_differ',
        kind: 'pay_out',
        account_id: account.id,
        record_id: withdrawalId,
        ours: '-150.00000000 MXN',
        theirs,
      });
    });
  }

  it('reports a movement of another kind on both sides', async () => {
    const { withdrawalId } = await settleSome();
    await alterLine(withdrawalId, `operation = 'refund'`);
    const { differences } = await compare();
    expect(differences.map(({ problem, kind }) => `${problem} ${kind}`)).to.deep.equal([
      'missing_here refund',
      'missing_there pay_out',
    ]);
  });

  it('reports the second of two records that claim the same movement', async () => {
    const { depositId } = await settleSome();
    const other = await service.createAccount();
    await fund(other, 'MXNB', '1000');
    const [first] = await query('select provider_reference from deposits where id = $1', [depositId]);
    const reference = String(first?.['provider_reference']);
    // As two accounts could share one before the database refused that.
    await query(
      `set session_replication_role = 'replica';
       update deposits set provider_reference = '${reference}' where account_id = '${other.id}';
       reset session_replication_role`,
    );
    const [second] = await query('select id from deposits where account_id = $1', [other.id]);
    await query('delete from simulator_operations where operation = $1 and reference <> $2', [
      'deposit',
      reference,
    ]);
    const { ok, matched, differences } = await compare();
    expect({ ok, matched }).to.deep.equal({ ok: false, matched: 3 });
    expect(differences).to.have.length(1);
    expect(differences[0]).to.include({ problem: 'missing_there', provider_reference: reference });
    expect(differences[0]?.record_id).to.be.oneOf([depositId, second?.['id']]);
  });

  describe('within a time range', () => {
    const day = DAY_S * 1000;

    it('includes its start and excludes its end', async () => {
      await fund(account, 'MXNB', '1000');
      const [row] = await query('select created_at, provider_reference from deposits where account_id = $1', [
        account.id,
      ]);
      const at = row?.['created_at'] as Date;
      // The database's times are more precise than ours.
      await query('update deposits set created_at = $2 where account_id = $1', [account.id, at]);
      await query('update simulator_operations set created_at = $2 where reference = $1', [
        row?.['provider_reference'],
        at,
      ]);
      expect(await compare({ from: at, to: new Date(at.getTime() + 1) })).to.include({ matched: 1 });
      expect(await compare({ from: new Date(at.getTime() - 1), to: at })).to.include({
        ok: true,
        matched: 0,
      });
      expect(await compare({ from: new Date(at.getTime() + 1), to: range.to })).to.include({
        ok: true,
        matched: 0,
      });
    });

    it('finds counterparts up to a day before or after', async () => {
      const { withdrawalId } = await settleSome();
      // We recorded it almost a day after the provider, as after a long outage.
      await shift('transfers', 'finished_at', withdrawalId, day - 2 * HOUR_MS);
      expect(await compare()).to.include({ ok: true, matched: 3 });
      const whenWeKnew = {
        from: new Date(range.from.getTime() + day - 2 * HOUR_MS),
        to: new Date(range.to.getTime() + day - 2 * HOUR_MS),
      };
      expect(await compare(whenWeKnew)).to.include({ ok: true });
    });

    it('does not find counterparts further away', async () => {
      const { withdrawalId } = await settleSome();
      await shift('transfers', 'finished_at', withdrawalId, day + 2 * HOUR_MS);
      const { matched, differences } = await compare();
      expect(matched).to.equal(2);
      expect(differences.map(({ problem }) => problem)).to.deep.equal(['missing_here']);
    });

    it('leaves out what is outside it on both sides', async () => {
      await settleSome();
      const yesterday = {
        from: new Date(range.from.getTime() - 3 * HOUR_MS),
        to: new Date(range.from.getTime()),
      };
      expect(await compare(yesterday)).to.include({ ok: true, matched: 0 });
    });

    it("uses the deployment's clock", async () => {
      await advance(service, 30 * DAY_S);
      await settleSome();
      expect(await compare()).to.include({ ok: true, matched: 0 });
      const ahead = {
        from: new Date(range.from.getTime() + 30 * day),
        to: new Date(range.to.getTime() + 30 * day),
      };
      expect(await compare(ahead)).to.include({ ok: true, matched: 3 });
    });
  });

  it('reads a statement of more than one page', async () => {
    await query(
      `insert into simulator_operations (operation, idempotency_key, reference, asset, amount, details, created_at)
       select 'deposit', 'many-' || n, 'MANY-' || n, 'MXN', n, '{}', service_now() from generate_series(1, 2500) n`,
    );
    const { differences } = await compare();
    expect(new Set(differences.map(({ provider_reference }) => provider_reference)).size).to.equal(2500);
    expect(differences.every(({ problem }) => problem === 'missing_here')).to.be.true;
  });

  describe('on the command line', () => {
    const payments = (...args: string[]) => runPayments(service, ...args);
    const times = () => ['--from', range.from.toISOString(), '--to', range.to.toISOString()];

    it('exits with 0 when everything matches, and says so to scripts and people', async () => {
      await settleSome();
      const [forScripts, forPeople] = await Promise.all([
        payments('reconcile', ...times(), '--json'),
        payments('reconcile', ...times()),
      ]);
      expect(forScripts.code).to.equal(0);
      const { providers, ...rest } = await compareAll();
      expect(JSON.parse(forScripts.stdout)).to.deep.equal({
        ...rest,
        providers: providers.map((one) => ({ ...one, acknowledged: [] })),
      });
      expect(forPeople.code).to.equal(0);
      expect(forPeople.stdout)
        .to.match(/^ok +true$/m)
        .and.match(/^ {2}provider +simulator\n {2}ok +true\n {2}matched +3\n {2}differences +-$/m);
    });

    it('exits with 1 and lists the differences, whole for people', async () => {
      const { withdrawalId } = await settleSome();
      await alterLine(withdrawalId, 'amount = -151');
      const [forScripts, forPeople] = await Promise.all([
        payments('reconcile', ...times(), '--json'),
        payments('reconcile', ...times()),
      ]);
      expect(forScripts.code).to.equal(1);
      const [found] = JSON.parse(forScripts.stdout).providers;
      const [expected] = (await compareAll()).providers;
      expect(found.differences).to.deep.equal(
        expected!.differences.map((one, at) => ({ ...one, id: found.differences[at].id })),
      );
      expect(forPeople.code).to.equal(1);
      const lines = forPeople.stdout.split('\n').map((line) => line.trim().replace(/ +/, '|'));
      expect(lines).to.include.members([
        'problem|amounts_differ',
        `record_id|${withdrawalId}`,
        'ours|-150.00000000 MXN',
        'theirs|-151.00000000 MXN',
      ]);
    });

    it('refuses a range that ends before it starts, and an invalid time', async () => {
      const [turned, nonsense] = await Promise.all([
        payments('reconcile', '--from', range.to.toISOString(), '--to', range.from.toISOString()),
        payments('reconcile', '--from', 'yesterday-ish', '--to', range.to.toISOString()),
      ]);
      expect(turned).to.deep.equal({ code: 2, stdout: '', stderr: '--from must be before --to.\n' });
      expect(nonsense.code).to.equal(2);
      expect(nonsense.stderr).to.match(/^'yesterday-ish' is not valid for --from\. .*\n$/);
    });
  });
});
