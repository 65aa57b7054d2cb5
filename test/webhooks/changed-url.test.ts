import { expect } from 'chai';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import { join, mailTo, panelOf, type Person } from '../panel/people.ts';

const URL_BEFORE = 'https://hooks.shop.example.com/pay?key=s3cret';
const URL_AFTER = 'https://elsewhere.example.net/in?key=0ther';

describe('a changed URL of a webhook endpoint', () => {
  let service: TestService;
  let account: TestAccount;
  let ana: Person;
  let oscar: Person;
  let dana: Person;
  let id: string;

  before(async () => {
    service = await startService();
  });
  after(() => service?.close());
  beforeEach(async () => {
    account = await service.createAccount();
    ana = await join(service, account.id, 'owner');
    oscar = await join(service, account.id, 'owner');
    dana = await join(service, account.id, 'developer');
    await ana.visitor.post('/panel/language', { language: 'es', next: '/panel' });
    const endpoint = { url: URL_BEFORE, enabled_events: ['payment_link.paid'] };
    id = (await account.api.post('/v1/webhook_endpoints', endpoint)).body.id;
  });

  /** What each of them was written about endpoints. */
  const mailAbout = async ({ email }: Person) =>
    (await mailTo(service, email)).filter(({ subject }) => subject.includes('webhook'));
  const change = async (body: object) =>
    expect((await account.api.patch(`/v1/webhook_endpoints/${id}`, body)).status).to.equal(200);

  it('by an API key is told to each owner, in their language, with both hosts and nothing secret', async () => {
    await change({ url: URL_AFTER });
    const [[spanish], [english]] = await Promise.all([mailAbout(ana), mailAbout(oscar)]);
    expect(spanish!.subject).to.match(/^Cambió la URL de un webhook de Company /);
    expect(spanish!.body)
      .to.match(/host anterior +hooks\.shop\.example\.com\n/)
      .and.to.match(/host actual +elsewhere\.example\.net\n/)
      .and.to.contain(`la clave de API Test key (…${account.key.lastFour})`);
    expect(english!.subject).to.match(/^A webhook URL of Company .* has changed$/);
    expect(english!.body)
      .to.match(/host before +hooks\.shop\.example\.com\n/)
      .and.to.match(/host now +elsewhere\.example\.net\n/)
      .and.to.contain(`the API key Test key (…${account.key.lastFour})`)
      .and.to.contain(`${panelOf(service)}/panel/accounts/${account.id}/webhooks/${id}\n`);
    expect(`${spanish!.body}${english!.body}`).not.to.match(/s3cret|0ther|whsec_|sk_test_/);
    expect(await mailAbout(dana), 'who is no owner').to.deep.equal([]);
  });

  it('by somebody in the panel is told with who it was', async () => {
    const form = { url: URL_AFTER, description: '', events: 'payment_link.paid' };
    const path = `/panel/accounts/${account.id}/webhooks/${id}/edit`;
    expect((await dana.visitor.post(path, form)).headers.get('location')).to.contain('flash=saved');
    const [mail, ...others] = await mailAbout(oscar);
    expect(mail!.body).to.contain(`Changed by ${dana.email}.`);
    expect(others).to.deep.equal([]);
  });

  it('is told of even if the host stays, and of nothing else that is changed', async () => {
    await change({
      url: URL_BEFORE,
      description: 'Shop',
      enabled_events: ['deposit.failed'],
      enabled: false,
    });
    expect(await mailAbout(oscar)).to.deep.equal([]);
    await change({ url: URL_BEFORE.replace('/pay', '/other') });
    expect(await mailAbout(oscar)).to.have.length(1);
  });

  it('is not told of when it is refused', async () => {
    const refused = await account.api.patch(`/v1/webhook_endpoints/${id}`, { url: 'https://10.0.0.1/' });
    expect(refused.status).to.equal(400);
    expect(await mailAbout(oscar)).to.deep.equal([]);
  });
});
