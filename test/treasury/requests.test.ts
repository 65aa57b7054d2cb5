import { expect } from 'chai';
import { eventsOf } from '../events/events.ts';
import { mailTo } from '../panel/people.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import {
  balancesOf,
  executionsOf,
  fund,
  movementsOf,
  requireSoundBooks,
  restore,
  transferRow,
} from '../transfers/rig.ts';
import { deedsOf, letTimePass, outcomesOf, requestOf, treasurer, type Treasurer } from './rig.ts';

describe('a withdrawal that people ask for', () => {
  let service: TestService;
  let account: TestAccount;
  let ada: Treasurer;
  let bob: Treasurer;
  let old: string;

  before(async () => {
    service = await startService();
  });
  after(() => service?.close());
  beforeEach(async () => {
    await restore(service);
    account = await service.createAccount();
    await fund(account, 'MXNB', '1000');
    ada = await treasurer(service, account, 'owner');
    bob = await treasurer(service, account, 'finance');
    old = await ada.save();
    await letTimePass(service);
  });
  afterEach(() => requireSoundBooks(service));

  const send = () => service.workers.transfers.runOnce();
  const expire = () => service.workers.withdrawalExpiry.runOnce();
  const statusOf = async (id: string) => (await transferRow(service, id)).status;
  const payoutsOf = async (id: string) => (await executionsOf(service, id)).length;

  it('goes at once to an old destination', async () => {
    const { id } = await bob.withdraw(old, '150');
    await send();
    expect(await statusOf(id)).to.equal('settled');
    expect(await requestOf(service, id)).to.deep.include({ waits_for: null, decision: null });
    expect((await deedsOf(service, account.id)).at(-1)).to.equal(
      'withdrawal.requested: 150 MXNB → Main account',
    );
  });

  it('goes only to what is saved in this account', async () => {
    const stranger = await treasurer(service, await service.createAccount(), 'owner');
    const foreign = await stranger.save();
    const removed = await ada.save('Closed');
    await ada.remove(removed);
    expect(
      await outcomesOf([
        ada.withdraw(foreign, '150'),
        ada.withdraw(removed, '150'),
        ada.withdraw('not-an-id', '150'),
        ada.withdraw(old, '1001'),
      ]),
    ).to.deep.equal([
      'destination_not_found',
      'destination_not_found',
      'destination_not_found',
      'insufficient_funds',
    ]);
  });

  describe('to a new destination', () => {
    it('has its money set aside and waits until 24 hours after it was saved', async () => {
      const fresh = await ada.save('New');
      await letTimePass(service, '23 hours');
      const { id } = await ada.withdraw(fresh, '150');
      await send();
      expect(await statusOf(id)).to.equal('held');
      expect((await balancesOf(account))['MXNB']).to.equal('850.00000000 + 150.00000000');
      expect((await transferRow(service, id)).due_in_s).to.be.within(3_500, 3_600);
      const [mail] = (await mailTo(service, bob.email)).filter(({ body }) => body.includes(id));
      expect(mail?.subject).to.equal('A withdrawal is waiting');
      expect(mail?.body).to.contain('New (CLABE …9719)').and.contain(ada.email);
      expect(mail?.body).to.match(
        /so the withdrawal is sent on \w{3} \d+, \d{4}, \d+:\d\d.[AP]M UTC, or once/,
      );
      await letTimePass(service, '1 hour');
      await send();
      expect(await statusOf(id)).to.equal('settled');
    });

    it('goes once a second person approves it, and later ones need nobody', async () => {
      const fresh = await ada.save('New');
      const first = await ada.withdraw(fresh, '150');
      expect(await outcomesOf([ada.approve(first.id)])).to.deep.equal(['second_person_required']);
      await bob.approve(first.id);
      const next = await ada.withdraw(fresh, '150');
      await send();
      expect(await statusOf(first.id)).to.equal('settled');
      expect(await statusOf(next.id)).to.equal('settled');
    });

    it('is given back when the destination is removed', async () => {
      const fresh = await ada.save('New');
      const { id } = await ada.withdraw(fresh, '150');
      await bob.remove(fresh);
      expect(await statusOf(id)).to.equal('failed');
      expect(await requestOf(service, id)).to.include({ decision: 'declined', decided_by: bob.actor.userId });
      expect((await balancesOf(account))['MXNB']).to.equal('1000.00000000 + 0.00000000');
    });

    it('is never left to go there when it is asked for while the destination is removed', async () => {
      const fresh = await ada.save('New');
      const attempts = await outcomesOf([
        ada.withdraw(fresh, '100'),
        bob.remove(fresh),
        ada.withdraw(fresh, '100'),
        ada.withdraw(fresh, '100'),
      ]);
      expect(attempts[1]).to.equal('done');
      await letTimePass(service);
      await send();
      expect((await balancesOf(account))['MXNB']).to.equal('1000.00000000 + 0.00000000');
    });
  });

  describe('above the limit', () => {
    beforeEach(() => ada.limit('200'));

    it('waits for a second person, who is told, and then goes', async () => {
      const { id } = await bob.withdraw(old, '300');
      await letTimePass(service);
      await send();
      expect(await statusOf(id)).to.equal('held');
      for (const { email } of [ada, bob]) {
        const [mail] = (await mailTo(service, email)).filter(({ body }) => body.includes(id));
        expect(mail?.subject).to.equal('A withdrawal needs your approval');
      }
      expect(await outcomesOf([bob.approve(id)])).to.deep.equal(['second_person_required']);
      await ada.approve(id);
      await send();
      expect(await payoutsOf(id)).to.equal(1);
      expect((await deedsOf(service, account.id)).at(-1)).to.equal(
        'withdrawal.approved: 300 MXNB → Main account',
      );
      expect(await requestOf(service, id)).to.include({ decision: 'approved', decided_by: ada.actor.userId });
    });

    it('cannot be split into several below it, not even at the same time', async () => {
      const all = await Promise.all(['100', '100', '100', '100'].map((amount) => ada.withdraw(old, amount)));
      await send();
      const statuses = await Promise.all(all.map(({ id }) => statusOf(id)));
      expect(statuses.sort()).to.deep.equal(['held', 'held', 'settled', 'settled']);
      await letTimePass(service);
      const later = await bob.withdraw(old, '100');
      await send();
      expect(await statusOf(later.id)).to.equal('settled');
    });

    it('does not count what a second person approved, or what was given back', async () => {
      const approved = await bob.withdraw(old, '300');
      await ada.approve(approved.id);
      const declined = await bob.withdraw(await ada.save('New'), '150');
      await ada.decline(declined.id);
      const { id } = await bob.withdraw(old, '200');
      await send();
      expect(await statusOf(id)).to.equal('settled');
    });

    it('is approved once, however many approve it at once', async () => {
      const cyd = await treasurer(service, account, 'owner');
      const { id } = await bob.withdraw(old, '300');
      const outcomes = await outcomesOf([ada, cyd, ada, cyd, ada, cyd].map((person) => person.approve(id)));
      expect(outcomes.sort()).to.deep.equal(['done', ...Array<string>(5).fill('transfer_not_waiting')]);
      await Promise.all([send(), send(), send()]);
      expect(await payoutsOf(id)).to.equal(1);
      const approvals = (await deedsOf(service, account.id)).filter((deed) => deed.includes('approved'));
      expect(approvals).to.have.lengthOf(1);
    });

    it('is either approved or declined, never both', async () => {
      const cyd = await treasurer(service, account, 'finance');
      for (let round = 0; round < 6; round++) {
        const { id } = await bob.withdraw(old, '300');
        const attempts = [ada.approve(id), cyd.decline(id), bob.decline(id)];
        const outcomes = await outcomesOf(round % 2 === 0 ? attempts : attempts.reverse());
        await send();
        const status = await statusOf(id);
        expect(
          outcomes.filter((one) => one === 'done'),
          outcomes.join(),
        ).to.have.lengthOf(1);
        expect(await payoutsOf(id)).to.equal(status === 'settled' ? 1 : 0);
        const { decision } = await requestOf(service, id);
        expect(decision).to.be.oneOf(status === 'settled' ? ['approved'] : ['declined', 'taken_back']);
        if (status === 'settled') await fund(account, 'MXNB', '300');
        expect((await balancesOf(account))['MXNB']).to.equal('1000.00000000 + 0.00000000');
      }
    });

    it('is given back when it is declined, with an event', async () => {
      const { id } = await bob.withdraw(old, '300');
      await ada.decline(id);
      expect(await movementsOf(account, id)).to.deep.equal([
        'withdrawal of withdrawal: -300.00000000 MXNB',
        'reversal of withdrawal: 300.00000000 MXNB',
      ]);
      const { body } = await account.api.get(`/v1/withdrawals/${id}`);
      expect(body).to.include({ status: 'failed', failure_reason: 'NOT_APPROVED' });
      const [event] = (await eventsOf(service, account.id)).filter(
        ({ type }) => type === 'withdrawal.failed',
      );
      expect(event?.data).to.deep.equal({
        withdrawal_id: id,
        amount: '300.00000000',
        reason: 'NOT_APPROVED',
      });
      expect(await outcomesOf([ada.approve(id), bob.decline(id)])).to.deep.equal([
        'transfer_not_waiting',
        'transfer_not_waiting',
      ]);
    });

    it('is given back after 7 days, and nobody can approve it then', async () => {
      const { id } = await bob.withdraw(old, '300');
      await letTimePass(service, '6 days 23 hours');
      await expire();
      expect(await statusOf(id)).to.equal('held');
      await letTimePass(service, '1 hour');
      expect(await outcomesOf([ada.approve(id)])).to.deep.equal(['transfer_not_waiting']);
      expect(await expire()).to.equal(1);
      expect(await statusOf(id)).to.equal('failed');
      expect(await requestOf(service, id)).to.include({ decision: 'expired', decided_by: null });
      expect((await balancesOf(account))['MXNB']).to.equal('1000.00000000 + 0.00000000');
    });

    it('expires once while several workers and people decide', async () => {
      const ids = await Promise.all(
        ['300', '310', '320'].map(async (amount) => (await bob.withdraw(old, amount)).id),
      );
      // Half a second around the end of the 7 days.
      await service.database.query(
        `update transfer_requests set expires_at = service_now() + interval '100 milliseconds' where transfer_id = any($1)`,
        [ids],
      );
      const attempts: Promise<unknown>[] = [];
      for (const endsAt = Date.now() + 400; Date.now() < endsAt;) {
        const round = [
          expire(),
          ...ids.map((id) => ada.approve(id)),
          expire(),
          ...ids.map((id) => bob.decline(id)),
        ];
        attempts.push(...round);
        await Promise.allSettled(round);
      }
      const outcomes = new Set(await outcomesOf(attempts));
      expect([...outcomes].filter((one) => !['done', 'transfer_not_waiting'].includes(one))).to.deep.equal(
        [],
      );
      await send();
      for (const id of ids) {
        const { decision } = await requestOf(service, id);
        expect(await payoutsOf(id)).to.equal(decision === 'approved' ? 1 : 0);
        expect(await statusOf(id)).to.equal(decision === 'approved' ? 'settled' : 'failed');
      }
    });

    it('is decided by nobody who has lost the role, was disabled, or belongs elsewhere', async () => {
      const { id } = await bob.withdraw(old, '300');
      const demoted = await treasurer(service, account, 'finance');
      const disabled = await treasurer(service, account, 'owner');
      const viewer = await treasurer(service, account, 'viewer');
      const developer = await treasurer(service, account, 'developer');
      await service.database.query(`update memberships set role = 'viewer' where user_id = $1`, [
        demoted.actor.userId,
      ]);
      await service.database.query('update users set disabled_at = now() where id = $1', [
        disabled.actor.userId,
      ]);
      const people = [demoted, disabled, viewer, developer];
      const attempts = people.flatMap((person) => [
        person.approve(id),
        person.decline(id),
        person.withdraw(old, '10'),
        person.save(),
        person.remove(old),
        person.limit('1'),
      ]);
      expect(new Set(await outcomesOf(attempts))).to.deep.equal(new Set(['forbidden']));
      const stranger = await treasurer(service, await service.createAccount(), 'owner');
      expect(await outcomesOf([stranger.approve(id), stranger.decline(id)])).to.deep.equal([
        'transfer_not_found',
        'transfer_not_found',
      ]);
      expect(await statusOf(id)).to.equal('held');
    });

    it('neither starts nor goes on while the account is suspended, but can be given back', async () => {
      const { id } = await bob.withdraw(old, '300');
      await service.changeAccount(account.id, { status: 'suspended' });
      expect(await outcomesOf([ada.approve(id), ada.withdraw(old, '150')])).to.deep.equal([
        'account_suspended',
        'account_suspended',
      ]);
      await ada.decline(id);
      expect(await statusOf(id)).to.equal('failed');
    });
  });
});
