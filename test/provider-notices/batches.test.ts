import { expect } from 'chai';
import { verifyLedger } from '../../src/audit/verify.ts';
import type { DepositNotification } from '../../src/deposits/deposit-state.ts';
import type { Report } from '../../src/methods/index.ts';
import { createIntake, createTakeIn } from '../../src/provider-notices/index.ts';
import { money } from '../../src/lib/money.ts';
import { notificationFor } from '../deposits/notifications.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';

describe('reports that arrive together', () => {
  let service: TestService;
  /** How many reports each transaction took in. */
  let taken: number[];
  let takeInAll: (told: readonly Told[]) => Promise<('taken' | 'failed')[]>;

  type Told = { provider: string; report: Report };
  const deposit = ({ provider, ...notification }: DepositNotification): Told => ({
    provider,
    report: { type: 'deposit', deposit: notification },
  });

  before(async () => {
    service = await startService();
    const { db, deposits, transferKinds, inbox } = service.foundation;
    const takeIn = createTakeIn({ deposits, transferKinds, inbox });
    takeInAll = async (told) => {
      const intake = createIntake({
        db,
        takeIn: async (trx, arrivals) => {
          await takeIn(trx, arrivals);
          taken.push(arrivals.length);
        },
      });
      const outcomes = await Promise.allSettled(told.map((one) => intake(one)));
      return outcomes.map(({ status }) => (status === 'fulfilled' ? 'taken' : 'failed'));
    };
  });
  beforeEach(() => {
    taken = [];
  });
  afterEach(async () => {
    const { discrepancies } = await service.foundation.db.snapshot((on) => verifyLedger(on));
    expect(discrepancies).to.deep.equal([]);
    const gaps = await service.database.query(
      `select account_id from events group by account_id
       having max(sequence) <> count(*) or min(sequence) <> 1`,
    );
    expect(gaps).to.deep.equal([]);
  });
  after(() => service?.close());

  const createLink = async ({ api }: TestAccount, fields: object = {}): Promise<string> => {
    const { body } = await api.post('/v1/payment_links', {
      amount: '150',
      currency: 'MXNB',
      description: 'Order',
      ...fields,
    });
    return body.code as string;
  };
  const statusOf = async ({ api }: TestAccount, code: string): Promise<string> =>
    (await api.get(`/v1/payment_links/${code}`)).body.status as string;
  const movementsOf = async ({ api }: TestAccount): Promise<{ amount: string; balance_after: string }[]> =>
    (await api.get('/v1/transactions?limit=100')).body.data;
  const depositsOf = async ({ api }: TestAccount) => (await api.get('/v1/deposits?limit=100')).body.data;

  it('are taken in by one transaction, and pay the links of all their accounts', async () => {
    const accounts = await Promise.all([1, 2, 3].map(() => service.createAccount()));
    const told: Told[] = [];
    const codes: [TestAccount, string][] = [];
    for (let number = 0; number < 30; number++) {
      const account = accounts[number % 3]!;
      const code = await createLink(account);
      codes.push([account, code]);
      told.push(deposit(await notificationFor(service, code, 'MXNB')));
    }
    expect(new Set(await takeInAll(told))).to.deep.equal(new Set(['taken']));
    expect(taken).to.deep.equal([30]);
    for (const [account, code] of codes) expect(await statusOf(account, code)).to.equal('paid');
    for (const account of accounts) {
      const balances = (await movementsOf(account)).map(({ balance_after: after }) => after);
      // Newest first: each movement has the balance after itself.
      expect(balances).to.deep.equal(Array.from({ length: 10 }, (_, at) => `${150 * (10 - at)}.00000000`));
    }
  });

  it('keep their order within an account', async () => {
    const account = await service.createAccount();
    const amounts = ['110', '90', '130', '70'];
    const told: Told[] = [];
    for (const amount of amounts) {
      told.push(deposit(await notificationFor(service, await createLink(account, { amount }), 'MXNB')));
    }
    await takeInAll(told);
    expect(taken).to.deep.equal([4]);
    const oldestFirst = (await movementsOf(account)).reverse();
    expect(oldestFirst.map(({ amount }) => money(amount).toFixed())).to.deep.equal(amounts);
  });

  it('are taken in even if one among them cannot be', async () => {
    const account = await service.createAccount();
    const codes = [await createLink(account), await createLink(account), await createLink(account)];
    const [first, second, third] = await Promise.all(
      codes.map((code) => notificationFor(service, code, 'MXNB')),
    );
    const unknown: Told = {
      provider: 'simulator',
      report: {
        type: 'return',
        returned: {
          providerReference: 'nobody-sent-this',
          returnReference: 'r-1',
          asset: 'MXNB',
          amount: money('1'),
          reason: 'RETURNED',
          message: 'account closed',
        },
      },
    };
    const outcomes = await takeInAll([deposit(first!), deposit(second!), unknown, deposit(third!)]);
    expect(outcomes).to.deep.equal(['taken', 'taken', 'failed', 'taken']);
    for (const code of codes) expect(await statusOf(account, code)).to.equal('paid');
  });

  it('credit a deposit once that is among them twice', async () => {
    const account = await service.createAccount();
    const code = await createLink(account);
    const notification = await notificationFor(service, code, 'MXNB');
    await takeInAll([deposit(notification), deposit(notification)]);
    expect(taken).to.deep.equal([2]);
    expect(await depositsOf(account)).to.have.length(1);
    expect(await movementsOf(account)).to.have.length(1);
  });

  it('pay a link with the first of two deposits for it, and hold the second', async () => {
    const account = await service.createAccount();
    const code = await createLink(account);
    const both = [await notificationFor(service, code, 'MXNB'), await notificationFor(service, code, 'MXNB')];
    await takeInAll(both.map(deposit));
    const found: { status: string; unmatched_reason?: string }[] = await depositsOf(account);
    expect(
      found.map(({ status, unmatched_reason: reason }) => `${status} ${reason ?? 'in full'}`),
    ).to.have.members(['credited in full', 'unmatched LINK_ALREADY_PAID']);
    expect(await movementsOf(account)).to.have.length(1);
  });

  it('credit what was seen and became final among them', async () => {
    const account = await service.createAccount();
    const code = await createLink(account);
    const final = await notificationFor(service, code, 'MXNB');
    await takeInAll([deposit({ ...final, final: false }), deposit(final), deposit(final)]);
    expect(taken).to.deep.equal([3]);
    expect(await statusOf(account, code)).to.equal('paid');
    expect((await depositsOf(account)).map(({ status }: { status: string }) => status)).to.deep.equal([
      'credited',
    ]);
  });

  it('credit nothing to a second destination with the same reference', async () => {
    const account = await service.createAccount();
    const codes = [await createLink(account), await createLink(account)];
    const [one, other] = await Promise.all(codes.map((code) => notificationFor(service, code, 'MXNB')));
    await takeInAll([deposit(one!), deposit({ ...other!, providerReference: one!.providerReference })]);
    expect(await statusOf(account, codes[0]!)).to.equal('paid');
    expect(await statusOf(account, codes[1]!)).to.equal('active');
    expect(await depositsOf(account)).to.have.length(1);
  });

  it('are neither lost nor doubled when several processes are told the same at once, in other orders', async () => {
    const accounts = [await service.createAccount(), await service.createAccount()];
    const told: Told[] = [];
    for (let number = 0; number < 24; number++) {
      const code = await createLink(accounts[number % 2]!);
      told.push(deposit(await notificationFor(service, code, 'MXNB')));
    }
    const outcomes = await Promise.all([
      takeInAll(told),
      takeInAll([...told].reverse()),
      takeInAll([...told.slice(12), ...told.slice(0, 12)]),
    ]);
    expect(new Set(outcomes.flat())).to.deep.equal(new Set(['taken']));
    for (const account of accounts) {
      expect(await depositsOf(account)).to.have.length(12);
      expect((await movementsOf(account))[0]?.balance_after).to.equal('1800.00000000');
    }
  });

  it('do not wait for others to come', async () => {
    const account = await service.createAccount();
    const code = await createLink(account);
    expect(await takeInAll([deposit(await notificationFor(service, code, 'MXNB'))])).to.deep.equal(['taken']);
    expect(taken).to.deep.equal([1]);
    expect(await statusOf(account, code)).to.equal('paid');
  });
});
