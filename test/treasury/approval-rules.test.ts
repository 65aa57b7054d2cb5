import { expect } from 'chai';
import { OPERATOR } from '../../src/audit-log/record.ts';
import { money } from '../../src/lib/money.ts';
import type { Role } from '../../src/people/roles.ts';
import { MAX_RULES } from '../../src/treasury/approval-rules.ts';
import { listRules } from '../../src/treasury/rule-repository.ts';
import { mailTo, peopleOf } from '../panel/people.ts';
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
import { createLink, pay, runOut } from '../payment-links/links.ts';
import { deedsOf, letTimePass, outcomesOf, requestOf, treasurer, treasuryOf, type Treasurer } from './rig.ts';

const TWO = { approvals: 2, owners: 0 } as const;
const AN_OWNER = { approvals: 1, owners: 1 } as const;

describe('approval rules', () => {
  let service: TestService;
  let account: TestAccount;
  /** Owners. */
  let ada: Treasurer;
  let eve: Treasurer;
  /** In finance. */
  let bob: Treasurer;
  let carla: Treasurer;
  let old: string;

  before(async () => {
    service = await startService();
  });
  after(() => service?.close());
  beforeEach(async () => {
    await restore(service);
    account = await service.createAccount();
    await fund(account, 'MXNB', '100000');
    ada = await treasurer(service, account, 'owner');
    eve = await treasurer(service, account, 'owner');
    bob = await treasurer(service, account, 'finance');
    carla = await treasurer(service, account, 'finance');
    old = await ada.save();
    await letTimePass(service);
  });
  afterEach(() => requireSoundBooks(service));

  const send = () => runOut(service.workers.transfers);
  const statusOf = async (id: string): Promise<string> => (await transferRow(service, id)).status;
  const outcomeOf = async (attempt: Promise<unknown>) => (await outcomesOf([attempt]))[0];
  const rules = () => listRules(service.foundation.db.read, { accountId: account.id });
  const ruleIds = async () => (await rules()).map(({ id }) => id);
  const change = (what: 'remove' | 'keep', by: Treasurer['actor'] | typeof OPERATOR, id: string) =>
    service.foundation.db.transaction((trx) =>
      treasuryOf(service).approvalRules[what](trx, account.id, by, id),
    );
  const needsOf = async (id: string) => {
    const { waits_for, approvals_needed, owners_needed } = await requestOf(service, id);
    return waits_for === null ? 'nothing' : `${waits_for} ${approvals_needed}/${owners_needed}`;
  };
  const inTeam = <T>(what: (team: ReturnType<typeof peopleOf>['team'], trx: any) => Promise<T>) =>
    service.foundation.db.transaction((trx) => what(peopleOf(service).team, trx));
  const changeRole = ({ actor }: Treasurer, role: Role) =>
    inTeam((team, trx) => team.changeRole(trx, account.id, ada.actor, actor.userId, role));
  const remove = ({ actor }: Treasurer) =>
    inTeam((team, trx) => team.remove(trx, account.id, ada.actor, actor.userId));
  const mailsAbout = async ({ email }: Treasurer, id: string) =>
    (await mailTo(service, email)).filter(({ body }) => body.includes(id));
  const convert = async (by: Treasurer, amount: string) => {
    const { db, conversions } = service.foundation;
    const request = {
      ...{ accountId: account.id, fromAsset: 'MXNB', toAsset: 'USDC', amount: money(amount) },
      requestId: null,
    };
    const quoted = await conversions.requestQuote(request, crypto.randomUUID());
    const { id } = await db.transaction((trx) => conversions.create(trx, request, quoted));
    await db.transaction((trx) => conversions.confirm(trx, by.actor, account.id, id));
    return id;
  };

  describe('what they ask for', () => {
    it('is the strictest of those that match, for each kind and above each amount', async () => {
      await ada.rule('100');
      await ada.rule('1000', AN_OWNER);
      await ada.rule('5000', { ...TWO, kind: 'withdrawal' });
      const asked = [];
      for (const amount of ['100', '101', '1000', '6000']) {
        asked.push(await needsOf((await bob.withdraw(old, amount)).id));
        await letTimePass(service);
      }
      expect(asked).to.deep.equal([
        'nothing',
        'second_person 1/0',
        'second_person 1/0',
        // Both rules must be met.
        'second_person 2/1',
      ]);
      expect(await needsOf(await convert(bob, '6000'))).to.equal('second_person 1/1');
    });

    it('counts what left without the approvals of the rule, so that splitting does not pass it', async () => {
      await ada.rule('1000');
      await ada.rule('3000', TWO);
      const asked = [];
      for (let part = 0; part < 4; part++) {
        const { id } = await bob.withdraw(old, '1001');
        asked.push(await needsOf(id));
        await ada.approve(id);
      }
      // With the first two, the third one is above 3000.
      expect(asked).to.deep.equal([
        'second_person 1/0',
        'second_person 1/0',
        'second_person 2/0',
        'second_person 2/0',
      ]);
    });

    it('counts for those that wait together only once they are approved', async () => {
      await ada.rule('1000');
      await ada.rule('3000', TWO);
      const all = [];
      for (let part = 0; part < 3; part++) all.push(await bob.withdraw(old, '1500'));
      expect(await Promise.all(all.map(({ id }) => needsOf(id)))).to.deep.equal(
        Array(3).fill('second_person 1/0'),
      );
      const outcomes = [];
      for (const { id } of all) outcomes.push(await ada.approve(id));
      expect(outcomes).to.deep.equal(['approved', 'approved', 'first_approved']);
      await send();
      expect(await Promise.all(all.map(({ id }) => statusOf(id)))).to.deep.equal([
        'settled',
        'settled',
        'held',
      ]);
    });

    it('holds for what the operator sends, and not for what goes back to where it came from', async () => {
      await ada.rule('0', TWO);
      const { db, withdrawals } = service.foundation;
      const request = {
        ...{ accountId: account.id, asset: 'MXNB', amount: money('150'), method: 'SPEI', requestId: null },
        destination: { clabe: '646180110400000007' },
      };
      const { withdrawal } = await db.transaction((trx) => withdrawals.create(trx, OPERATOR, request));
      expect(await needsOf(withdrawal.id)).to.equal('second_person 2/0');
      expect([await ada.approve(withdrawal.id), await bob.approve(withdrawal.id)]).to.deep.equal([
        'first_approved',
        'approved',
      ]);
      const { code } = await createLink(account.api, {
        amount: '500',
        currency: 'MXNB',
        accepted_methods: ['SPEI'],
      });
      await pay(account.api, code, { method: 'SPEI' });
      const refund = await refundLink(service, account.id, code);
      await send();
      expect(await statusOf(refund.id)).to.equal('settled');
    });
  });

  describe('two approvals', () => {
    let id: string;
    beforeEach(async () => {
      await ada.rule('100', TWO);
      ({ id } = await bob.withdraw(old, '500'));
    });

    it('are of two people, neither of them the requester, and both are recorded', async () => {
      expect(await carla.approve(id)).to.equal('first_approved');
      await send();
      expect(await statusOf(id)).to.equal('held');
      expect(await outcomesOf([bob.approve(id), carla.approve(id)])).to.deep.equal([
        'second_person_required',
        'already_approved',
      ]);
      expect((await mailsAbout(ada, id)).at(-1)?.subject).to.equal('A withdrawal needs one more approval');
      expect(await ada.approve(id)).to.equal('approved');
      await send();
      expect(await executionsOf(service, id)).to.have.lengthOf(1);
      expect(await requestOf(service, id)).to.include({
        decision: 'approved',
        decided_by: ada.actor.userId,
        first_approved_by: carla.actor.userId,
      });
      expect((await deedsOf(service, account.id)).slice(-2)).to.deep.equal([
        'withdrawal.first_approved: 500 MXNB → Main account',
        'withdrawal.approved: 500 MXNB → Main account',
      ]);
      const [mail] = (await mailsAbout(bob, id)).slice(-1);
      expect(mail?.subject).to.equal('Your withdrawal was approved');
    });

    it('of one person in two sessions at once are one', async () => {
      const again = { ...carla.actor, sessionId: crypto.randomUUID() };
      const { requests } = treasuryOf(service);
      const approve = () =>
        service.foundation.db.transaction((trx) => requests.approve(trx, account.id, again, id));
      const outcomes = await outcomesOf([carla.approve(id), approve(), carla.approve(id), approve()]);
      expect(outcomes.sort()).to.deep.equal([...Array(3).fill('already_approved'), 'done']);
      await send();
      expect(await statusOf(id)).to.equal('held');
    });

    it('of several people at once let it go once', async () => {
      const outcomes = await outcomesOf([carla, ada, eve].map((one) => one.approve(id)));
      expect(outcomes.sort()).to.deep.equal(['done', 'done', 'transfer_not_waiting']);
      await send();
      expect(await executionsOf(service, id)).to.have.lengthOf(1);
    });

    it('may be withdrawn before the second one, by the person who gave it only', async () => {
      await carla.approve(id);
      await ada.withdrawApproval(id);
      expect(await requestOf(service, id)).to.include({ first_approved_by: carla.actor.userId });
      await carla.withdrawApproval(id);
      expect(await ada.approve(id)).to.equal('first_approved');
      expect(await carla.approve(id)).to.equal('approved');
      expect(await outcomeOf(ada.withdrawApproval(id))).to.equal('transfer_not_waiting');
    });

    it('never let it go with one, although the other is withdrawn at the same moment', async () => {
      for (let round = 0; round < 5; round++) {
        const { id: next } = await bob.withdraw(old, '500');
        await carla.approve(next);
        const [withdrawn, approved] = await outcomesOf([carla.withdrawApproval(next), ada.approve(next)]);
        expect(approved).to.equal('done');
        const { decision, first_approved_by: first } = await requestOf(service, next);
        expect([decision, first]).to.deep.equal(
          withdrawn === 'done' ? [null, ada.actor.userId] : ['approved', carla.actor.userId],
        );
      }
    });

    it('end with one decline, which its requester is told with the reason', async () => {
      await carla.approve(id);
      expect(await outcomeOf(ada.decline(id, null))).to.equal('invalid_request');
      await ada.decline(id, 'We paid this invoice in May.');
      expect(await outcomeOf(eve.approve(id))).to.equal('transfer_not_waiting');
      expect(await balancesOf(account)).to.deep.equal({ MXNB: '100000.00000000 + 0.00000000' });
      const mail = (await mailsAbout(bob, id)).at(-1);
      expect(mail?.subject).to.equal('Your withdrawal was declined');
      expect(mail?.body).to.contain('We paid this invoice in May.').and.contain(ada.email);
      expect((await mailsAbout(eve, id)).map(({ subject }) => subject)).not.to.include(
        'Your withdrawal was declined',
      );
    });

    it('are taken back by the requester without a reason, after the first one too', async () => {
      await carla.approve(id);
      await bob.decline(id, null);
      expect(await requestOf(service, id)).to.include({ decision: 'taken_back' });
    });

    for (const [what, lose] of [
      ['was removed', () => remove(carla)],
      ['lost the role', () => changeRole(carla, 'viewer')],
      [
        'had their sign-in reset',
        () => inTeam((team, trx) => team.reset(trx, account.id, ada.actor, carla.actor.userId)),
      ],
    ] as const) {
      it(`do not count the first one of a person who ${what} before the second`, async () => {
        await carla.approve(id);
        await lose();
        expect(await ada.approve(id)).to.equal('first_approved');
        await send();
        expect(await statusOf(id)).to.equal('held');
        expect(await eve.approve(id)).to.equal('approved');
        await send();
        expect(await statusOf(id)).to.equal('settled');
      });
    }

    it('are not of an owner and a new member for whom that owner vouches', async () => {
      const second = await treasurer(service, account, 'finance', { isNew: true });
      await inTeam((team, trx) => team.vouch(trx, account.id, ada.actor, second.actor.userId));
      expect(await ada.approve(id)).to.equal('first_approved');
      expect(await outcomeOf(second.approve(id))).to.equal('member_too_new');
      await ada.withdrawApproval(id);
      expect(await second.approve(id)).to.equal('first_approved');
      expect(await outcomeOf(ada.approve(id))).to.equal('member_too_new');
      expect(await eve.approve(id)).to.equal('approved');
    });

    it('cannot be given by a program that knows of one only', async () => {
      const bypass = service.database.query(
        `update transfer_requests set decision = 'approved', decided_by = $1, decided_at = now() where transfer_id = $2`,
        [ada.actor.userId, id],
      );
      await bypass.then(
        () => expect.fail('it was approved by one'),
        (error: unknown) => expect(String(error)).to.contain('transfer_requests_approved_twice'),
      );
    });
  });

  describe('an owner’s approval', () => {
    it('is not that of finance, nor of an owner who requested it or no longer is one', async () => {
      await ada.rule('100', AN_OWNER);
      const { id } = await ada.withdraw(old, '500');
      expect(await outcomesOf([bob.approve(id), ada.approve(id)])).to.deep.equal([
        'owner_required',
        'second_person_required',
      ]);
      await changeRole(eve, 'finance');
      expect(await outcomeOf(eve.approve(id))).to.equal('owner_required');
      await changeRole(eve, 'owner');
      expect(await outcomeOf(eve.approve(id))).to.equal('member_too_new');
      await letTimePass(service);
      expect(await eve.approve(id)).to.equal('approved');
    });

    it('may be the first or the second of two', async () => {
      await ada.rule('100', { approvals: 2, owners: 1 });
      const { id } = await bob.withdraw(old, '500');
      await carla.approve(id);
      const dan = await treasurer(service, account, 'finance');
      expect(await outcomeOf(dan.approve(id))).to.equal('owner_required');
      expect(await ada.approve(id)).to.equal('approved');
      const { id: other } = await bob.withdraw(old, '500');
      expect([await ada.approve(other), await dan.approve(other)]).to.deep.equal([
        'first_approved',
        'approved',
      ]);
    });

    it('is missing again when a first approval of finance no longer fits a stricter rule', async () => {
      await ada.rule('100', { approvals: 2, owners: 1 });
      const { id } = await bob.withdraw(old, '500');
      await carla.approve(id);
      const third = await treasurer(service, account, 'owner');
      await ada.rule('100', { approvals: 2, owners: 2 });
      expect([await ada.approve(id), await third.approve(id)]).to.deep.equal(['first_approved', 'approved']);
    });

    it('of a requester who became someone else’s second person by a change of role is none', async () => {
      await ada.rule('100');
      const { id } = await bob.withdraw(old, '500');
      await changeRole(bob, 'owner');
      await letTimePass(service);
      expect(await outcomeOf(bob.approve(id))).to.equal('second_person_required');
    });
  });

  describe('between approval and sending', () => {
    const approved = async (approvers: Treasurer[]) => {
      const { id } = await bob.withdraw(old, '500');
      for (const one of approvers) await one.approve(id);
      return id;
    };

    it('nothing goes that has lost an approver, until another approves or declines it', async () => {
      await ada.rule('100');
      const [id, other] = [await approved([carla]), await approved([carla])];
      await changeRole(carla, 'viewer');
      await send();
      expect(await transferRow(service, id)).to.include({
        status: 'held',
        waits_for: 'REQUESTER_NOT_AUTHORIZED',
      });
      expect(await executionsOf(service, id)).to.deep.equal([]);
      expect(await ada.approve(id)).to.equal('approved');
      await ada.decline(other, 'Carla has left.');
      await send();
      expect([await statusOf(id), await statusOf(other)]).to.deep.equal(['settled', 'failed']);
    });

    it('one of two who has left is replaced, and two who have left are both', async () => {
      await ada.rule('100', TWO);
      const dan = await treasurer(service, account, 'finance');
      const [one, both] = [await approved([carla, ada]), await approved([carla, dan])];
      await remove(carla);
      await send();
      expect([await statusOf(one), await statusOf(both)]).to.deep.equal(['held', 'held']);
      await remove(dan);
      expect(await outcomeOf(ada.approve(one))).to.equal('already_approved');
      expect(await eve.approve(one)).to.equal('approved');
      expect(await ada.approve(both)).to.equal('first_approved');
      await send();
      expect([await statusOf(one), await statusOf(both)]).to.deep.equal(['settled', 'held']);
      expect(await eve.approve(both)).to.equal('approved');
      await send();
      expect(await statusOf(both)).to.equal('settled');
    });

    it('an owner who is one no longer is not an owner', async () => {
      await ada.rule('100', AN_OWNER);
      const id = await approved([eve]);
      await changeRole(eve, 'finance');
      await send();
      expect(await statusOf(id)).to.equal('held');
      await ada.approve(id);
      await send();
      expect(await statusOf(id)).to.equal('settled');
    });
  });

  describe('are changed by owners', () => {
    it('who are told, and nobody else', async () => {
      await ada.rule('100', AN_OWNER);
      expect(await outcomesOf([bob.rule('100'), ada.rule('100', { currency: 'DOGE' })])).to.deep.equal([
        'forbidden',
        'invalid_request',
      ]);
      const mail = (await mailTo(service, eve.email)).at(-1);
      expect(mail?.subject).to.equal('An approval rule was added');
      expect(mail?.body).to.match(/above +100 MXN within 24 hours\n +needs +the approval of an owner\n/);
      expect((await deedsOf(service, account.id)).at(-1)).to.equal('approval_rule.added: 100 MXN');
      const [id = ''] = await ruleIds();
      expect(
        await outcomesOf([change('remove', bob.actor, id), change('keep', bob.actor, id)]),
      ).to.deep.equal(['forbidden', 'forbidden']);
    });

    it('loosely only after 24 hours, so that whoever loosens one cannot move money at once', async () => {
      await ada.rule('100', TWO);
      const [id = ''] = await ruleIds();
      await change('remove', ada.actor, id);
      expect(await needsOf((await ada.withdraw(old, '500')).id)).to.equal('second_person 2/0');
      await letTimePass(service, '23 hours 59 minutes');
      expect(await needsOf((await ada.withdraw(old, '500')).id)).to.equal('second_person 2/0');
      await letTimePass(service, '1 minute');
      expect(await needsOf((await ada.withdraw(old, '500')).id)).to.equal('nothing');
      expect(await outcomeOf(change('keep', ada.actor, id))).to.equal('approval_rule_not_found');
    });

    it('back by any of them, until a removed one has ended', async () => {
      await ada.rule('100', TWO);
      const [id = ''] = await ruleIds();
      await change('remove', ada.actor, id);
      await change('keep', eve.actor, id);
      await letTimePass(service);
      expect(await ruleIds()).to.deep.equal([id]);
      await change('remove', ada.actor, id);
      await ada.rule('100', TWO);
      await letTimePass(service);
      expect(await ruleIds()).to.deep.equal([id]);
    });

    it('at once where another asks for as much, and by the operator', async () => {
      await ada.rule('100', { kind: 'withdrawal' });
      const [weak = ''] = await ruleIds();
      await ada.rule('50', TWO);
      await change('remove', ada.actor, weak);
      const [strict = '', ...others] = await ruleIds();
      expect(others).to.deep.equal([]);
      await change('remove', OPERATOR, strict);
      expect(await ruleIds()).to.deep.equal([]);
    });

    it('strictly at once, also for what waits for approval or for its time', async () => {
      await ada.rule('200');
      const waiting = await bob.withdraw(old, '500');
      const timed = await bob.withdraw(await ada.save('New', '646180110400000007'), '150');
      expect(await needsOf(timed.id)).to.equal('new_destination 1/0');
      await ada.rule('0', TWO);
      expect(await needsOf(timed.id)).to.equal('second_person 2/0');
      await letTimePass(service, '25 hours');
      await send();
      expect(await statusOf(timed.id)).to.equal('held');
      for (const { id } of [waiting, timed]) {
        expect([await carla.approve(id), await ada.approve(id)]).to.deep.equal([
          'first_approved',
          'approved',
        ]);
      }
      await send();
      expect([await statusOf(waiting.id), await statusOf(timed.id)]).to.deep.equal(['settled', 'settled']);
    });

    it('while something waits, which keeps what it was asked for', async () => {
      await ada.rule('100', TWO);
      const { id } = await bob.withdraw(old, '500');
      await change('remove', OPERATOR, (await ruleIds())[0] ?? '');
      expect([await ada.approve(id), await carla.approve(id)]).to.deep.equal(['first_approved', 'approved']);
    });

    it('not so that nobody’s requests could be approved, unless by the operator', async () => {
      const lonely = await service.createAccount();
      const only = await treasurer(service, lonely, 'owner');
      expect(await outcomeOf(only.rule('100'))).to.equal('invalid_request');
      await treasurer(service, lonely, 'finance');
      expect(await outcomesOf([only.rule('100'), only.rule('100', TWO)])).to.deep.equal([
        'done',
        'invalid_request',
      ]);
      // The requests of the one in finance could be approved by the owner.
      expect(await outcomeOf(only.rule('100', AN_OWNER))).to.equal('done');
      const { approvalRules } = treasuryOf(service);
      const rule = { kind: null, currency: 'MXN', amount: money('100'), approvals: 2, owners: 2 } as const;
      await service.foundation.db.transaction((trx) => approvalRules.add(trx, lonely.id, OPERATOR, rule));
    });

    it(`up to ${MAX_RULES}, with those that have not ended`, async () => {
      for (let at = 0; at < MAX_RULES; at++) await ada.rule(String(100 + at), { kind: 'refund' });
      expect(await outcomeOf(ada.rule('5', { kind: 'withdrawal' }))).to.equal('approval_rule_limit_reached');
      const [first = ''] = await ruleIds();
      await change('remove', ada.actor, first);
      expect(await outcomeOf(ada.rule('5', { kind: 'withdrawal' }))).to.equal('approval_rule_limit_reached');
      await letTimePass(service);
      expect(await outcomeOf(ada.rule('5', { kind: 'withdrawal' }))).to.equal('done');
    });
  });

  describe('and the limit, which is the shortest of them', () => {
    it('is one rule of them, and leaves the others alone', async () => {
      await ada.rule('5000', TWO);
      await ada.limit('100');
      expect((await rules()).map(({ amount, approvals }) => [amount, approvals])).to.deep.equal([
        ['5000.00000000', 2],
        ['100.00000000', 1],
      ]);
      await ada.limit('50');
      await ada.limit('70');
      expect((await rules()).map(({ amount, endsAt }) => [amount, endsAt === null])).to.deep.equal([
        ['5000.00000000', true],
        ['50.00000000', false],
        ['70.00000000', true],
      ]);
    });

    it('is taken over from a program of the previous version, also while a higher one waits', async () => {
      await ada.rule('5000', TWO);
      const write = (text: string) => service.database.query(text, [account.id]);
      await write(`insert into account_limits (account_id, currency, amount) values ($1, 'MXN', 100)`);
      expect((await rules()).map(({ amount }) => amount)).to.deep.equal(['5000.00000000', '100.00000000']);
      await write(
        `update account_limits set next_currency = 'USD', next_amount = 900, next_at = service_now() + interval '1 day'
          where account_id = $1`,
      );
      expect((await rules()).map(({ amount, endsAt }) => [amount, endsAt === null])).to.deep.equal([
        ['5000.00000000', true],
        ['100.00000000', false],
        ['900.00000000', true],
      ]);
      await letTimePass(service);
      expect((await rules()).map(({ amount }) => amount)).to.deep.equal(['5000.00000000', '900.00000000']);
    });
  });
});
