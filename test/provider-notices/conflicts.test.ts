import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { money } from '../../src/lib/money.ts';
import type { Report } from '../../src/methods/index.ts';
import { notificationFor, receive } from '../deposits/notifications.ts';
import { takeBack, tell } from '../deposits/take-backs.ts';
import { addTwoOperators, type TwoOperators } from '../operators/two-operators.ts';
import { createLink, runOut } from '../payment-links/links.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import { balancesOf, fund, requireSoundBooks, restore, traceOf, transferRow } from '../transfers/rig.ts';
import { withdraw } from '../transfers/started.ts';

describe('a provider that tells of one reference twice, and differently', () => {
  let service: TestService;
  let account: TestAccount;
  let operators: TwoOperators;

  before(async () => {
    service = await startService();
    operators = await addTwoOperators(service);
  });
  after(() => service?.close());
  beforeEach(async () => {
    await restore(service);
    account = await service.createAccount();
    await service.database.query('delete from report_conflicts');
  });
  afterEach(() => requireSoundBooks(service));

  const conflicts = async (): Promise<any[]> =>
    ((await operators.json(undefined, 'providers', 'conflicts')) as { data: any[] }).data;
  /** Told again and again, nothing moves, and it is listed once. */
  const requireConflict = async (report: () => Promise<unknown>, facts: object): Promise<void> => {
    const before = await traceOf(service, account.id);
    await Promise.all([report(), report()]);
    await report();
    expect(await traceOf(service, account.id)).to.deep.equal(before);
    const listed = await conflicts();
    expect(listed).to.have.lengthOf(1);
    expect(listed[0]).to.include({ provider: 'simulator', ...facts });
  };
  const withdrawn = async (amount: string): Promise<string> => {
    await fund(account, 'MXNB', amount);
    const id = await withdraw(account, amount);
    await runOut(service.workers.transfers);
    return id;
  };
  const returned = async (id: string, fields: object = {}): Promise<Report> => {
    const { provider_reference, to_asset, to_amount } = await transferRow(service, id);
    return {
      type: 'return',
      returned: {
        providerReference: provider_reference,
        returnReference: `return of ${provider_reference}`,
        asset: to_asset,
        amount: money(to_amount),
        reason: 'ACCOUNT_CLOSED',
        message: 'Closed.',
        ...fields,
      },
    };
  };

  it('is believed the first time, of a deposit', async () => {
    const { code } = await createLink(account.api, { amount: '500', accepted_methods: ['SPEI'] });
    const notification = await notificationFor(service, code, 'SPEI');
    const deposit = await receive(service, notification);
    await receive(service, notification);
    expect(await conflicts()).to.deep.equal([]);
    await requireConflict(() => receive(service, { ...notification, amount: money('50000') }), {
      kind: 'deposit',
      reference: notification.providerReference,
      known: `500 MXN of deposit ${deposit?.id}`,
      told: '50000 MXN',
    });
  });

  it('is believed the first time, of a debit', async () => {
    const { depositId } = await fund(account, 'MXNB', '500');
    await takeBack(service, depositId, { amount: '100', reference: 'R1' });
    await takeBack(service, depositId, { amount: '100', reference: 'R1' });
    expect(await conflicts()).to.deep.equal([]);
    await requireConflict(() => takeBack(service, depositId, { amount: '300', reference: 'R1' }), {
      kind: 'taken_back',
      reference: 'R1',
      known: `100 MXNB of deposit ${depositId}`,
      told: `300 MXNB of deposit ${depositId}`,
    });
  });

  it('takes back no other deposit by the same debit', async () => {
    const [first, second] = [await fund(account, 'MXNB', '500'), await fund(account, 'MXNB', '500')];
    const reference = randomUUID();
    await takeBack(service, first.depositId, { reference });
    await requireConflict(() => takeBack(service, second.depositId, { reference }), {
      kind: 'taken_back',
      told: `500 MXNB of deposit ${second.depositId}`,
    });
  });

  it('is believed the first time, of a return, and returns no other transfer by it', async () => {
    const [id, other] = [await withdrawn('500'), await withdrawn('500')];
    await tell(service, await returned(id));
    await tell(service, await returned(id));
    expect(await conflicts()).to.deep.equal([]);
    const { provider_reference } = await transferRow(service, id);
    await requireConflict(async () => tell(service, await returned(id, { amount: money('400') })), {
      kind: 'return',
      known: `500 MXN of withdrawal ${id}`,
      told: `400 MXN of withdrawal ${id}`,
    });
    await service.database.query('delete from report_conflicts');
    const returnReference = `return of ${provider_reference}`;
    await requireConflict(async () => tell(service, await returned(other, { returnReference })), {
      kind: 'return',
      told: `500 MXN of withdrawal ${other}`,
    });
  });

  it('is believed the first time, of a cost and of an own movement', async () => {
    const reference = randomUUID();
    const cost = (amount: string): Report => ({
      type: 'cost',
      cost: { reference, asset: 'MXN', amount: money(amount) },
    });
    await tell(service, cost('5'));
    await tell(service, cost('5'));
    await requireConflict(() => tell(service, cost('5000')), {
      kind: 'cost',
      known: '5 MXN',
      told: '5000 MXN',
    });
    await service.database.query('delete from report_conflicts');
    const movement = (amount: string): Report => ({
      type: 'other',
      movement: { reference, asset: 'MXN', amount: money(amount) },
    });
    await tell(service, movement('1000'));
    await tell(service, movement('1000'));
    await requireConflict(() => tell(service, movement('9000')), { kind: 'other', told: '9000 MXN' });
  });

  it('books no fee for a return that is more than what came back', async () => {
    const id = await withdrawn('500');
    const fees = () =>
      service.database.query(
        `select amount::text from provider_costs where reference like 'return of %:fee'`,
      );
    await tell(service, await returned(id, { fee: money('100000') }));
    expect(await balancesOf(account)).to.deep.equal({ MXNB: '500.00000000 + 0.00000000' });
    expect(await fees()).to.deep.equal([]);
    const { provider_reference } = await transferRow(service, id);
    const reference = `return of ${provider_reference}:fee`;
    // As a line of its own, too.
    await requireConflict(
      () => tell(service, { type: 'cost', cost: { reference, asset: 'MXN', amount: money('100000') } }),
      { kind: 'cost', reference, known: `500 MXN came back of withdrawal ${id}`, told: '100000 MXN' },
    );
    expect(await fees()).to.deep.equal([]);
    await tell(service, { type: 'cost', cost: { reference, asset: 'MXN', amount: money('25') } });
    expect(await fees()).to.deep.equal([{ amount: '25.000000000000000000' }]);
  });

  it('waits for an operator, who settles it with a reason', async () => {
    const { depositId } = await fund(account, 'MXNB', '500');
    await takeBack(service, depositId, { amount: '100', reference: 'R2' });
    await takeBack(service, depositId, { amount: '300', reference: 'R2' });
    const [{ id }] = await conflicts();
    await operators.json(
      operators.ana,
      'providers',
      'conflicts',
      'settle',
      id,
      '--reason',
      'The bank erred.',
    );
    expect(await conflicts()).to.deep.equal([]);
    await takeBack(service, depositId, { amount: '300', reference: 'R2' });
    expect(await conflicts()).to.deep.equal([]);
  });
});
