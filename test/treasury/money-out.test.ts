import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { OPERATOR } from '../../src/audit-log/record.ts';
import { directionOf } from '../../src/deposits/refundable.ts';
import type { Trx } from '../../src/db/connect.ts';
import { planDeposit, simulateDeposit } from '../../src/deposits/simulation.ts';
import type { Deposit } from '../../src/deposits/repository.ts';
import { money } from '../../src/lib/money.ts';
import { setUserDisabled } from '../../src/people/operator.ts';
import type { Team } from '../../src/people/team.ts';
import type { Destination } from '../../src/methods/providers/provider.ts';
import type { Providers } from '../../src/methods/providers/registry.ts';
import type { DestinationParts } from '../../src/treasury/destination.ts';
import { createLink, pay, runOut } from '../payment-links/links.ts';
import { mailTo, peopleOf } from '../panel/people.ts';
import { runPayments } from '../support/processes/command.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import {
  balancesOf,
  executionsOf,
  fund,
  refundLink,
  requireSoundBooks,
  restore,
  transferRow,
} from '../transfers/rig.ts';
import { startWithdrawal } from '../transfers/started.ts';
import { deedsOf, letTimePass, outcomesOf, requestOf, treasurer, type Treasurer } from './rig.ts';

/** Of whoever wants the money for themselves. */
const OWN_CLABE = '646180110400000007';

describe('money out', () => {
  let service: TestService;
  let account: TestAccount;
  /** The owner. */
  let ada: Treasurer;
  /** In finance. */
  let bob: Treasurer;

  before(async () => {
    service = await startService();
  });
  after(() => service?.close());
  beforeEach(async () => {
    await restore(service);
    account = await service.createAccount();
    ada = await treasurer(service, account, 'owner');
    bob = await treasurer(service, account, 'finance');
  });
  afterEach(() => requireSoundBooks(service));

  const send = () => runOut(service.workers.transfers);
  const statusOf = async (id: string): Promise<string> => (await transferRow(service, id)).status;
  const paidLink = async (amount: string): Promise<string> => {
    const { code } = await createLink(account.api, { amount, currency: 'MXNB', accepted_methods: ['SPEI'] });
    await pay(account.api, code, { method: 'SPEI' });
    return code;
  };
  const unmatched = async (amount: string): Promise<string> => {
    const { code } = await createLink(account.api, {
      amount: '5000',
      currency: 'MXNB',
      accepted_methods: ['SPEI'],
    });
    return (await pay(account.api, code, { method: 'SPEI', amount })).body.id;
  };
  const refund = (by: Treasurer, code: string, destination: DestinationParts = {}, amount?: string) => {
    const asked = amount === undefined ? undefined : money(amount);
    const request = { accountId: account.id, code, amount: asked, destination, reason: null };
    const { db, refunds } = service.foundation;
    return db.transaction((trx) => refunds.refundLink(trx, by.actor, request));
  };
  const sendBack = (by: Treasurer, deposit: string, destination: DestinationParts = {}) => {
    const { db, inbox } = service.foundation;
    const how = { destination, reason: null };
    return db.transaction((trx) => inbox.refund(trx, by.actor, account.id, deposit, how));
  };
  const accept = (deposit: string) =>
    service.foundation.db.transaction((trx) =>
      service.foundation.inbox.accept(trx, OPERATOR, account.id, deposit),
    );
  const quote = async (amount: string, fromAsset = 'MXNB', toAsset = 'USDC') => {
    const { db, conversions } = service.foundation;
    const request = { accountId: account.id, fromAsset, toAsset, amount: money(amount), requestId: null };
    const quoted = await conversions.requestQuote(request, randomUUID());
    return db.transaction((trx) => conversions.create(trx, request, quoted));
  };
  const convert = async (by: Treasurer, amount: string, fromAsset = 'MXNB', toAsset = 'USDC') => {
    const { db, conversions } = service.foundation;
    const { id } = await quote(amount, fromAsset, toAsset);
    return db.transaction((trx) => conversions.confirm(trx, by.actor, account.id, id));
  };
  const mailsAbout = async ({ email }: Treasurer, id: string) =>
    (await mailTo(service, email)).filter(({ body }) => body.includes(id)).map(({ subject }) => subject);

  describe('a refund to a destination that somebody names', () => {
    it('of a paid link waits for 24 hours or a second person, and the owners are told', async () => {
      const { refund: made, waitsFor } = await refund(bob, await paidLink('90000'), { clabe: OWN_CLABE });
      expect(waitsFor).to.equal('new_destination');
      await send();
      expect(await statusOf(made.id)).to.equal('held');
      expect(await mailsAbout(ada, made.id)).to.deep.equal(['A refund is waiting']);
      expect(await outcomesOf([bob.approve(made.id)])).to.deep.equal(['second_person_required']);
      await ada.decline(made.id);
      expect(await balancesOf(account)).to.deep.equal({ MXNB: '90000.00000000 + 0.00000000' });
      expect(await executionsOf(service, made.id)).to.deep.equal([]);
      expect((await deedsOf(service, account.id)).at(-1)).to.equal(
        'refund.declined: 90000 MXNB → CLABE …0007',
      );
    });

    it('of an unmatched deposit does the same, and stays in the inbox when it is declined', async () => {
      const deposit = await unmatched('90000');
      const { refund: made, waitsFor } = await sendBack(bob, deposit, { clabe: OWN_CLABE });
      expect(waitsFor).to.equal('new_destination');
      await send();
      expect(await statusOf(made.id)).to.equal('held');
      expect(await mailsAbout(ada, made.id)).to.deep.equal(['A refund is waiting']);
      await ada.decline(made.id);
      expect((await account.api.get(`/v1/deposits/${deposit}`)).body.status).to.equal('unmatched');
    });

    it('cannot empty an account whose limit is 100 a day', async () => {
      await ada.limit('100');
      const codes = [await paidLink('90000'), await paidLink('90000')];
      const deposit = await unmatched('90000');
      await letTimePass(service);
      const made = [
        await refund(bob, codes[0] ?? '', { clabe: OWN_CLABE }),
        await refund(bob, codes[1] ?? '', { clabe: OWN_CLABE }),
        await sendBack(bob, deposit, { clabe: OWN_CLABE }),
      ];
      expect(made.map(({ waitsFor }) => waitsFor)).to.deep.equal(Array(3).fill('second_person'));
      await letTimePass(service, '6 days');
      await send();
      for (const { refund: one } of made) expect(await executionsOf(service, one.id)).to.deep.equal([]);
      await letTimePass(service);
      while ((await service.workers.withdrawalExpiry.runOnce()) > 0);
      expect(await balancesOf(account)).to.deep.equal({ MXNB: '180000.00000000 + 0.00000000' });
    });

    it('goes at once to a saved destination that is trusted, and is given back when that is removed', async () => {
      const saved = await ada.save('Supplier', OWN_CLABE);
      await letTimePass(service);
      const first = await refund(bob, await paidLink('500'), { clabe: OWN_CLABE, beneficiary: 'Other Name' });
      expect(first.waitsFor).to.equal(null);
      await send();
      expect(await statusOf(first.refund.id)).to.equal('settled');
      expect(await mailsAbout(ada, first.refund.id)).to.deep.equal(['A payment was refunded: 500 MXNB']);
      await ada.limit('1');
      const second = await refund(bob, await paidLink('500'), { clabe: OWN_CLABE });
      await ada.remove(saved);
      expect(await statusOf(second.refund.id)).to.equal('failed');
    });

    it('never goes to a destination that was removed at the same moment, unless it went before', async () => {
      for (let round = 0; round < 4; round++) {
        const saved = await ada.save(`Supplier ${round}`, OWN_CLABE);
        await letTimePass(service);
        const codes = [await paidLink('500'), await paidLink('500'), await paidLink('500')];
        const [first, second, third] = codes.map((code) => refund(bob, code, { clabe: OWN_CLABE }));
        const attempts = await Promise.all([first, ada.remove(saved), second, third]);
        const later = await refund(bob, await paidLink('500'), { clabe: OWN_CLABE });
        expect(later.waitsFor).to.equal('new_destination');
        for (const attempt of attempts) {
          if (attempt === undefined) continue;
          // Trusted when it was asked for, or new from then on.
          expect(attempt.waitsFor).to.be.oneOf([null, 'new_destination']);
        }
      }
    });

    it('goes once a second person approves it', async () => {
      const { refund: made } = await refund(bob, await paidLink('500'), { clabe: OWN_CLABE });
      await ada.approve(made.id);
      await send();
      const [sent] = await executionsOf(service, made.id);
      expect(sent.details.to).to.include({ clabe: OWN_CLABE });
    });

    describe('of a converted payment', () => {
      let code: string;
      beforeEach(async () => {
        ({ code } = await createLink(account.api, { amount: '20000', accepted_methods: ['USDC'] }));
        await pay(account.api, code, { method: 'USDC' });
        await runOut(service.workers.transfers);
        await service.workers.confirmations.runOnce();
        await fund(account, 'MXNB', '20000');
        await send();
      });

      const confirmRefund = async (by: Treasurer, amount: string) => {
        const { db, conversions, refundQuotes } = service.foundation;
        const destination = { address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', network: 'Polygon' };
        const request = { accountId: account.id, code, amount: money(amount), destination, reason: null };
        const purchase = await refundQuotes.prepare(by.actor, request);
        if (!purchase) throw new Error('the payment was not converted');
        const quoted = await conversions.requestQuote(purchase, randomUUID());
        const { refund: made, conversion } = await db.transaction((trx) =>
          refundQuotes.create(trx, by.actor, request, purchase, quoted),
        );
        const { waitsFor } = await db.transaction((trx) =>
          refundQuotes.confirm(trx, by.actor, account.id, made.id),
        );
        return { id: made.id, conversionId: conversion.id, waitsFor };
      };
      const bothStatuses = async (one: { id: string; conversionId: string }) => [
        await statusOf(one.conversionId),
        await statusOf(one.id),
      ];

      it('waits once what it sends is bought', async () => {
        const made = await confirmRefund(bob, '100');
        expect(made.waitsFor).to.equal('new_destination');
        await send();
        expect(await bothStatuses(made)).to.deep.equal(['settled', 'held']);
        expect(await executionsOf(service, made.id)).to.deep.equal([]);
        await letTimePass(service);
        await send();
        expect(await statusOf(made.id)).to.equal('settled');
      });

      it('exchanges nothing above the limit until a second person approves it', async () => {
        await ada.limit('100');
        const before = await balancesOf(account);
        const [declined, takenBack, expired, approved] = [
          await confirmRefund(bob, '100'),
          await confirmRefund(bob, '100'),
          await confirmRefund(bob, '100'),
          await confirmRefund(bob, '100'),
        ];
        expect(declined.waitsFor).to.equal('second_person');
        await send();
        for (const one of [declined, takenBack, expired, approved]) {
          expect(await bothStatuses(one)).to.deep.equal(['held', 'requested']);
        }
        await ada.decline(declined.id);
        await bob.decline(takenBack.id);
        await ada.approve(approved.id);
        await send();
        expect(await bothStatuses(declined)).to.deep.equal(['failed', 'failed']);
        expect(await bothStatuses(takenBack)).to.deep.equal(['failed', 'failed']);
        expect(await bothStatuses(approved)).to.deep.equal(['settled', 'settled']);
        await letTimePass(service, '16 minutes');
        expect(await outcomesOf([ada.approve(expired.id)])).to.deep.equal(['transfer_not_waiting']);
        while ((await service.workers.withdrawalExpiry.runOnce()) > 0);
        expect(await bothStatuses(expired)).to.deep.equal(['failed', 'failed']);
        const { to_amount: bought, amount: cost } = await transferRow(service, approved.conversionId);
        expect(money(bought).toFixed()).to.equal('100');
        const left = money(before['MXNB']?.split(' ')[0] ?? '').minus(cost);
        expect(await balancesOf(account)).to.deep.equal({ MXNB: `${left.toFixed(8)} + 0.00000000` });
      });

      it('counts towards the limit for what it has exchanged, also when it is taken back', async () => {
        await ada.limit('3000');
        const made = await confirmRefund(bob, '100');
        expect(made.waitsFor).to.equal('new_destination');
        await send();
        await bob.decline(made.id);
        expect(await bothStatuses(made)).to.deep.equal(['settled', 'failed']);
        expect((await confirmRefund(bob, '100')).waitsFor).to.equal('second_person');
        expect((await convert(bob, '2000')).waitsFor).to.equal('second_person');
      });
    });
  });

  describe('a refund to where the money came from', () => {
    it('goes at once, whatever the limit, and the owners are told', async () => {
      await ada.limit('0');
      const ofLink = await refund(bob, await paidLink('500'));
      const ofDeposit = await sendBack(bob, await unmatched('700'));
      expect([ofLink.waitsFor, ofDeposit.waitsFor]).to.deep.equal([null, null]);
      await send();
      for (const { refund: made } of [ofLink, ofDeposit]) {
        expect(await statusOf(made.id)).to.equal('settled');
        expect(await mailsAbout(ada, made.id)).to.have.lengthOf(1);
        expect(await mailsAbout(bob, made.id)).to.deep.equal([]);
      }
    });

    it('is that only as the rail itself knows it, whoever typed it in', () => {
      const deposit = {} as Deposit;
      const known: Destination = { clabe: OWN_CLABE, beneficiary: 'Payer' };
      const providers = { find: () => ({ refundDestination: () => known }) } as unknown as Providers;
      expect(directionOf(providers, deposit, 'sender')).to.equal('origin');
      expect(directionOf(providers, deposit, { clabe: OWN_CLABE })).to.equal('origin');
      const other = { clabe: '032180000118359719' };
      expect(directionOf(providers, deposit, other)).to.deep.equal({ named: other });
    });
  });

  describe('of an account that is blocked', () => {
    for (const status of ['blocked', 'suspended'] as const) {
      it(`starts by no way: it is ${status}`, async () => {
        const code = await paidLink('4900');
        const [deposit, another] = [await unmatched('2500'), await unmatched('2600')];
        const saved = await ada.save();
        await letTimePass(service);
        const { id } = await quote('1000');
        await service.changeAccount(account.id, { status });
        const { db, conversions, withdrawals } = service.foundation;
        const request = {
          ...{ accountId: account.id, asset: 'MXNB', amount: money('500'), method: 'SPEI', requestId: null },
          destination: { clabe: OWN_CLABE },
        };
        const confirm = (by: typeof OPERATOR) =>
          db.transaction((trx) => conversions.confirm(trx, by, account.id, id));
        expect(
          await outcomesOf([
            refund(bob, code),
            refund(bob, code, { clabe: OWN_CLABE }),
            refundLink(service, account.id, code),
            sendBack(bob, deposit),
            sendBack(bob, deposit, { clabe: OWN_CLABE }),
            accept(another),
            confirm(bob.actor),
            confirm(OPERATOR),
            bob.withdraw(saved, '500'),
            db.transaction((trx) => startWithdrawal({ withdrawals }, trx, request)),
          ]),
        ).to.deep.equal(Array(10).fill(`account_${status}`));
        await send();
        expect(await balancesOf(account)).to.deep.equal({ MXNB: '4900.00000000 + 0.00000000' });
      });
    }

    for (const status of ['blocked', 'suspended'] as const) {
      it(`gets no destination that would be trusted once it is no longer ${status}`, async () => {
        const before = await ada.save();
        await service.changeAccount(account.id, { status });
        expect(await outcomesOf([ada.save('Thief', OWN_CLABE), bob.save('Thief', OWN_CLABE)])).to.deep.equal([
          `account_${status}`,
          `account_${status}`,
        ]);
        await ada.remove(before);
        await service.changeAccount(account.id, { status: 'active' });
        await bob.save('Thief', OWN_CLABE);
      });
    }

    it('is not sent back automatically, but stays for somebody to decide', async () => {
      await service.changeAccount(account.id, { autoRefund: true });
      const { code } = await createLink(account.api, { amount: '5000', accepted_methods: ['SPEI'] });
      await service.changeAccount(account.id, { status: 'blocked' });
      const { db, simulator, deposits } = service.foundation;
      if (!simulator) throw new Error('there is no simulator');
      const payment = {
        accountId: account.id,
        code,
        method: 'SPEI',
        scenario: 'over',
        amount: undefined,
      } as const;
      const planned = await planDeposit(db.read, simulator, payment);
      const { id } = await db.transaction((trx) => simulateDeposit(trx, { deposits, simulator }, planned));
      await send();
      const [deposit] = await service.database.query('select status from deposits where id = $1', [id]);
      expect(deposit).to.deep.equal({ status: 'unmatched' });
    });

    it('waits although it was started before, and goes on once the account is active', async () => {
      const code = await paidLink('4900');
      const { refund: made } = await refund(bob, code);
      await service.changeAccount(account.id, { status: 'blocked' });
      await send();
      expect(await transferRow(service, made.id)).to.include({
        status: 'held',
        waits_for: 'ACCOUNT_NOT_ACTIVE',
        attempts: 0,
      });
      const { stdout } = await runPayments(service, 'transfers', 'waiting', '--json');
      expect(JSON.parse(stdout).data.find(({ id }: any) => id === made.id)).to.include({
        waits_for: 'ACCOUNT_NOT_ACTIVE',
      });
      await service.changeAccount(account.id, { status: 'active' });
      await send();
      expect(await transferRow(service, made.id)).to.include({ status: 'settled', waits_for: null });
    });

    it('is either blocked first or started first, however close', async () => {
      for (let round = 0; round < 5; round++) {
        const code = await paidLink('500');
        const [outcome] = await outcomesOf([
          refund(bob, code),
          service.changeAccount(account.id, { status: 'blocked' }),
        ]);
        await send();
        const paidOut = await service.database.query(
          `select status from transfers where payment_link_code = $1 and kind = 'refund'`,
          [code],
        );
        // What was let through before the block still waits behind it.
        expect(paidOut.map(({ status }) => status)).to.deep.equal(outcome === 'done' ? ['held'] : []);
        await service.changeAccount(account.id, { status: 'active' });
        await send();
      }
    });
  });

  describe('two people', () => {
    let old: string;
    beforeEach(async () => {
      await fund(account, 'MXNB', '100000');
      await ada.limit('100');
      old = await ada.save();
      await letTimePass(service);
    });

    const vouch = (by: Treasurer, of: Pick<Treasurer, 'actor'>) =>
      service.foundation.db.transaction((trx) =>
        peopleOf(service).team.vouch(trx, account.id, by.actor, of.actor.userId),
      );
    const useLink = (url: string) => {
      const from = { address: '127.0.0.1', agent: 'Test' };
      const by = { from, device: randomUUID(), requestId: randomUUID(), replaces: undefined };
      const token = new URL(url).pathname.split('/').at(-1) ?? '';
      return service.foundation.db.transaction((trx) => peopleOf(service).access.useLink(trx, token, by));
    };

    it('are not an owner and a second mailbox of theirs, invited a moment before', async () => {
      const second = await treasurer(service, account, 'finance', { isNew: true });
      const { id } = await ada.withdraw(old, '100000');
      expect(await outcomesOf([second.approve(id)])).to.deep.equal(['member_too_new']);
      await letTimePass(service, '23 hours 59 minutes');
      expect(await outcomesOf([second.approve(id)])).to.deep.equal(['member_too_new']);
      await letTimePass(service, '1 minute');
      expect(await outcomesOf([second.approve(id)])).to.deep.equal(['done']);
    });

    it('include nobody who was promoted or had their sign-in reset within 24 hours', async () => {
      const { team } = peopleOf(service);
      const { db } = service.foundation;
      const viewer = await treasurer(service, account, 'viewer');
      const promote = (role: 'finance' | 'viewer' | 'owner') =>
        db.transaction((trx) => team.changeRole(trx, account.id, ada.actor, viewer.actor.userId, role));
      const { id } = await ada.withdraw(old, '50000');
      await promote('finance');
      expect(await outcomesOf([viewer.approve(id)])).to.deep.equal(['member_too_new']);
      await db.transaction((trx) => team.reset(trx, account.id, ada.actor, bob.actor.userId));
      expect(await outcomesOf([bob.approve(id)])).to.deep.equal(['member_too_new']);
      await letTimePass(service);
      // Somebody with fewer rights than before is no newer.
      await promote('owner');
      await letTimePass(service);
      await promote('finance');
      expect(await outcomesOf([viewer.approve(id)])).to.deep.equal(['done']);
    });

    it('are new again from when a reset link is used, not from when it was sent', async () => {
      const { team } = peopleOf(service);
      const { db } = service.foundation;
      const { url } = await db.transaction((trx) => team.reset(trx, account.id, ada.actor, bob.actor.userId));
      const { id } = await ada.withdraw(old, '50000');
      await service.database.query(`update memberships set trusted_at = service_now() where user_id = $1`, [
        bob.actor.userId,
      ]);
      await useLink(url);
      expect(await outcomesOf([bob.approve(id)])).to.deep.equal(['member_too_new']);
    });

    it('include somebody new for whom another owner vouches, who is not the one who asks', async () => {
      const eve = await treasurer(service, account, 'owner');
      const second = await treasurer(service, account, 'finance', { isNew: true });
      const third = await treasurer(service, account, 'owner', { isNew: true });
      expect(
        await outcomesOf([vouch(bob, second), vouch(second, second), vouch(third, second), vouch(ada, ada)]),
      ).to.deep.equal(['forbidden', 'forbidden', 'member_too_new', 'forbidden']);
      const { id } = await ada.withdraw(old, '50000');
      await vouch(ada, second);
      expect(await outcomesOf([second.approve(id)])).to.deep.equal(['member_too_new']);
      await vouch(eve, second);
      expect(await outcomesOf([second.approve(id)])).to.deep.equal(['done']);
      expect((await deedsOf(service, account.id)).filter((deed) => deed.startsWith('member.'))).to.deep.equal(
        [`member.vouched_for: ${second.email}`, `member.vouched_for: ${second.email}`],
      );
      expect((await mailTo(service, ada.email)).at(-1)?.body).to.contain('can approve');
    });

    it('are not an owner and a mailbox that they invited, whoever of the two asks', async () => {
      const eve = await treasurer(service, account, 'owner');
      const mallory = await treasurer(service, account, 'finance', { isNew: true });
      const { id } = await mallory.withdraw(old, '50000');
      expect(await outcomesOf([ada, bob, eve].map((one) => one.approve(id)))).to.deep.equal(
        Array(3).fill('requester_too_new'),
      );
      await vouch(ada, mallory);
      expect(await outcomesOf([ada.approve(id)])).to.deep.equal(['requester_too_new']);
      expect(await outcomesOf([eve.approve(id)])).to.deep.equal(['done']);
      const later = await mallory.withdraw(old, '40000');
      await letTimePass(service);
      expect(await outcomesOf([ada.approve(later.id)])).to.deep.equal(['done']);
    });

    it('are not two mailboxes for which one owner vouches', async () => {
      const eve = await treasurer(service, account, 'owner');
      const [first, second] = [
        await treasurer(service, account, 'finance', { isNew: true }),
        await treasurer(service, account, 'finance', { isNew: true }),
      ];
      const { id } = await first.withdraw(old, '50000');
      await vouch(ada, second);
      expect(await outcomesOf([second.approve(id)])).to.deep.equal(['member_too_new']);
      await vouch(ada, first);
      expect(await outcomesOf([second.approve(id)])).to.deep.equal(['member_too_new']);
      await vouch(eve, first);
      expect(await outcomesOf([second.approve(id)])).to.deep.equal(['done']);
    });

    it('are both still there: nobody approves for one who has left, or by the word of one', async () => {
      const { team } = peopleOf(service);
      const { db } = service.foundation;
      const change = (what: (trx: Trx) => Promise<unknown>) => db.transaction(what);
      const eve = await treasurer(service, account, 'owner');
      const second = await treasurer(service, account, 'finance', { isNew: true });
      const [ofBob, ofAda] = [await bob.withdraw(old, '30000'), await ada.withdraw(old, '30000')];
      await vouch(eve, second);
      await change((trx) => team.remove(trx, account.id, ada.actor, bob.actor.userId));
      expect(await outcomesOf([ada.approve(ofBob.id)])).to.deep.equal(['requester_too_new']);
      await change((trx) => team.changeRole(trx, account.id, ada.actor, eve.actor.userId, 'finance'));
      expect(await outcomesOf([second.approve(ofAda.id)])).to.deep.equal(['member_too_new']);
      expect(await outcomesOf([eve.approve(ofAda.id)])).to.deep.equal(['done']);
    });

    it('do not become old before they join, although they were promoted or vouched for while invited', async () => {
      const { team } = peopleOf(service);
      const { db } = service.foundation;
      const invitation = { email: `${randomUUID()}@acme.example`, name: 'Eve', role: 'viewer' as const };
      const { userId, url } = await db.transaction((trx) =>
        team.invite(trx, account.id, ada.actor, { ...invitation, byMail: false }),
      );
      await db.transaction((trx) => team.changeRole(trx, account.id, ada.actor, userId, 'finance'));
      await letTimePass(service);
      const invited = { actor: { ...bob.actor, userId } };
      expect(await outcomesOf([vouch(ada, invited)])).to.deep.equal(['member_not_found']);
      await useLink(url);
      const [membership] = await service.database.query(
        `select trusted_at > service_now() + interval '23 hours' as is_new, vouched_by from memberships where user_id = $1`,
        [userId],
      );
      expect(membership).to.deep.equal({ is_new: true, vouched_by: null });
    });

    for (const [what, change] of [
      ['removed', (team: Team, trx: Trx) => team.remove(trx, account.id, ada.actor, bob.actor.userId)],
      [
        'demoted',
        (team: Team, trx: Trx) => team.changeRole(trx, account.id, ada.actor, bob.actor.userId, 'developer'),
      ],
      ['disabled', (_team: Team, trx: Trx) => setUserDisabled(trx, bob.actor.userId, true)],
    ] satisfies [string, (team: Team, trx: Trx) => Promise<unknown>][]) {
      it(`do not include one who is ${what} while what they asked for waits for its time`, async () => {
        await ada.limit(null);
        await letTimePass(service);
        const { id } = await bob.withdraw(await bob.save('Own', OWN_CLABE), '500');
        expect((await requestOf(service, id)).waits_for).to.equal('new_destination');
        await service.foundation.db.transaction<unknown>((trx) => change(peopleOf(service).team, trx));
        await letTimePass(service);
        await send();
        expect(await transferRow(service, id)).to.include({
          status: 'held',
          waits_for: 'REQUESTER_NOT_AUTHORIZED',
        });
        expect(await executionsOf(service, id)).to.deep.equal([]);
        expect(await outcomesOf([ada.decline(id)])).to.deep.equal(['done']);
        expect(await balancesOf(account)).to.deep.equal({ MXNB: '100000.00000000 + 0.00000000' });
      });
    }

    it('are needed for what somebody new asks for, or 24 hours', async () => {
      await ada.limit(null);
      await letTimePass(service);
      const second = await treasurer(service, account, 'finance', { isNew: true });
      const waiting = await second.withdraw(old, '500');
      expect(await requestOf(service, waiting.id)).to.include({ waits_for: 'new_member' });
      await send();
      expect(await statusOf(waiting.id)).to.equal('held');
      await letTimePass(service);
      await send();
      expect(await statusOf(waiting.id)).to.equal('settled');
      const third = await treasurer(service, account, 'finance', { isNew: true });
      const approved = await third.withdraw(old, '500');
      await vouch(ada, third);
      await bob.approve(approved.id);
      const fourth = await treasurer(service, account, 'finance', { isNew: true });
      await vouch(ada, fourth);
      const vouched = await fourth.withdraw(old, '500');
      await send();
      expect([await statusOf(approved.id), await statusOf(vouched.id)]).to.deep.equal(['settled', 'settled']);
    });
  });

  describe('the limit', () => {
    let old: string;
    beforeEach(async () => {
      await fund(account, 'MXNB', '10000');
      old = await ada.save();
      await letTimePass(service);
    });

    it('covers withdrawals, named refunds and conversions together, in whatever asset', async () => {
      const code = await paidLink('400');
      await ada.save('Supplier', OWN_CLABE);
      await letTimePass(service);
      await ada.limit('1000');
      expect((await requestOf(service, (await bob.withdraw(old, '400')).id)).waits_for).to.equal(null);
      expect((await refund(bob, code, { clabe: OWN_CLABE })).waitsFor).to.equal(null);
      const within = await convert(ada, '200');
      expect(within.waitsFor).to.equal(null);
      const above = await convert(ada, '100');
      expect(above.waitsFor).to.equal('second_person');
      await send();
      expect(await statusOf(within.conversion.id)).to.equal('settled');
      expect(await statusOf(above.conversion.id)).to.equal('held');
      await bob.approve(above.conversion.id);
      await send();
      expect(await statusOf(above.conversion.id)).to.equal('settled');
    });

    it('is not passed by converting first', async () => {
      await ada.limit('1000');
      // 5000 pesos as dollars are worth as much.
      const { conversion } = await convert(bob, '5000');
      await ada.approve(conversion.id);
      await send();
      const { USDC } = await balancesOf(account);
      const dollars = (USDC ?? '').split('.')[0] ?? '';
      const { withdrawals, db } = service.foundation;
      const request = {
        ...{ accountId: account.id, asset: 'USDC', amount: money(dollars), method: 'USDC', requestId: null },
        destination: { address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', network: 'Polygon' },
      };
      const { waitsFor } = await db.transaction((trx) => withdrawals.create(trx, bob.actor, request));
      expect(waitsFor).to.equal('second_person');
    });

    it('values assets at the rates of the catalogue', async () => {
      await ada.limit('10', 'USD');
      await runPayments(service, 'currencies', 'rate', 'MXN', '--usd', '0.1', '--json');
      try {
        const { stdout } = await runPayments(service, 'currencies', 'rates', '--json');
        expect(JSON.parse(stdout).data.map(({ currency, usd }: any) => [currency, usd])).to.deep.equal([
          ['COP', '0.000244'],
          ['MXN', '0.1'],
          ['USD', '1'],
        ]);
        expect((await requestOf(service, (await bob.withdraw(old, '100')).id)).waits_for).to.equal(null);
        const more = await bob.withdraw(old, '100');
        expect((await requestOf(service, more.id)).waits_for).to.equal('second_person');
      } finally {
        await runPayments(service, 'currencies', 'rate', 'MXN', '--usd', '0.0545', '--json');
      }
    });

    it('counts from when money may leave, not from when it was asked for', async () => {
      await ada.limit('1000');
      const fresh = await ada.save('New', OWN_CLABE);
      const waiting = await bob.withdraw(fresh, '1000');
      expect((await requestOf(service, waiting.id)).waits_for).to.equal('new_destination');
      // Both would leave within a second.
      await letTimePass(service);
      const next = await bob.withdraw(old, '1000');
      expect((await requestOf(service, next.id)).waits_for).to.equal('second_person');
      await send();
      expect([await statusOf(waiting.id), await statusOf(next.id)]).to.deep.equal(['settled', 'held']);
      await letTimePass(service);
      const later = await bob.withdraw(old, '1000');
      expect((await requestOf(service, later.id)).waits_for).to.equal(null);
    });

    it('holds for what the operator sends too, who needs no saved destination', async () => {
      await ada.limit('1000');
      const { db, withdrawals } = service.foundation;
      const withdraw = (amount: string) =>
        db.transaction((trx) =>
          withdrawals.create(trx, OPERATOR, {
            ...{
              accountId: account.id,
              asset: 'MXNB',
              amount: money(amount),
              method: 'SPEI',
              requestId: null,
            },
            destination: { clabe: OWN_CLABE },
          }),
        );
      expect((await withdraw('600')).waitsFor).to.equal(null);
      const { withdrawal, waitsFor } = await withdraw('600');
      expect(waitsFor).to.equal('second_person');
      expect(await mailsAbout(ada, withdrawal.id)).to.deep.equal(['A withdrawal needs your approval']);
      await bob.approve(withdrawal.id);
      await send();
      expect(await statusOf(withdrawal.id)).to.equal('settled');
    });

    it('gives a conversion that nobody approved back when its quote has expired', async () => {
      await ada.limit('0');
      const { conversion } = await convert(bob, '1000');
      await letTimePass(service, '16 minutes');
      expect(await outcomesOf([ada.approve(conversion.id)])).to.deep.equal(['transfer_not_waiting']);
      while ((await service.workers.withdrawalExpiry.runOnce()) > 0);
      await send();
      expect(await statusOf(conversion.id)).to.equal('failed');
      expect(await balancesOf(account)).to.deep.equal({ MXNB: '10000.00000000 + 0.00000000' });
    });
  });
});
