import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import { balancesOf, fund } from '../transfers/rig.ts';
import { CLABE, letTimePass, treasurer } from '../treasury/rig.ts';
import {
  allowCodesAgain,
  forgetProofs,
  join,
  joinWithPassword,
  nextCode,
  panelOf,
  PASSWORD,
  signInAnew,
  trust,
  type PasswordPerson,
} from './people.ts';

const KEPT = 'panel-kept';

describe('a form that was sent without a fresh proof', () => {
  let service: TestService;
  let account: TestAccount;
  let ada: PasswordPerson;

  before(async () => {
    service = await startService();
    account = await service.createAccount();
    ada = await joinWithPassword(service, account.id, 'owner');
    await trust(service, ada.id);
  });
  after(() => service?.close());
  beforeEach(async () => {
    await forgetProofs(service);
    ada.visitor.cookies.delete(KEPT);
  });

  const at = (path: string): string => `/panel/accounts/${account.id}/${path}`;
  const locationOf = ({ headers }: { headers: Headers }) => headers.get('location') ?? '';
  /** Proves who she is, on the page that she was sent to. */
  const prove = async (proofPage: string): Promise<string> => {
    await allowCodesAgain(service);
    const next = new URL(proofPage, 'http://panel').searchParams.get('next') ?? '';
    const form = { password: PASSWORD, code: nextCode(ada.secret), next };
    return locationOf(await ada.visitor.post('/panel/proof', form));
  };
  const hiddenIn = (text: string): Record<string, string> =>
    Object.fromEntries(
      [...text.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(([, name, value]) => [
        name,
        value,
      ]),
    );
  const keyNames = async () =>
    (await service.database.query(`select name from credentials where name like 'Kept%'`)).map(
      ({ name }) => name,
    );
  const newKey = (name: string) => ({
    ...{ once: randomUUID(), name, scopes: 'links:read', api_version: '2026-11-01' },
    ...{ requests_per_minute: '600', money_operations_per_day: '1000' },
  });

  it('comes back after the proof as it was, and acts once it is sent again', async () => {
    const form = newKey('Kept & <b>safe</b>');
    const asked = await ada.visitor.post(at('keys/new'), form);
    expect(locationOf(asked)).to.match(/^\/panel\/proof\?next=/);
    expect(locationOf(asked), 'nothing of it is in the URL').not.to.contain('Kept');
    expect(ada.visitor.attributes.get(KEPT)).to.match(/HttpOnly/);
    const cookie = ada.visitor.cookies.get(KEPT) ?? '';
    expect(Buffer.from(cookie, 'base64url').includes('Kept'), 'it is sealed').to.be.false;

    const resumed = await prove(locationOf(asked));
    expect(resumed).to.match(/^\/panel\/proof\/resume/);
    const page = await ada.visitor.get(resumed);
    expect(page.text)
      .to.contain(`action="${at('keys/new')}"`)
      .and.contain('Nothing has been done yet');
    expect(page.text).to.contain('Kept &amp; &lt;b>safe').and.not.contain('<b>safe');
    expect(await keyNames(), 'it is not sent by itself').to.deep.equal([]);
    expect(ada.visitor.cookies.has(KEPT), 'shown once').to.be.false;
    const created = await ada.visitor.post(at('keys/new'), form);
    expect(created.status).to.equal(200);
    expect(await keyNames()).to.deep.equal([form.name]);
  });

  it('of money comes back to its review', async () => {
    await fund(account, 'MXNB', '1000');
    const bob = await treasurer(service, account, 'finance');
    const destination = await bob.save();
    await letTimePass(service);
    await signInAnew(service);
    await forgetProofs(service);
    const order = { once: randomUUID(), destination, asset: 'MXNB', amount: '250.50' };
    const resumed = await prove(locationOf(await ada.visitor.post(at('withdrawals/new'), order)));
    const page = await ada.visitor.get(resumed);
    expect(page.text).to.contain(`<form method="get" action="${at('withdrawals/confirm')}"`);
    const fields = new URLSearchParams(hiddenIn(page.text));
    fields.delete('once');
    const review = await ada.visitor.get(`${at('withdrawals/confirm')}?${fields}`);
    expect(review.text).to.contain(CLABE).and.contain('Withdraw 250.50 MXNB');
    expect((await balancesOf(account))['MXNB']).to.equal('1000.00000000 + 0.00000000');
  });

  it('is shown to nobody else, and to no other session', async () => {
    await ada.visitor.post(at('keys/new'), newKey('Kept secret'));
    const kept = ada.visitor.cookies.get(KEPT) ?? '';
    const eve = await join(service, account.id, 'owner');
    for (const value of [kept, `${kept.slice(0, -4)}AAAA`, 'x', '']) {
      eve.visitor.cookies.set(KEPT, value);
      const answer = await eve.visitor.get(`/panel/proof/resume?next=${at('keys')}`);
      expect([answer.status, locationOf(answer)]).to.deep.equal([303, at('keys')]);
    }
  });

  it('leads nowhere else', async () => {
    for (const next of ['//evil.example', 'https://evil.example/panel', '/panel/../x', '/panel\\evil']) {
      const answer = await ada.visitor.get(`/panel/proof/resume?${new URLSearchParams({ next })}`);
      expect(locationOf(answer), next).to.equal('/panel');
    }
    const headers = (referer: string) => ({ ...ada.visitor.fromOwnPage, referer });
    const from = async (referer: string) => {
      const asked = await ada.visitor.post(at(`keys/${account.key.id}/revoke`), {}, headers(referer));
      return new URL(locationOf(asked), 'http://panel').searchParams.get('next');
    };
    const own = panelOf(service);
    expect(await from(`${own}${at(`keys/${account.key.id}`)}`)).to.equal(at(`keys/${account.key.id}`));
    for (const other of [`https://evil.example${at('team')}`, `${own}/v1/ping`, `${own}//evil`, 'x'])
      expect(await from(other), other).to.equal(at('keys'));
    // The page that an action shows has no address of its own.
    expect(await from(`${own}${at(`keys/${account.key.id}/rotate`)}`)).to.equal(at('keys'));
  });

  it('is not kept when it has nothing to enter, is too long, or may have a password', async () => {
    const kept = async (path: string, form: Record<string, string>) => {
      ada.visitor.cookies.delete(KEPT);
      expect(locationOf(await ada.visitor.post(path, form))).to.match(/^\/panel\/proof/);
      return ada.visitor.cookies.has(KEPT);
    };
    expect(await kept(at('keys/new'), newKey('Kept'))).to.be.true;
    expect(await kept(at(`keys/${account.key.id}/revoke`), {})).to.be.false;
    expect(await kept(at(`keys/${account.key.id}/rotate`), { once: randomUUID() })).to.be.false;
    expect(await kept(at('keys/new'), { ...newKey('Kept'), allowed_addresses: 'x'.repeat(3_000) })).to.be
      .false;
    expect(await kept('/panel/me/password', { password: 'new password of hers' })).to.be.false;
    // An earlier one does not come back instead.
    await ada.visitor.post(at('keys/new'), newKey('Kept'));
    await ada.visitor.post(at(`keys/${account.key.id}/revoke`));
    expect(ada.visitor.cookies.has(KEPT)).to.be.false;
  });
});
