import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { runPayments } from '../support/processes/command.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import { startOneOfThreeCells } from './one-of-three-cells.ts';
import { join, mailTo, Visitor, type Person } from './people.ts';

describe('the panel of one of several cells', () => {
  let service: TestService;
  let account: TestAccount;
  let ada: Person;

  before(async () => {
    service = await startOneOfThreeCells();
    account = await service.createAccount();
    ada = await join(service, account.id, 'owner');
  });
  after(() => service?.close());

  const otherPanels = (text: string): string[] =>
    [...text.matchAll(/href="(https:[^"]+)"/g)].map(([, href = '']) => href);

  it('leads who has one account here to the panels of the others', async () => {
    const { text: overview } = await ada.visitor.get(`/panel/accounts/${account.id}`);
    expect(overview).to.contain('href="/panel/accounts"');
    const { text } = await ada.visitor.get('/panel/accounts');
    expect(otherPanels(text)).to.deep.equal([
      'https://c0.pay.example.com/panel',
      'https://c2.pay.example.com/panel',
    ]);
    expect(text).to.contain('>c0.pay.example.com</a>').and.contain('Accounts elsewhere');
  });

  it('tells nobody of them who is not signed in', async () => {
    const { text } = await new Visitor(service).get('/panel/sign-in');
    expect(text).to.contain('<form').and.not.contain('pay.example.com');
  });
});

describe('the panel of the only deployment', () => {
  let service: TestService;

  before(async () => {
    service = await startService({ TRUSTED_PROXIES: '127.0.0.1', BASE_URL: 'https://c1.pay.example.com' });
  });
  after(() => service?.close());

  it('names no other', async () => {
    const { id } = await service.createAccount();
    const { visitor } = await join(service, id, 'owner');
    const { text: overview } = await visitor.get(`/panel/accounts/${id}`);
    expect(overview).not.to.contain('href="/panel/accounts"');
    expect((await visitor.get('/panel/accounts')).text).not.to.contain('Accounts elsewhere');
  });

  it('is where mails lead people, which is BASE_URL', async () => {
    const { id } = await service.createAccount();
    const email = `${randomUUID()}@acme.example`;
    const created = await runPayments(
      service,
      ...['users', 'create', '--account', id, '--email', email, '--role', 'owner', '--json'],
    );
    const { sign_in_url: url } = JSON.parse(created.stdout) as { sign_in_url: string };
    expect(url).to.match(/^https:\/\/c1\.pay\.example\.com\/panel\/links\//);
    const [mail] = await mailTo(service, email);
    expect(mail?.body).to.contain(url);
  });
});
