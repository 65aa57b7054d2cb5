import { expect } from 'chai';
import { eventsOf } from '../../events/events.ts';
import { entryOf } from '../../request-logs/entries.ts';
import { invalid, refusal } from '../../support/refusal.ts';
import { startService, type TestAccount, type TestService } from '../../support/service.ts';
import { pay, readLink } from '../links.ts';

const NAME = 'Juana Inés de Asbaje';
const LINK = { amount: '150', currency: 'MXNB', description: 'Order 7' };

describe("a link's payer name", () => {
  let service: TestService;
  let account: TestAccount;

  before(async () => {
    service = await startService();
    account = await service.createAccount();
  });
  after(() => service?.close());

  const create = (payer_name?: unknown) =>
    account.api.post('/v1/payment_links', { ...LINK, ...(payer_name === undefined ? {} : { payer_name }) });

  it('is shown with the link, and nowhere else', async () => {
    const created = await create(NAME);
    const { code } = created.body;
    expect(created.body.payer_name).to.equal(NAME);
    expect((await readLink(account.api, code)).payer_name).to.equal(NAME);
    const changed = await account.api.patch(`/v1/payment_links/${code}`, { description: 'Order 8' });
    expect(changed.body.payer_name).to.equal(NAME);
    await pay(account.api, code, { method: 'SPEI' });

    expect((await account.api.get('/v1/payment_links')).text).not.to.include(NAME);
    const events = await eventsOf(service, account.id);
    expect(events).not.to.be.empty;
    expect(JSON.stringify(events)).not.to.include(NAME);
    expect(await (await fetch(`${service.baseUrl}/pay/${code}`)).text()).not.to.include(NAME);
    const entry = await entryOf(account.api, created);
    expect(entry.request_body.payer_name).to.equal('[redacted]');
    expect(entry.response_body.payer_name).to.equal('[redacted]');
    expect(JSON.stringify(entry)).not.to.include(NAME);
  });

  it('is null when it is not given', async () => {
    expect((await create()).body.payer_name).to.equal(null);
  });

  it('has 1 to 140 characters, of which one is not a space, and no control characters', async () => {
    for (const name of ['X', ' José', 'Ñ'.repeat(140), '株式会社サンプル', "O'Neill & Söhne, S.A. de C.V."]) {
      expect((await create(name)).body.payer_name, name).to.equal(name);
    }
    const refused = [
      '',
      ' ',
      '   ',
      '\t',
      'Juana\nPérez',
      'Juana\u0000',
      '\u0085Juana',
      'x'.repeat(141),
      null,
      7,
    ];
    for (const name of refused) {
      expect(refusal(await create(name)), JSON.stringify(name)).to.deep.equal(invalid('payer_name'));
    }
  });
});
