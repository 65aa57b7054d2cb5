import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { Role } from '../../../src/people/roles.ts';
import { createPaidLink } from '../links/fixtures.ts';
import { KEY_FIXTURES } from '../keys/fixtures.ts';
import { join, mailTo, type Person } from '../people.ts';
import { readable } from '../readable.ts';
import { refusal } from '../../support/refusal.ts';
import { startService, type TestAccount, type TestService } from '../../support/service.ts';

describe('refunds by API, in the panel', () => {
  let service: TestService;
  let account: TestAccount;
  let owner: Person;

  before(async () => {
    service = await startService();
  });
  after(() => service?.close());
  beforeEach(async () => {
    account = await service.createAccount();
    owner = await join(service, account.id, 'owner');
  });

  const at = (path: string) => `/panel/accounts/${account.id}/${path}`;
  const page = async (path: string, by = owner) => readable((await by.visitor.get(at(path))).text);
  const post = (path: string, form: Record<string, string> = {}, by = owner) =>
    by.visitor.post(at(path), { once: randomUUID(), ...form });
  const turnOn = (form: Record<string, string>) => post('refunds/api', { currency: 'MXN', ...form });
  const goTo = async (answer: { headers: Headers }) =>
    readable((await owner.visitor.get(answer.headers.get('location') ?? '')).text);
  const refund = async (body: object) => account.api.post('/v1/refunds', body);

  it('are turned on with a limit, show what was used, and are turned off', async () => {
    expect(await page('refunds/api')).to.contain('Refunds by API are off.');
    expect(await goTo(await turnOn({ amount: '500' }))).to.contain('are on, with this limit.');
    const code = await createPaidLink(account);
    expect((await refund({ payment_link: code, amount: '120.50' })).status).to.equal(201);
    expect(await page('refunds/api'))
      .to.contain('Refunds by API are on.')
      .and.contain('Limit for 24 hours 500.00 MXN')
      .and.contain('Refunded by API in the last 24 hours 120.50 MXN')
      .and.contain('API keys may still refund 379.50 MXN');
    expect(await goTo(await turnOn({ amount: '100' }))).to.contain('API keys may still refund 0.00 MXN');
    expect(await goTo(await post('refunds/api/off'))).to.contain('Refunds by API are off.');
    expect(refusal(await refund({ payment_link: code }))).to.include({ code: 'api_refunds_off' });
    const subjects = (await mailTo(service, owner.email)).map(({ subject }) => subject);
    expect(subjects.slice(-3)).to.deep.equal([
      'Refunds by API were turned on',
      'The limit for refunds by API has changed',
      'Refunds by API were turned off',
    ]);
    const log = await page('audit');
    for (const deed of ['turned on', 'turned off']) expect(log).to.contain(`Refunds by API ${deed}`);
  });

  it('keep an amount that is none from being the limit', async () => {
    for (const amount of ['', '0', 'plenty', '-5', '1e3']) {
      expect((await turnOn({ amount })).text).to.contain('Enter an amount above zero');
    }
    expect((await turnOn({ amount: '5', currency: 'BTC' })).text).to.contain('Refunds by API are off.');
  });

  for (const role of ['finance', 'developer', 'viewer'] as const satisfies readonly Role[]) {
    it(`are read but not switched by ${role}`, async () => {
      const other = await join(service, account.id, role);
      expect(await page('refunds/api', other))
        .to.contain('Only owners can turn them on or off.')
        .and.not.contain('Turn on refunds by API');
      for (const path of ['refunds/api', 'refunds/api/off']) {
        expect((await post(path, { currency: 'MXN', amount: '5' }, other)).status).to.equal(403);
      }
    });
  }

  it('name the key on the refund’s page, with a link for those who manage keys', async () => {
    await turnOn({ amount: '500' });
    const { body } = await refund({ payment_link: await createPaidLink(account), amount: '1' });
    const named = `API key Test key (…${account.key.lastFour})`;
    expect(await page(`refunds/${body.id}`)).to.contain(named);
    const finance = await join(service, account.id, 'finance');
    const seen = await finance.visitor.get(at(`refunds/${body.id}`));
    expect(readable(seen.text)).to.contain(named);
    expect(seen.text).not.to.contain(at(`keys/${account.key.id}`));
  });

  describe('the key for them', () => {
    const keyForm = async (scopes: string) => {
      const usual = await KEY_FIXTURES.forms['/panel/accounts/:account/keys/new']?.(service, account);
      return { ...usual, scopes };
    };

    it('is offered to owners apart from the other scopes, with a warning', async () => {
      expect(await page('keys/new')).to.contain('the key sends money out of the account');
      const created = await post('keys/new', await keyForm('refunds:write'));
      const secret = /id="secret">(sk_test_\w+)</.exec(created.text)?.[1] ?? '';
      const { body } = await service.client(secret).get('/v1/ping');
      expect(body.api_key.scopes).to.deep.equal(['refunds:write']);
      expect(await page('keys')).to.contain('refunds:write');
    });

    it('is neither created nor rotated by a developer, who would get its secret', async () => {
      const developer = await join(service, account.id, 'developer');
      expect(await page('keys/new', developer))
        .to.contain('Only owners create and rotate keys that can refund payments.')
        .and.not.contain('the key sends money out of the account');
      expect((await post('keys/new', await keyForm('refunds:write'), developer)).status).to.equal(403);
      const { id, lastFour } = await service.createKey(account.id, { scopes: ['refunds:write'] });
      expect(await page(`keys/${id}`, developer)).to.contain('Only owners create and rotate keys');
      expect((await post(`keys/${id}/rotate`, {}, developer)).status).to.equal(403);
      const [key] = await service.database.query('select last_four from credentials where id = $1', [id]);
      expect(key).to.deep.equal({ last_four: lastFour });
      expect((await post(`keys/${id}/rotate`)).status).to.equal(200);
      // A leaked key is revoked by whoever notices.
      expect((await post(`keys/${id}/revoke`, {}, developer)).headers.get('location')).to.contain('revoked');
    });

    it('has a list of scopes that says what all leaves out', async () => {
      expect(await page('keys')).to.contain('all, refunds:write');
    });
  });
});
