import { expect } from 'chai';
import { OPERATOR } from '../../src/audit-log/index.ts';
import { money } from '../../src/lib/money.ts';
import { eventsOf } from '../events/events.ts';
import {
  advance,
  behave,
  booksOf,
  createLink,
  historyOf,
  MINUTE_S,
  pay,
  readLink,
  requireLegalHistories,
  runOut,
  runToRest,
  serviceTimeIn,
} from '../payment-links/links.ts';
import { runPayments } from '../support/processes/command.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import { balancesOf, refundDeposit, refundLink, requireSoundBooks, setFees } from '../transfers/rig.ts';

describe('a deposit that is assigned to another link (D77)', () => {
  let service: TestService;
  let account: TestAccount;

  before(async () => {
    service = await startService();
  });
  after(() => service?.close());
  beforeEach(async () => {
    await behave(service);
    await setFees(service, '0', '0');
    account = await service.createAccount();
  });
  afterEach(async () => {
    await requireLegalHistories(service, account.id);
    await requireSoundBooks(service);
  });

  const link = (fields: object = {}): Promise<any> => createLink(account.api, { amount: '10000', ...fields });
  const cancel = ({ code }: { code: string }): Promise<any> =>
    account.api.post(`/v1/payment_links/${code}/cancel`);
  /** A payment of so much for a link that was cancelled. */
  const send = async (amount = '10000', method = 'SPEI'): Promise<any> => {
    const cancelled = await link();
    await cancel(cancelled);
    const { status, body } = await pay(account.api, cancelled.code, { method, amount });
    expect(status, JSON.stringify(body)).to.equal(201);
    expect(body).to.include({ status: 'unmatched', unmatched_reason: 'LINK_CANCELLED' });
    return body;
  };
  const assign = (id: string, code: string, accountId = account.id, expected?: string): Promise<unknown> => {
    const { db, inbox } = service.foundation;
    const received = expected === undefined ? undefined : money(expected);
    return db.transaction((trx) => inbox.assign(trx, OPERATOR, accountId, id, code, received));
  };
  const refusalOf = (work: Promise<unknown>): Promise<string> =>
    work.then(
      () => expect.fail('it was not refused'),
      ({ code }: { code: string }) => code,
    );
  const deposit = async (id: string): Promise<any> => (await account.api.get(`/v1/deposits/${id}`)).body;
  const outcomes = async (works: (() => Promise<unknown>)[]): Promise<string[]> =>
    (await Promise.allSettled(works.map((work) => work()))).map((settled) =>
      settled.status === 'fulfilled' ? 'done' : (settled.reason as { code: string }).code,
    );

  it('pays that link like any payment, and keeps the link that it was sent for', async () => {
    const open = await link();
    const { id, payment_link_code: sentFor } = await send();
    await assign(id, open.code);
    expect(await readLink(account.api, open.code)).to.include({
      status: 'paid',
      paid_with_method: 'SPEI',
      difference: '0.00000000',
    });
    const assigned = await deposit(id);
    expect(assigned).to.include({
      status: 'credited',
      payment_link_code: open.code,
      assigned_from: sentFor,
      request_id: open.request_id ?? assigned.request_id,
    });
    expect(assigned.resolved_at).not.to.equal(null);
    const events = await eventsOf(service, account.id);
    expect(events.find(({ type }) => type === 'payment_link.paid')?.data).to.include({
      link_code: open.code,
    });
    expect(events.filter(({ type }) => type === 'deposit.completed')).to.have.length(1);
    expect(await historyOf(service, sentFor)).to.deep.equal(['cancel → cancelled']);
    expect(await booksOf(service, account.id, 'unmatched')).to.deep.equal({});
    const deeds = await service.database.query(
      `select details from audit_entries where account_id = $1 and action = 'deposit.assigned'`,
      [account.id],
    );
    expect(deeds.map(({ details }: any) => details)).to.deep.equal([
      {
        payment_link: open.code,
        received: '10000.00000000 MXNB',
        difference: '0.00000000',
        sent_for: sentFor,
      },
    ]);
  });

  it('pays it with what arrived, if the amount that was reviewed is still the same', async () => {
    const open = await link();
    const { id } = await send('9958');
    expect(await refusalOf(assign(id, open.code, account.id, '10000'))).to.equal(
      'deposit_acceptance_changed',
    );
    expect(await deposit(id))
      .to.include({ status: 'unmatched' })
      .and.not.have.property('assigned_from');
    await assign(id, open.code, account.id, '9958');
    expect(await readLink(account.api, open.code)).to.include({ status: 'paid', difference: '-42.00000000' });
  });

  it('is assigned on the command line', async () => {
    const open = await link();
    const { id, payment_link_code: sentFor } = await send();
    const { stdout } = await runPayments(service, 'deposits', 'assign', id, '--link', open.code, '--json');
    expect(JSON.parse(stdout)).to.include({
      status: 'credited',
      payment_link_code: open.code,
      assigned_from: sentFor,
    });
    const { id: late } = await send();
    const refused = await runPayments(service, 'deposits', 'assign', late, '--link', open.code);
    expect(refused).to.deep.include({
      code: 1,
      stderr: `Link ${open.code} is paid; a deposit can be assigned to an active link only.\n`,
    });
  });

  it('is refunded to its own payer only, as the payment of that link', async () => {
    const open = await link();
    const { id } = await send();
    await assign(id, open.code);
    const refund = await refundLink(service, account.id, open.code);
    await runOut(service.workers.transfers);
    expect((await account.api.get(`/v1/refunds/${refund.id}`)).body).to.include({ status: 'completed' });
    expect(await deposit(id)).to.include({ refunded_amount: '10000.00000000' });
    expect(await balancesOf(account)).to.deep.equal({});
  });

  it('is exchanged first for a link in another currency', async () => {
    const open = await link({ amount: '20000' });
    const due = open.methods.find(({ method }: any) => method === 'USDC').amount_due;
    const elsewhere = await link({ amount: '20000' });
    await cancel(elsewhere);
    const { body } = await pay(account.api, elsewhere.code, { method: 'USDC', amount: due });
    await assign(body.id, open.code);
    expect(await readLink(account.api, open.code)).to.include({ status: 'processing' });
    await runToRest(service);
    expect(await readLink(account.api, open.code)).to.include({ status: 'paid', difference: '0.00000000' });
  });

  it('pays no link that is not open, takes another asset, or is its own', async () => {
    const expired = await link({ expires_at: await serviceTimeIn(service, 10 * MINUTE_S) });
    const [cancelled, deleted, paid, inUsdc] = [
      await link(),
      await link(),
      await link(),
      await link({ amount: '25000', accepted_methods: ['USDC'] }),
    ];
    await Promise.all([cancel(cancelled), cancel(deleted)]);
    await account.api.delete(`/v1/payment_links/${deleted.code}`);
    await pay(account.api, paid.code, { method: 'SPEI' });
    await advance(service, 11 * MINUTE_S);
    const { id, payment_link_code: own } = await send();
    for (const [code, refusal] of [
      [expired.code, 'payment_link_not_payable'],
      [cancelled.code, 'payment_link_not_payable'],
      [paid.code, 'payment_link_not_payable'],
      [own, 'payment_link_not_payable'],
      [deleted.code, 'payment_link_not_found'],
      ['PL-AAAA-AAAA-AAAA', 'payment_link_not_found'],
      [inUsdc.code, 'deposit_not_due_asset'],
    ] as const) {
      expect(await refusalOf(assign(id, code)), code).to.equal(refusal);
    }
    expect(await deposit(id)).to.include({ status: 'unmatched', payment_link_code: own });
  });

  it('needs deposit and link of one account', async () => {
    const stranger = await service.createAccount();
    const theirs = await createLink(stranger.api, { amount: '10000' });
    const { id } = await send();
    expect(await refusalOf(assign(id, theirs.code))).to.equal('payment_link_not_found');
    expect(await refusalOf(assign(id, theirs.code, stranger.id))).to.equal('deposit_not_found');
    expect(await readLink(stranger.api, theirs.code)).to.include({ status: 'active' });
  });

  it('waits for its review, and while the account is blocked', async () => {
    const open = await link();
    const { id } = await send();
    await service.changeAccount(account.id, { status: 'blocked' });
    expect(await refusalOf(assign(id, open.code))).to.equal('account_blocked');
    await service.changeAccount(account.id, { status: 'active' });
    await service.database.query(
      `insert into screenings (account_id, subject, subject_id, created_at)
       values ($1, 'deposit', $2, service_now())`,
      [account.id, id],
    );
    expect(await refusalOf(assign(id, open.code))).to.equal('deposit_under_review');
    expect(await deposit(id)).to.include({ status: 'unmatched' });
  });

  describe('while others act on it', () => {
    it('pays one link, when it is assigned to several at once', async () => {
      const open = [await link(), await link(), await link()];
      const { id } = await send();
      const all = await outcomes(
        open.map(
          ({ code }) =>
            () =>
              assign(id, code),
        ),
      );
      expect(all.filter((outcome) => outcome === 'done')).to.have.length(1);
      expect(new Set(all)).to.deep.equal(new Set(['done', 'deposit_not_unmatched']));
      const states = await Promise.all(open.map(({ code }) => readLink(account.api, code)));
      expect(states.filter(({ status }) => status === 'paid')).to.have.length(1);
    });

    it('pays a link only if nothing else has paid it', async () => {
      for (let round = 0; round < 4; round += 1) {
        const open = await link();
        const [first, second] = [await send(), await send('9958')];
        await outcomes([
          () => assign(first.id, open.code),
          () => assign(second.id, open.code),
          () => pay(account.api, open.code, { method: 'SPEI' }),
        ]);
        expect(await readLink(account.api, open.code)).to.include({ status: 'paid' });
        const { data } = (await account.api.get(`/v1/deposits?payment_link_code=${open.code}`)).body;
        expect(data.filter(({ status }: any) => status === 'credited')).to.have.length(1);
      }
    });

    it('crosses without a deadlock when two deposits go to each other’s links', async () => {
      for (let round = 0; round < 4; round += 1) {
        const [one, other] = [await link(), await link()];
        const [short, shorter] = await Promise.all(
          [one, other].map(
            async ({ code }) => (await pay(account.api, code, { amount: '9958', method: 'SPEI' })).body,
          ),
        );
        const all = await outcomes([() => assign(short.id, other.code), () => assign(shorter.id, one.code)]);
        expect(all).to.deep.equal(['done', 'done']);
      }
    });

    it('is either assigned or refunded, and pays no link that was cancelled', async () => {
      for (let round = 0; round < 6; round += 1) {
        const open = await link();
        const { id } = await send();
        const other = round % 2 === 0 ? () => refundDeposit(service, id) : () => cancel(open);
        const both = [() => assign(id, open.code), other];
        await outcomes(round % 3 === 0 ? both : both.reverse());
        await runOut(service.workers.transfers);
        const { status } = await deposit(id);
        expect((await readLink(account.api, open.code)).status === 'paid').to.equal(status === 'credited');
      }
    });
  });
});
