import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { Report, StatementLine, TakeInReports } from '../../../src/methods/providers/provider.ts';
import type { Worker } from '../../../src/lib/work/claim-worker.ts';
import { countFundsRequests } from '../../../src/methods/providers/bridge/background/repository.ts';
import { until } from '../../support/poll.ts';
import { failureOf, patience } from '../simulator/rig.ts';
import { newPayout, newPlace, openBridgeRig, type BridgeRig } from './bridge-rig.ts';

describe('money in through Bridge', () => {
  let rig: BridgeRig;
  let reports: Report[];
  let workers: Worker[];
  const takeIn: TakeInReports = (_trx, taken) => {
    reports.push(...taken);
    return Promise.resolve();
  };
  beforeEach(async () => {
    reports = [];
    rig = await openBridgeRig();
    workers = rig.bridge.background!(takeIn);
  });
  afterEach(() => rig?.close());

  const issue = () => rig.bridge.issueInstructions(newPlace(), patience());
  const pay = (message: string, amount = '100.5', more: object = {}): string => {
    const paid = rig.fake.control.pay({ message, amount, ...more });
    if ('sent_back' in paid) throw new Error(paid.sent_back);
    return paid.transfer_id;
  };
  const confirm = (providerReference: string) =>
    rig.bridge.confirmDeposit({ idempotencyKey: randomUUID(), providerReference }, patience());
  const statement = async (): Promise<StatementLine[]> => {
    const period = { from: new Date(Date.now() - 3_600_000), to: new Date(Date.now() + 3_600_000) };
    return (await rig.bridge.listStatement({ ...period, after: undefined }, patience())).lines;
  };
  const due = (table: string, column = 'due_at') =>
    rig.database.query(`update ${table} set ${column} = now() where ${column} is not null`);

  it('tells the payer everything that a bank asks for, and who may pay', async () => {
    const { instructions, destination, reference, expiresAt } = await issue();
    expect(instructions.bank).to.have.all.keys(
      ...['name', 'account_number', 'routing_number', 'account_name', 'account_address', 'address'],
    );
    expect(instructions.payers).to.equal('us_businesses');
    expect(destination).to.equal(`${instructions.bank?.account_number}/${reference}`);
    expect(expiresAt).to.equal(null);
  });

  it('is the same place when the answer was lost, also when Bridge no longer tells', async () => {
    for (const waitMs of [0, 2 * 24 * 3_600_000]) {
      const request = newPlace();
      rig.fake.control.fault({ kind: 'lost', on: 'POST /transfers', acts: true });
      await failureOf(rig.bridge.issueInstructions(request, patience()));
      rig.fake.control.advance({ ms: waitMs });
      const templates = () =>
        rig.fake.control.state().transfers.filter(({ kind }) => kind === 'template').length;
      const before = templates();
      await rig.bridge.issueInstructions(request, patience());
      expect(templates()).to.equal(before);
    }
  });

  it('is refused if Bridge takes the wallet only by its chain: which it is, only a call can tell', async () => {
    rig.fake.control.set({ walletRail: 'chain' });
    expect((await failureOf(issue())).kind).to.equal('refused');
  });

  it('is dropped if it was sent back before it was final', async () => {
    const { reference } = await issue();
    const id = pay(reference!, '100', { held: true });
    expect(await confirm(id)).to.deep.equal({ status: 'seen' });
    rig.fake.control.settle({ id, state: 'undeliverable' });
    expect(await confirm(id)).to.deep.equal({ status: 'seen' });
    rig.fake.control.settle({ id, state: 'returned' });
    expect(await confirm(id)).to.deep.equal({ status: 'dropped' });
    rig.fake.control.settle({ id, state: 'refunded' });
    expect(await confirm(id)).to.deep.equal({ status: 'dropped' });
  });

  it('is told to somebody, and taken back in the statement, if it was final and is sent back', async () => {
    const { reference } = await issue();
    const id = pay(reference!, '100', { held: true });
    rig.fake.control.settle({ id, state: 'payment_processed' });
    expect((await confirm(id)).status).to.equal('confirmed');
    rig.fake.control.settle({ id, state: 'refunded' });
    expect((await failureOf(confirm(id))).kind).to.equal('unavailable');
    await Promise.all(rig.bridge.notices!.read([rig.noticeOf(id).body], patience()));
    const alarm = rig.lines.find(
      ({ level, message }) => level === 'error' && message === 'final deposit returned by Bridge',
    );
    expect(alarm?.fields).to.include({ transfer: id });
    const taken = (await statement()).find(({ kind }) => kind === 'taken_back');
    expect(taken?.kind === 'taken_back' && taken.takenBack).to.deep.include({
      depositReference: id,
      asset: 'USD',
    });
    expect(taken?.amount.toFixed()).to.equal('-100');
  });

  it('books what Bridge kept as a cost, so that nothing is short', async () => {
    rig.fake.control.set({ depositFee: '0.75', payoutFee: '15', payoutFeeFrom: 'wallet', returnFee: '20' });
    const { reference } = await issue();
    const deposit = pay(reference!, '100', { held: true });
    rig.fake.control.settle({ id: deposit, state: 'payment_processed' });
    const payout = newPayout('50');
    let id = '';
    await until(
      async () => {
        const outcome = await rig.bridge.payOut(payout, patience());
        id = outcome.providerReference ?? '';
        return outcome.status === 'done';
      },
      { what: 'it is done' },
    );
    rig.fake.control.settle({ id, state: 'refunded' });
    const lines = (await statement()).slice(1);
    expect(lines.map(({ kind, amount }) => `${kind} ${amount.toFixed()}`)).to.deep.equal([
      ...['deposit 100', 'cost -0.75', 'pay_out -50', 'cost -15', 'return 50', 'cost -20'],
    ]);
    const sum = lines.reduce(
      (total, { amount }) => total.plus(amount),
      lines[0]!.amount.minus(lines[0]!.amount),
    );
    const { holdings } = await rig.bridge.readBalances({ sent: [], seen: [] }, patience());
    expect(holdings[0]!.amount.toFixed()).to.equal(sum.plus('1000000').toFixed());
  });

  it('shows what came without a payer, or was moved by hand, only to reconcile', async () => {
    rig.fake.control.credit({ amount: '5' });
    const line = (await statement()).at(-1);
    expect(line?.kind === 'deposit' && line.deposit).to.equal(undefined);
  });

  for (const eventOrder of ['newest', 'oldest'] as const) {
    it(`is found in the list of events, ${eventOrder} first, when no notice comes`, async () => {
      rig.fake.control.set({ eventOrder });
      const { reference } = await issue();
      const events = workers[0]!;
      await events.runOnce();
      const ids: string[] = [];
      for (let round = 0; round < 2; round++) {
        for (let time = 0; time < 60; time++) ids.push(pay(reference!, '10', { held: true }));
        await due('bridge_progress');
        await events.runOnce();
      }
      const found = reports.flatMap((one) => (one.type === 'deposit' ? one.deposit.providerReference : []));
      expect([...new Set(found)]).to.have.members(ids);
    });
  }

  it('goes on with the other events when one is of nobody', async () => {
    rig.fake.control.set({ childNames: 'nothing' });
    const { reference } = await issue();
    const stranger = await issue();
    pay(stranger.reference!, '10', { held: true });
    await rig.database.query('delete from bridge_templates where deposit_message = $1', [stranger.reference]);
    const id = pay(reference!, '10', { held: true });
    await workers[0]!.runOnce();
    expect(reports.map((one) => one.type === 'deposit' && one.deposit.providerReference)).to.deep.equal([id]);
  });

  it('is found by asking for its template when nothing tells of it', async () => {
    const { reference } = await issue();
    const id = pay(reference!, '10', { held: true });
    await due('bridge_templates');
    await workers[1]!.runOnce();
    expect(reports.map((one) => one.type === 'deposit' && one.deposit.providerReference)).to.deep.equal([id]);
  });

  it('goes back to its payer once no link needs the template: it is deleted', async () => {
    const { reference } = await issue();
    await due('bridge_templates');
    await workers[1]!.runOnce();
    // Its link may just be being written.
    expect(rig.asked('DELETE /transfers/:id')).to.equal(0);
    await rig.database.query(
      `update bridge_templates set requested_at = now() - interval '2 hours', due_at = now()`,
    );
    await workers[1]!.runOnce();
    expect(rig.fake.control.pay({ message: reference!, amount: '10' })).to.have.property('sent_back');
    expect(await rig.database.query('select 1 from bridge_templates where due_at is not null')).to.deep.equal(
      [],
    );
  });

  it('is not deleted twice where the answer was lost: that it is gone is enough', async () => {
    await issue();
    rig.fake.control.fault({ kind: 'lost', on: 'DELETE /transfers/:id', acts: true });
    for (let time = 0; time < 2; time++) {
      await rig.database.query(
        `update bridge_templates set requested_at = now() - interval '2 hours', due_at = now() where due_at is not null`,
      );
      await workers[1]!.runOnce();
    }
    expect(rig.asked('DELETE /transfers/:id')).to.equal(2);
    expect(await rig.database.query('select 1 from bridge_templates where due_at is not null')).to.deep.equal(
      [],
    );
  });

  it('is asked about after it arrived: a payout that comes back in silence is a return', async () => {
    const payout = newPayout('50');
    await until(async () => (await rig.bridge.payOut(payout, patience())).status === 'done', {
      what: 'it is done',
    });
    const { providerReference: id } = await rig.bridge.payOut(payout, patience());
    await due('rail_orders', 'watch_at');
    await workers[2]!.runOnce();
    expect(reports).to.deep.equal([]);
    rig.fake.control.settle({ id: id!, state: 'refunded' });
    await due('rail_orders', 'watch_at');
    await workers[2]!.runOnce();
    expect(reports.map(({ type }) => type)).to.deep.equal(['return']);
    await due('rail_orders', 'watch_at');
    expect(await workers[2]!.runOnce()).to.equal(0);
  });

  it('that a bank wants back is told to an operator, once', async () => {
    await workers[3]!.runOnce();
    expect(await countFundsRequests(rig.db.read)).to.equal(0);
    const { id } = rig.fake.control.requestFunds();
    for (let day = 0; day < 2; day++) {
      await due('bridge_progress');
      await workers[3]!.runOnce();
    }
    const alarms = rig.lines.filter(
      ({ level, message }) => level === 'error' && message.startsWith('deposit recall requested'),
    );
    expect(alarms.map(({ fields }) => fields['request'])).to.deep.equal([id]);
    expect(await countFundsRequests(rig.db.read)).to.equal(1);
  });
});
