import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { createLink as createLinkBy, pay } from '../../payment-links/links.ts';
import type { Answer } from '../../support/client.ts';
import { startService, type TestAccount, type TestService } from '../../support/service.ts';
import { balancesOf, executionsOf, fund, requireSoundBooks, restore, WALLET } from '../../transfers/rig.ts';
import { CLABE, letTimePass, treasurer } from '../../treasury/rig.ts';
import { quoteConversion } from '../conversions/fixtures.ts';
import { payTooLittle } from '../deposits/fixtures.ts';
import { createPaidLink } from '../links/fixtures.ts';
import { join, mailTo, signInAnew, type Person } from '../people.ts';
import { readable } from '../readable.ts';
import { quoteRefund } from './fixtures.ts';

const REASON = { reason: 'requested_by_customer' };
const OWN_CLABE = { ...REASON, clabe: CLABE, beneficiary: 'Mallory' };

describe('money out of an account, in the panel', () => {
  let service: TestService;
  let account: TestAccount;
  let owner: Person;
  let finance: Person;

  before(async () => {
    service = await startService();
  });
  after(() => service?.close());
  beforeEach(async () => {
    await restore(service);
    account = await service.createAccount();
    owner = await join(service, account.id, 'owner');
    finance = await join(service, account.id, 'finance');
  });
  afterEach(() => requireSoundBooks(service));

  const at = (path: string) => `/panel/accounts/${account.id}/${path}`;
  const post = (path: string, form: object = {}, by = finance): Promise<Answer> =>
    by.visitor.post(at(path), { once: randomUUID(), ...form });
  const goTo = async (answer: Answer, by = finance): Promise<string> => {
    const location = answer.headers.get('location') ?? '';
    expect(location, answer.text).not.to.equal('');
    return readable((await by.visitor.get(location)).text);
  };
  const page = async (path: string, by = finance) => readable((await by.visitor.get(at(path))).text);
  const idIn = (answer: Answer) => /([0-9a-f-]{36})\?/.exec(answer.headers.get('location') ?? '')?.[1] ?? '';
  const setLimit = (amount: string) => post('withdrawals/limits', { currency: 'MXN', amount }, owner);
  const send = () => service.workers.transfers.runOnce();
  const mailAbout = async (person: Person, id: string) =>
    (await mailTo(service, person.email)).filter(({ body }) => body.includes(id));

  describe('a finance user who empties it by refunds to an account of their own', () => {
    it('needs a second person for each above the limit, of whom all are told', async () => {
      await setLimit('100');
      const code = await createPaidLink(account);
      const depositId = await payTooLittle(account);
      for (const [of, amount] of [
        [`links/${code}`, '150.00 MXNB'],
        [`deposits/${depositId}`, '18,000.00 MXN'],
      ] as const) {
        const review = readable((await post(`${of}/refund/review`, OWN_CLABE)).text);
        expect(review)
          .to.contain('this exceeds the limit for one person (100.00 MXN)')
          .and.contain('Will be sent Once a second person approves it')
          .and.contain(`These people can approve it: ${owner.email}.`);
        const asked = await post(`${of}/refund`, OWN_CLABE);
        const id = idIn(asked);
        expect(await goTo(asked)).to.contain('It needs the approval of a second person.');
        await letTimePass(service);
        await signInAnew(service);
        await send();
        expect(await executionsOf(service, id)).to.deep.equal([]);
        const [mail] = await mailAbout(owner, id);
        expect(mail?.subject).to.equal('A refund needs your approval');
        expect(mail?.body).to.contain('CLABE …9719').and.contain(finance.email);

        expect(await page(`refunds/${id}`))
          .to.contain('You requested it')
          .and.not.contain('Approve 150');
        const own = await post(`refunds/${id}/approve`);
        expect(await goTo(own)).to.contain('You requested it, so someone else must approve it.');
        expect(await page('refunds', owner))
          .to.contain('Waiting for a decision')
          .and.contain(amount)
          .and.contain('Needs approval');
      }
      expect(await page('', owner)).to.contain('2 refunds to be approved by a second person');
    });

    it('waits for 24 hours where there is no limit, so that an owner can decline', async () => {
      const code = await createPaidLink(account);
      const asked = await post(`links/${code}/refund`, OWN_CLABE);
      const id = idIn(asked);
      expect(await goTo(asked)).to.contain('It waits because the destination is new.');
      await send();
      expect(await executionsOf(service, id)).to.deep.equal([]);
      const [mail] = await mailAbout(owner, id);
      expect(mail?.subject).to.equal('A refund is waiting');
      expect(mail?.body).to.contain(`/refunds/${id}`);
      const declined = await post(`refunds/${id}/decline`, {}, owner);
      expect(await goTo(declined, owner))
        .to.contain('You declined it. Nothing was sent.')
        .and.contain(`Declined by ${owner.email}`);
      expect(await page(`links/${code}`)).to.contain('150.00 MXNB can still be refunded');
      expect(await balancesOf(account)).to.deep.equal({ MXNB: '150.00000000 + 0.00000000' });
    });

    it('shows the people of the account why it was declined, and nobody else', async () => {
      const id = idIn(await post(`links/${await createPaidLink(account)}/refund`, OWN_CLABE));
      const tooLong = await post(`refunds/${id}/decline`, { decision_reason: 'x'.repeat(201) }, owner);
      expect(await goTo(tooLong, owner)).to.contain('The reason can have up to 200 characters.');
      const reason = 'Not our customer’s CLABE';
      await post(`refunds/${id}/decline`, { decision_reason: ` ${reason} ` }, owner);
      expect(await page(`refunds/${id}`))
        .to.contain(`Reason given ${reason}`)
        .and.contain(`Declined by ${owner.email}: ${reason}`);
      expect(await page('audit', owner)).to.contain(`reason: ${reason}`);
      expect((await owner.visitor.get(at('refunds/csv'))).text).to.contain(reason);
      const { body } = await account.api.get(`/v1/refunds/${id}`);
      expect(body).to.include({ status: 'failed', failure_reason: 'NOT_APPROVED' });
      expect(JSON.stringify(body)).not.to.contain(reason);
    });

    it('sends it once another person has approved it, and only once', async () => {
      const asked = await post(`links/${await createPaidLink(account)}/refund`, OWN_CLABE);
      const id = idIn(asked);
      expect(await page(`refunds/${id}`, owner))
        .to.contain('If you do not recognize the destination')
        .and.contain('Approve 150.00 MXNB Reason for declining (optional)');
      const answers = await Promise.all([1, 2].map(() => post(`refunds/${id}/approve`, {}, owner)));
      const outcomes = answers.map(({ headers }) => headers.get('location')?.split('?')[1]);
      expect(outcomes.sort()).to.deep.equal(['flash=approved', 'problem=transfer_not_waiting']);
      await send();
      expect(await executionsOf(service, id)).to.have.length(1);
      expect(await page(`refunds/${id}`))
        .to.contain(`Approved by ${owner.email}`)
        .and.contain('Completed');
      const log = (await owner.visitor.get(at('audit'))).text;
      expect(log).to.contain('Refund requested').and.contain('Refund approved');
    });

    it('sends at once only what goes back where it came from, and owners are told', async () => {
      await setLimit('0');
      const asked = await post(`links/${await createPaidLink(account)}/refund`, REASON);
      const id = idIn(asked);
      expect(await goTo(asked))
        .to.contain('The refund is on its way.')
        .and.contain('Requested by the customer');
      const [mail] = await mailAbout(owner, id);
      expect(mail?.subject).to.match(/^A payment was refunded: 150 /);
      await send();
      expect(await executionsOf(service, id)).to.have.length(1);
    });
  });

  describe('above one limit for everything', () => {
    it('is not lowered by converting first: a conversion waits too, and goes once it is approved', async () => {
      await setLimit('100');
      const id = await quoteConversion(account, '5000');
      const asked = await post(`conversions/${id}/confirm`);
      expect(await goTo(asked))
        .to.contain('It needs the approval of a second person.')
        .and.contain('Needs approval');
      await send();
      expect(await executionsOf(service, id)).to.deep.equal([]);
      expect(await page('conversions', owner)).to.contain('Waiting for a decision');
      expect(await goTo(await post(`conversions/${id}/approve`, {}, owner), owner)).to.contain(
        'You approved it.',
      );
      await send();
      expect(await executionsOf(service, id)).to.have.length(1);
      expect(await page(`conversions/${id}`)).to.contain(`Approved by ${owner.email}`);
    });

    it('counts withdrawals, named refunds and conversions together, and shows how much is left', async () => {
      await setLimit('1000');
      const conversion = await quoteConversion(account, '400');
      expect(await goTo(await post(`conversions/${conversion}/confirm`))).to.contain('is being carried out');
      await post(`links/${await createPaidLink(account)}/refund`, OWN_CLABE);
      expect(await page('withdrawals/limits')).to.match(
        /Limit for 24 hours 1,000\.00 MXN .*24 hours 550\.00 MXN .*still move 450\.00 MXN/,
      );
      await fund(account, 'MXNB', '451');
      const destination = await (await treasurer(service, account, 'owner')).save();
      const order = new URLSearchParams({ destination, asset: 'MXNB', amount: '451' });
      expect(await page(`withdrawals/confirm?${order.toString()}`)).to.contain(
        'exceeds the limit for one person',
      );
    });
  });

  describe('of a blocked or suspended account', () => {
    for (const status of ['blocked', 'suspended']) {
      it(`is refused with words everywhere while it is ${status}`, async () => {
        const code = await createPaidLink(account);
        const [accepting, refunding] = [await payTooLittle(account), await payTooLittle(account)];
        const conversion = await quoteConversion(account);
        const refund = await quoteRefund(service, account);
        const waiting = idIn(await post(`links/${code}/refund`, { ...OWN_CLABE, amount: '10' }));
        await service.database.query('update accounts set status = $2 where id = $1', [account.id, status]);
        const before = await balancesOf(account);
        const words = `The account is ${status}, so no money can be moved. Contact support.`;
        for (const [path, form] of [
          [`links/${code}/refund/review`, REASON],
          [`links/${code}/refund`, REASON],
          [`deposits/${refunding}/refund/review`, REASON],
          [`deposits/${refunding}/refund`, REASON],
        ] as const) {
          const { status: answered, text } = await post(path, form);
          expect(answered, path).to.equal(422);
          expect(readable(text), path).to.contain(words);
        }
        for (const path of [
          `deposits/${accepting}/accept`,
          `conversions/${conversion}/confirm`,
          `refunds/${refund}/confirm`,
        ]) {
          expect(await goTo(await post(path)), path).to.contain(words);
        }
        expect(await goTo(await post(`refunds/${waiting}/approve`, {}, owner), owner)).to.contain(words);
        expect(await page(`refunds/${refund}`))
          .to.contain(words)
          .and.not.contain('Refund for');
        await send();
        expect(await balancesOf(account)).to.deep.equal(before);
        expect(await goTo(await post(`refunds/${waiting}/decline`)), 'is given back').to.contain(
          'You took it back.',
        );
      });
    }
  });

  describe('approved by two people', () => {
    it('is not approved by a second mailbox that was invited a moment before', async () => {
      const id = idIn(await post(`links/${await createPaidLink(account)}/refund`, OWN_CLABE, owner));
      const second = await join(service, account.id, 'finance', { isNew: true });
      const shown = await page(`refunds/${id}`, second);
      expect(shown).to.contain('so you cannot approve it yet');
      expect((await second.visitor.get(at(`refunds/${id}`))).text).not.to.contain(`refunds/${id}/approve`);
      const approved = await post(`refunds/${id}/approve`, {}, second);
      expect(await goTo(approved, second)).to.contain('so you cannot approve it yet');
      // Whoever asked may vouch, but then the two are not two.
      expect(await page('team', owner)).to.contain('Finance · new until');
      expect(await goTo(await post(`team/${second.id}/vouch`, {}, owner), owner)).to.contain(
        'You vouched for this person.',
      );
      expect(await page('team', owner)).to.contain(`vouched for by ${owner.email}`);
      expect(await goTo(await post(`refunds/${id}/approve`, {}, second), second)).to.contain(
        'so you cannot approve it yet',
      );
      await send();
      expect(await executionsOf(service, id)).to.deep.equal([]);
    });

    it('is not approved for a second mailbox either, by whoever may have invited it', async () => {
      const second = await join(service, account.id, 'finance', { isNew: true });
      const asked = await post(`links/${await createPaidLink(account)}/refund`, OWN_CLABE, second);
      expect(await goTo(asked, second)).to.contain('Nobody else in this account can approve it yet.');
      const path = `refunds/${idIn(asked)}`;
      for (const by of [owner, finance]) {
        expect(await page(path, by)).to.contain('You cannot approve it: within the last 24 hours');
        expect((await by.visitor.get(at(path))).text).not.to.contain(`${path}/approve`);
        expect(await goTo(await post(`${path}/approve`, {}, by), by)).to.contain('You cannot approve it');
      }
      await post(`team/${second.id}/vouch`, {}, owner);
      expect((await owner.visitor.get(at(path))).text).not.to.contain(`${path}/approve`);
      expect(await goTo(await post(`${path}/approve`))).to.contain('You approved it.');
    });

    it('is approved by somebody new for whom an owner vouches who did not ask for it', async () => {
      const id = idIn(await post(`links/${await createPaidLink(account)}/refund`, OWN_CLABE));
      const second = await join(service, account.id, 'finance', { isNew: true });
      await post(`team/${second.id}/vouch`, {}, owner);
      expect(await goTo(await post(`refunds/${id}/approve`, {}, second), second)).to.contain(
        'You approved it.',
      );
      const log = (await owner.visitor.get(at('audit'))).text;
      expect(log).to.contain('Vouched for');
    });

    it('is vouched for by trusted owners only, and never by oneself', async () => {
      const fresh = await join(service, account.id, 'owner', { isNew: true });
      const second = await join(service, account.id, 'finance', { isNew: true });
      expect(await goTo(await post(`team/${second.id}/vouch`, {}, fresh), fresh)).to.contain(
        'so you cannot vouch for others yet',
      );
      const own = await post(`team/${fresh.id}/vouch`, {}, fresh);
      expect(own.status).to.equal(403);
      expect((await fresh.visitor.get(at(`team/${fresh.id}`))).text).not.to.contain('/vouch');
      expect((await post(`team/${second.id}/vouch`, {}, finance)).status).to.equal(403);
    });

    it('is asked for by somebody new only to be sent in 24 hours', async () => {
      const saved = await (await treasurer(service, account, 'owner')).save();
      await letTimePass(service);
      await fund(account, 'MXNB', '500');
      const fresh = await join(service, account.id, 'finance', { isNew: true });
      const order = { destination: saved, asset: 'MXNB', amount: '200' };
      const review = await page(`withdrawals/confirm?${new URLSearchParams(order).toString()}`, fresh);
      expect(review).to.contain('You joined, were given more rights');
      const asked = await post('withdrawals/new', order, fresh);
      expect(asked.headers.get('location')).to.match(/flash=new_member$/);
      expect(await goTo(asked, fresh)).to.contain('New member');
      await send();
      expect(await executionsOf(service, idIn(asked))).to.deep.equal([]);
    });
  });

  it('is shown to viewers without a way to decide', async () => {
    const id = idIn(await post(`links/${await createPaidLink(account)}/refund`, OWN_CLABE));
    const viewer = await join(service, account.id, 'viewer');
    const { text } = await viewer.visitor.get(at(`refunds/${id}`));
    expect(readable(text)).to.contain('New destination').and.contain(finance.email);
    expect(text).not.to.contain('name="once"');
    const link = await createLinkBy(account.api);
    await pay(account.api, link.code, { method: 'SPEI' });
    expect(await page(`links/${link.code}`, viewer)).not.to.contain('Review the refund');
  });

  describe('the note of a refund', () => {
    const why = { reason: 'other', note: 'Closed early; Juana was sent home' };

    it('is reviewed, and stands in the refund for the people of the account', async () => {
      const code = await createPaidLink(account);
      const depositId = await payTooLittle(account);
      const viewer = await join(service, account.id, 'viewer');
      for (const of of [`links/${code}`, `deposits/${depositId}`]) {
        const review = await post(`${of}/refund/review`, why);
        expect(readable(review.text)).to.contain(`Reason Other Note ${why.note}`);
        expect(review.text).to.contain(`name="note" value="${why.note}"`);
        const id = idIn(await post(`${of}/refund`, why));
        expect(await page(`refunds/${id}`, viewer)).to.contain(`Reason Other Note ${why.note}`);
      }
    });

    it('is kept with the quote for a converted payment', async () => {
      const { code } = await createLinkBy(account.api);
      await pay(account.api, code, { method: 'USDC' });
      await service.workers.transfers.runOnce();
      const quoted = await post(`links/${code}/refund/review`, { ...why, amount: '', address: WALLET });
      expect(await goTo(quoted)).to.contain(`Note ${why.note}`);
    });

    it('is neither sent to the payer or by the API, nor in logs and mails', async () => {
      const code = await createPaidLink(account);
      const id = idIn(await post(`links/${code}/refund`, why));
      await send();
      const { body: link } = await account.api.get(`/v1/payment_links/${code}`);
      const seen = [
        JSON.stringify((await account.api.get(`/v1/refunds/${id}`)).body),
        await (await fetch(link.url as string)).text(),
        (await owner.visitor.get(at('audit/csv'))).text,
        JSON.stringify((await mailAbout(owner, id)).map(({ body }) => body)),
      ];
      for (const text of seen) expect(text).not.to.equal('').and.not.contain('Juana');
      const [{ count } = { count: undefined }] = await service.database.query(
        `select count(*)::integer as count from events where account_id = $1 and body::text like '%Juana%'`,
        [account.id],
      );
      expect(count).to.equal(0);
    });
  });
});
