import { BigNumber } from 'bignumber.js';
import { expect } from 'chai';
import { OPERATOR } from '../../src/audit-log/index.ts';
import { UNCLAIMED_ACCOUNT_ID, type DepositNotification } from '../../src/deposits/deposit-state.ts';
import { BOOK_CHECKS } from '../../src/audit/books.ts';
import { runChecks } from '../../src/audit/verify.ts';
import { DomainError } from '../../src/lib/errors/errors.ts';
import { money } from '../../src/lib/money.ts';
import { eventsOf } from '../events/events.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import { notificationFor, receive } from './notifications.ts';
import { refundUnmatched } from '../transfers/started.ts';

describe('receiving a deposit', () => {
  let service: TestService;
  let account: TestAccount;

  before(async () => {
    service = await startService();
  });
  after(async () => {
    await service?.close();
  });
  beforeEach(async () => {
    account = await service.createAccount();
  });

  const createLink = async (fields: object = {}): Promise<string> => {
    const request = { amount: '1500.5', currency: 'MXNB', description: 'x', ...fields };
    return (await account.api.post('/v1/payment_links', request)).body.code;
  };
  const readLink = async (code: string) => (await account.api.get(`/v1/payment_links/${code}`)).body;
  const balances = async () =>
    Object.fromEntries(
      (await account.api.get('/v1/balances')).body.data.map(({ asset, total }: any) => [asset, total]),
    );
  const movements = async () => (await account.api.get('/v1/transactions')).body.data;
  const books = async (book: string) => {
    const rows = await service.database.query(
      'select asset, balance from ledger_balances where account_id = $1 and book = $2 and balance <> 0',
      [account.id, book],
    );
    return Object.fromEntries(rows.map(({ asset, balance }) => [asset, balance]));
  };
  /** Also works for a deleted link, and for one past its expiry. */
  const effectiveStatus = async (code: string) => {
    const [row] = await service.database.query(
      `select case when status = 'active' and expires_at <= service_now() then 'expired' else status end as status
         from payment_links where code = $1`,
      [code],
    );
    return row?.['status'];
  };
  const eventTypes = async () => (await eventsOf(service, account.id)).map(({ type }) => type);

  describe('of the exact amount due', () => {
    for (const { method, asset, currency, amount } of [
      { method: 'SPEI', asset: 'MXN', currency: 'MXNB', amount: '1500.50000000' },
      { method: 'MXNB', asset: 'MXNB', currency: 'MXNB', amount: '1500.50000000' },
      { method: 'WIRE', asset: 'USD', currency: 'USDC', amount: '250.25000000' },
      { method: 'USDC', asset: 'USDC', currency: 'USDC', amount: '250.25000000' },
      { method: 'USDT', asset: 'USDT', currency: 'USDC', amount: '250.25000000' },
      { method: 'BREB', asset: 'COP', currency: 'COP', amount: '50000.00000000' },
    ]) {
      it(`by ${method} pays a link in ${currency}`, async () => {
        const code = await createLink({ currency, amount });
        const deposit = await receive(service, await notificationFor(service, code, method));
        expect(deposit).to.include({
          status: 'credited',
          unmatchedReason: null,
          paymentLinkCode: code,
          asset,
          amount,
        });

        const link = await readLink(code);
        expect(link).to.include({ status: 'paid', paid_with_method: method });
        expect(Date.parse(link.paid_at)).to.be.closeTo(Date.now(), 30_000);
        expect(await balances()).to.deep.equal({ [currency]: amount });
        expect(await books('rail:simulator')).to.deep.equal({ [asset]: `-${amount}` });
        expect(await books('unmatched')).to.deep.equal({});

        expect((await eventsOf(service, account.id)).map(({ type, data }) => ({ type, data }))).to.deep.equal(
          [
            {
              type: 'balance.updated',
              data: { asset: currency, new_balance: amount, change: amount, reason: 'payment' },
            },
            { type: 'deposit.completed', data: { deposit_id: deposit?.id, amount, asset, method } },
            {
              type: 'payment_link.paid',
              data: { link_code: code, amount, currency, payment_method: method },
            },
          ],
        );
      });
    }

    it("credits only the link's amount when the rail made the payer send more", async () => {
      const code = await createLink({ amount: '100.00000001' });
      const deposit = await receive(service, await notificationFor(service, code, 'SPEI'));
      expect(deposit).to.include({ status: 'credited', amount: '100.01000000' });
      expect(await balances()).to.deep.equal({ MXNB: '100.00000001' });
      expect(await books('fee')).to.deep.equal({ MXNB: '0.00999999' });
    });

    it('reports the fee as a separate balance change', async () => {
      await service.database.query(`update payment_methods set fee_rate = 0.01 where method = 'MXNB'`);
      const code = await createLink({ amount: '200' });
      await service.database.query(`update payment_methods set fee_rate = 0 where method = 'MXNB'`);
      await receive(service, await notificationFor(service, code, 'MXNB'));
      const changes = (await eventsOf(service, account.id)).filter(({ type }) => type === 'balance.updated');
      expect(changes.map(({ data }) => data)).to.have.deep.members([
        { asset: 'MXNB', new_balance: '200.00000000', change: '200.00000000', reason: 'payment' },
        { asset: 'MXNB', new_balance: '198.00000000', change: '-2.00000000', reason: 'fee' },
      ]);
    });

    it('accepts the amount with any number of trailing zeros', async () => {
      const code = await createLink();
      const notification = await notificationFor(service, code, 'SPEI', {
        amount: money('1500.500000000000000000'),
      });
      expect(await receive(service, notification)).to.include({
        status: 'credited',
        amount: '1500.50000000',
      });
    });

    it("carries the link's request id into everything that follows", async () => {
      const created = await account.api.post('/v1/payment_links', {
        amount: '100',
        currency: 'MXNB',
        description: 'x',
      });
      await receive(service, await notificationFor(service, created.body.code, 'SPEI'));
      const rows = await service.database.query(
        `select request_id from events where account_id = $1 union select request_id from ledger_entries where account_id = $1
         union select request_id from deposits where account_id = $1`,
        [account.id],
      );
      expect(rows).to.deep.equal([{ request_id: created.headers.get('x-request-id') }]);
    });
  });

  describe('of anything else', () => {
    const putInto = (code: string, state: string) =>
      service.database.query(
        `update payment_links
            set status = case $2 when 'due' then 'active' when 'deleted' then 'cancelled' else $2 end,
                paid_at = case $2 when 'paid' then now() end,
                paid_with_method = case $2 when 'paid' then 'SPEI' end,
                deleted_at = case $2 when 'deleted' then now() end,
                expires_at = case $2 when 'due' then service_now() else expires_at end
          where code = $1`,
        [code, state],
      );
    const cases: {
      what: string;
      reason: string;
      fields?: Partial<DepositNotification>;
      state?: string;
      method?: string;
    }[] = [
      { what: 'one unit of the rail too little', reason: 'UNDERPAID', fields: { amount: money('1500.49') } },
      {
        what: 'one smallest unit too little',
        reason: 'UNDERPAID',
        method: 'MXNB',
        fields: { amount: money('1500.499999') },
      },
      { what: 'one unit of the rail too much', reason: 'OVERPAID', fields: { amount: money('1500.51') } },
      {
        what: 'one smallest unit too much',
        reason: 'OVERPAID',
        method: 'MXNB',
        fields: { amount: money('1500.500001') },
      },
      { what: 'another asset', reason: 'WRONG_ASSET', method: 'MXNB', fields: { asset: 'USDC' } },
      {
        what: 'another asset of the same family',
        reason: 'WRONG_ASSET',
        method: 'MXNB',
        fields: { asset: 'MXN' },
      },
      { what: 'another network', reason: 'WRONG_NETWORK', method: 'MXNB', fields: { network: 'Ethereum' } },
      { what: 'no network', reason: 'WRONG_NETWORK', method: 'MXNB', fields: { network: null } },
      { what: 'money for a cancelled link', reason: 'LINK_CANCELLED', state: 'cancelled' },
      { what: 'money for a deleted link', reason: 'LINK_CANCELLED', state: 'deleted' },
      { what: 'money for an expired link', reason: 'LINK_EXPIRED', state: 'expired' },
      { what: 'money for a link past its expiry', reason: 'LINK_EXPIRED', state: 'due' },
      { what: 'money for a paid link', reason: 'LINK_ALREADY_PAID', state: 'paid' },
      { what: 'money for a link that is settling', reason: 'LINK_ALREADY_PAID', state: 'processing' },
      {
        what: 'too little for an expired link',
        reason: 'LINK_EXPIRED',
        state: 'expired',
        fields: { amount: money('1') },
      },
    ];
    for (const { what, reason, fields = {}, state, method = 'SPEI' } of cases) {
      it(`holds ${what} outside the balance as ${reason}`, async () => {
        const code = await createLink();
        if (state !== undefined) await putInto(code, state);
        const statusBefore = await effectiveStatus(code);
        const notification = await notificationFor(service, code, method, fields);
        const deposit = await receive(service, notification);
        const amount = notification.amount.toFixed(8);
        expect(deposit).to.include({
          status: 'unmatched',
          unmatchedReason: reason,
          paymentLinkCode: code,
          amount,
        });

        expect(await balances()).to.deep.equal({});
        expect(await movements()).to.deep.equal([]);
        expect(await books('unmatched')).to.deep.equal({ [notification.asset]: amount });
        expect(await books('rail:simulator')).to.deep.equal({ [notification.asset]: `-${amount}` });
        expect(await effectiveStatus(code)).to.equal(statusBefore);

        const [event, ...others] = await eventsOf(service, account.id);
        expect(others).to.deep.equal([]);
        expect({ type: event?.type, data: event?.data }).to.deep.equal(
          reason === 'UNDERPAID'
            ? {
                type: 'payment_link.partial_deposit',
                data: {
                  link_code: code,
                  required_amount: '1500.50000000',
                  received_amount: amount,
                  currency: notification.asset,
                },
              }
            : { type: 'deposit.failed', data: { deposit_id: deposit?.id, amount, reason } },
        );
      });
    }

    describe('with more decimals', () => {
      const cases: { what: string; method: string; fields: Partial<DepositNotification>; reason: string }[] =
        [
          {
            what: 'than the rail carries',
            method: 'SPEI',
            fields: { amount: money('1500.501') },
            reason: 'WRONG_PRECISION',
          },
          {
            what: 'than the token has',
            method: 'MXNB',
            fields: { amount: money('1500.5000001') },
            reason: 'WRONG_PRECISION',
          },
          {
            what: 'than the ledger has',
            method: 'MXNB',
            fields: { amount: money('1500.500000019999999999') },
            reason: 'WRONG_PRECISION',
          },
          {
            what: 'than the ledger has, of another asset',
            method: 'MXNB',
            fields: { amount: money('7.123456789'), asset: 'USDC' },
            reason: 'WRONG_ASSET',
          },
          {
            what: 'than the ledger has, to an unknown destination',
            method: 'MXNB',
            fields: { amount: money('7.123456789'), destination: `0x${'1'.repeat(40)}` },
            reason: 'UNKNOWN_DESTINATION',
          },
        ];
      for (const { what, method, fields, reason } of cases) {
        it(`${what} is held as ${reason}, and kept to the last digit`, async () => {
          const code = await createLink();
          const notification = await notificationFor(service, code, method, fields);
          const held = notification.amount.toFixed(8, BigNumber.ROUND_DOWN);
          const deposit = await receive(service, notification);
          expect(deposit).to.include({ status: 'unmatched', unmatchedReason: reason, amount: held });
          const [row] = await service.database.query(
            'select amount, exact_amount from deposits where id = $1',
            [deposit?.id],
          );
          const exact = notification.amount.eq(held) ? null : notification.amount.toFixed();
          expect(row).to.deep.equal({ amount: held, exact_amount: exact });
          if (reason === 'UNKNOWN_DESTINATION') return;
          expect(await books('unmatched')).to.deep.equal({ [notification.asset]: held });
          const { body } = await account.api.get(`/v1/deposits/${deposit?.id}`);
          expect(body).to.include({ amount: held });
          expect(body.exact_amount).to.equal(exact ?? undefined);
          expect((await readLink(code)).status).to.equal('active');
        });
      }

      it('and less than the ledger can hold is kept, but can be neither accepted nor refunded', async () => {
        await service.changeAccount(account.id, { autoRefund: true });
        const code = await createLink();
        const notification = await notificationFor(service, code, 'MXNB', { amount: money('0.000000001') });
        const deposit = await receive(service, notification);
        const { body } = await account.api.get(`/v1/deposits/${deposit?.id}`);
        expect(body).to.include({
          status: 'unmatched',
          unmatched_reason: 'WRONG_PRECISION',
          amount: '0.00000000',
          exact_amount: '0.000000001',
        });
        expect(await books('unmatched')).to.deep.equal({});
        const { db, inbox } = service.foundation;
        for (const decision of ['accept', 'refund'] as const) {
          const refusal = await db
            .transaction<unknown>((trx) =>
              decision === 'accept'
                ? inbox.accept(trx, OPERATOR, account.id, body.id)
                : refundUnmatched({ inbox }, trx, account.id, body.id),
            )
            .catch((error: unknown) => error);
          expect(refusal).to.be.instanceOf(DomainError);
        }
      });
    });

    it('leaves an active link payable', async () => {
      const code = await createLink();
      await receive(service, await notificationFor(service, code, 'SPEI', { amount: money('1') }));
      await receive(service, await notificationFor(service, code, 'SPEI', { amount: money('1499.5') }));
      expect(await readLink(code)).to.include({ status: 'active', paid_at: null });
      expect(await receive(service, await notificationFor(service, code, 'SPEI'))).to.include({
        status: 'credited',
      });
      expect(await balances()).to.deep.equal({ MXNB: '1500.50000000' });
      expect(await books('unmatched')).to.deep.equal({ MXN: '1500.50000000' });
    });

    it('belongs to no account when the destination is unknown, and is still held', async () => {
      const code = await createLink();
      const notification = await notificationFor(service, code, 'SPEI');
      for (const destination of ['646180000000000000', '']) {
        const stray = { ...notification, destination, providerReference: `stray to "${destination}"` };
        const deposits = await Promise.all(Array.from({ length: 5 }, () => receive(service, stray)));
        expect(new Set(deposits.map((deposit) => deposit?.id)).size, 'one deposit').to.equal(1);
        expect(deposits[0]).to.include({
          accountId: UNCLAIMED_ACCOUNT_ID,
          status: 'unmatched',
          unmatchedReason: 'UNKNOWN_DESTINATION',
          paymentLinkCode: null,
        });
      }
      expect(
        await service.database.query('select 1 from deposits where account_id = $1', [account.id]),
      ).to.deep.equal([]);
      expect(await eventTypes()).to.deep.equal([]);
    });
  });

  for (const reference of ['0000000', null]) {
    it(`finds its link by the destination when the payer gave ${reference ?? 'no'} reference`, async () => {
      const code = await createLink();
      const notification = await notificationFor(service, code, 'SPEI', { reference });
      expect(await receive(service, notification)).to.include({
        status: 'credited',
        paymentLinkCode: code,
      });
    });
  }

  it('finds an on-chain address in either letter case', async () => {
    const code = await createLink();
    const notification = await notificationFor(service, code, 'MXNB');
    const destination = `0x${notification.destination.slice(2).toUpperCase()}`;
    expect(await receive(service, { ...notification, destination })).to.include({ status: 'credited' });
  });

  describe('that was reported already', () => {
    it('changes nothing, and returns the same deposit', async () => {
      const code = await createLink();
      const notification = await notificationFor(service, code, 'SPEI');
      const first = await receive(service, notification);
      const again = await receive(service, notification);
      expect(again?.id).to.equal(first?.id);
      expect(again?.status).to.equal('credited');
      // Even when it now says something else.
      const altered = await receive(service, { ...notification, amount: money('7') });
      expect(altered).to.include({ id: first?.id, status: 'credited', amount: '1500.50000000' });
      expect(await balances()).to.deep.equal({ MXNB: '1500.50000000' });
      expect(await books('unmatched')).to.deep.equal({});
      expect(await eventTypes()).to.deep.equal(['balance.updated', 'deposit.completed', 'payment_link.paid']);
    });

    it('also changes nothing when it was unmatched', async () => {
      const code = await createLink();
      const notification = await notificationFor(service, code, 'SPEI', { amount: money('5') });
      const first = await receive(service, notification);
      expect((await receive(service, notification))?.id).to.equal(first?.id);
      expect(await books('unmatched')).to.deep.equal({ MXN: '5.00000000' });
      expect(await eventTypes()).to.deep.equal(['payment_link.partial_deposit']);
    });

    it('counts once when the notifications come at the same time', async () => {
      const code = await createLink();
      const notification = await notificationFor(service, code, 'SPEI');
      const deposits = await Promise.all(Array.from({ length: 12 }, () => receive(service, notification)));
      expect(new Set(deposits.map((deposit) => deposit?.id)).size).to.equal(1);
      expect(await balances()).to.deep.equal({ MXNB: '1500.50000000' });
      expect(await eventTypes()).to.deep.equal(['balance.updated', 'deposit.completed', 'payment_link.paid']);
    });

    it('is a different deposit when another provider uses the same reference', async () => {
      const code = await createLink();
      const notification = await notificationFor(service, code, 'SPEI', { providerReference: '1' });
      expect(await receive(service, notification)).to.include({ status: 'credited' });
      expect(await receive(service, { ...notification, provider: 'other bank' })).to.include({
        status: 'unmatched',
        unmatchedReason: 'LINK_ALREADY_PAID',
      });
    });
  });

  describe('in a race', () => {
    it('credits one of twenty payments to the link', async () => {
      const code = await createLink();
      const notifications = await Promise.all(
        Array.from({ length: 20 }, () => notificationFor(service, code, 'SPEI')),
      );
      const deposits = await Promise.all(notifications.map((notification) => receive(service, notification)));
      const reasons = deposits.map((deposit) => deposit?.unmatchedReason ?? 'credited').sort();
      expect(reasons).to.deep.equal([...Array<string>(19).fill('LINK_ALREADY_PAID'), 'credited']);
      expect(await balances()).to.deep.equal({ MXNB: '1500.50000000' });
      expect(await books('unmatched')).to.deep.equal({ MXN: '28509.50000000' });
      expect(await movements()).to.have.length(1);
      const types = await eventTypes();
      expect(types.filter((type) => type === 'payment_link.paid')).to.have.length(1);
      expect(types.filter((type) => type === 'deposit.completed')).to.have.length(1);
      expect(types.filter((type) => type === 'deposit.failed')).to.have.length(19);
    });

    it('with a cancellation has exactly one winner', async () => {
      // One after the other: only a few calls of an account wait for a provider at a time.
      const codes: string[] = [];
      while (codes.length < 12) codes.push(await createLink());
      const outcomes = await Promise.all(
        codes.map(async (code, index) => {
          const notification = await notificationFor(service, code, 'SPEI');
          const pay = () => receive(service, notification);
          const cancel = () => account.api.post(`/v1/payment_links/${code}/cancel`);
          const [deposit, cancelled] =
            index % 2 === 0
              ? await Promise.all([pay(), cancel()])
              : (await Promise.all([cancel(), pay()])).reverse();
          return [(deposit as any).unmatchedReason, (cancelled as any).status, (await readLink(code)).status];
        }),
      );
      for (const outcome of outcomes) {
        expect([
          [null, 409, 'paid'],
          ['LINK_CANCELLED', 200, 'cancelled'],
        ]).to.deep.include(outcome);
      }
    });
  });

  it('is rolled back completely when its transaction fails', async () => {
    const code = await createLink();
    const notification = await notificationFor(service, code, 'SPEI');
    const { db, deposits } = service.foundation;
    const attempt = db.transaction(async (trx) => {
      await deposits.receive(trx, notification);
      throw new Error('too late');
    });
    expect(await attempt.catch((error: Error) => error.message)).to.equal('too late');
    expect(await readLink(code)).to.include({ status: 'active' });
    expect(await balances()).to.deep.equal({});
    expect(await eventTypes()).to.deep.equal([]);
    expect(await receive(service, notification)).to.include({ status: 'credited' });
  });

  it('puts no payer or payment details into events', async () => {
    const code = await createLink();
    const exact = await notificationFor(service, code, 'SPEI');
    const partial = await notificationFor(service, code, 'SPEI', { amount: money('5') });
    for (const notification of [partial, exact, partial, await notificationFor(service, code, 'MXNB')])
      await receive(service, notification);
    const bodies = (
      await service.database.query('select body from events where account_id = $1', [account.id])
    )
      .map(({ body }) => body)
      .join('\n');
    expect(bodies).to.include(code);
    for (const secret of [
      ...Object.values(exact.payer),
      exact.destination,
      exact.reference,
      exact.providerReference,
    ]) {
      expect(bodies).not.to.include(secret);
    }
  });

  describe('afterwards', () => {
    it('leaves a ledger that verifies', async () => {
      // Links were put into their states by hand here, so only the books can be checked.
      expect(await runChecks(service.foundation.db.read, BOOK_CHECKS)).to.deep.equal([]);
      const [counted] = await service.database.query(
        'select count(*)::integer as count from ledger_postings',
      );
      expect(counted?.['count']).to.be.greaterThan(100);
    });
  });
});
