import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { createAccount } from '../../../src/accounts/service.ts';
import { LISTENERS } from '../../support/database.ts';
import { until } from '../../support/poll.ts';
import { runPayments } from '../../support/processes/command.ts';
import { startService, type TestAccount, type TestService } from '../../support/service.ts';
import { join, mailTo, type Person } from '../people.ts';
import { KEY_FIXTURES } from './fixtures.ts';

describe('the API keys of an account', () => {
  let service: TestService;
  let account: TestAccount;
  let owner: Person;
  let developer: Person;
  let form: Record<string, string>;

  before(async () => {
    service = await startService({ TRUSTED_PROXIES: '127.0.0.0/8' });
  });
  after(() => service?.close());
  beforeEach(async () => {
    account = await service.createAccount();
    owner = await join(service, account.id, 'owner');
    developer = await join(service, account.id, 'developer');
    const usual = await KEY_FIXTURES.forms['/panel/accounts/:account/keys/new']?.(service, account);
    form = { ...usual, once: randomUUID() };
  });

  const keys = (path = '') => `/panel/accounts/${account.id}/keys${path}`;
  const create = (more: Record<string, string> = {}) =>
    developer.visitor.post(keys('/new'), { ...form, ...more });
  const secretOf = ({ text }: { text: string }) => /id="secret">(sk_test_\w+)</.exec(text)?.[1] ?? '';
  const idOf = ({ text }: { text: string }) => /keys\/([0-9a-f-]{36})"/.exec(text)?.[1] ?? '';
  const ping = (secret: string, headers = {}) => service.client(secret).get('/v1/ping', { headers });
  const names = async () => {
    const rows = await service.database.query(
      `select name from credentials where account_id = $1 and name <> 'Test key'`,
      [account.id],
    );
    return rows.map(({ name }) => name);
  };
  const deeds = async () =>
    (await owner.visitor.get(`/panel/accounts/${account.id}/audit/csv`)).text
      .split('\r\n')
      .filter((line) => line.includes('api_key.'));

  it('grow by one, which can do what was chosen and nothing else', async () => {
    const created = await create({
      allowed_addresses: '192.0.2.0/24\n2001:db8::7',
      requests_per_minute: '7',
      money_operations_per_day: '3',
      api_version: '2026-05-01',
      expires_on: new Date().toISOString().slice(0, 10),
    });
    expect(created.status).to.equal(200);
    const secret = secretOf(created);
    const answer = await ping(secret, { 'x-forwarded-for': '192.0.2.9' });
    expect(answer.status).to.equal(200);
    expect(answer.body.api_key).to.include({ id: idOf(created), name: 'Web shop' });
    expect(answer.body.api_key.scopes).to.deep.equal(['links:read']);
    expect(answer.headers.get('ratelimit-limit')).to.equal('7');
    expect(answer.headers.get('service-version')).to.equal('2026-05-01');
    expect((await ping(secret, { 'x-forwarded-for': '198.51.100.1' })).status).to.equal(401);
    const { text } = await developer.visitor.get(keys(`/${idOf(created)}`));
    expect(text).to.contain('192.0.2.0/24, 2001:db8::7/128').and.contain('links:read');
  });

  it('show a secret once, to whoever made it, and never twice the work', async () => {
    const [first, second] = await Promise.all([create(), create()]);
    const secret = secretOf(first);
    expect(secret).to.match(/^sk_test_/);
    expect(secretOf(second)).to.equal(secret);
    expect(await names()).to.deep.equal(['Web shop']);
    const stolen = await owner.visitor.post(keys('/new'), form);
    expect([stolen.status, secretOf(stolen)]).to.deep.equal([422, '']);
    for (const path of ['', `/${idOf(first)}`])
      expect((await developer.visitor.get(keys(path))).text).not.to.contain(secret);
    const stored = await service.database.query(
      `select row_to_json(r)::text as text from idempotency_records r where account_id = $1`,
      [account.id],
    );
    expect(JSON.stringify([stored, await deeds()])).not.to.contain(secret.split('_')[3]);
  });

  it('tell the owners of each new secret, whoever made it', async () => {
    const id = idOf(await create());
    await developer.visitor.post(keys(`/${id}/rotate`), { once: randomUUID() });
    const args = ['--account', account.id, '--name', 'Nightly', '--scopes', 'all'];
    await runPayments(service, 'keys', 'create', ...args, '--json');
    const mail = await mailTo(service, owner.email);
    const about = mail.filter(({ subject }) => subject.includes('API key')).map(({ body }) => body);
    expect(about).to.have.length(3);
    expect(about[0]).to.contain('Web shop').and.contain('was created').and.contain(developer.email);
    expect(about[1]).to.contain('has a new secret').and.contain(`/panel/accounts/${account.id}/keys/${id}`);
    expect(about[2]).to.contain('Nightly').and.contain('the operator of the service');
    expect(about.join()).not.to.contain('sk_test_');
    expect(await mailTo(service, developer.email)).to.satisfy((own: { subject: string }[]) =>
      own.every(({ subject }) => !subject.includes('API key')),
    );
    expect((await deeds()).map((line) => line.split(',')[2])).to.deep.equal([
      'api_key.created',
      'api_key.rotated',
      'api_key.created',
    ]);
  });

  it('lose the old secret as soon as one is rotated, once for a double click', async () => {
    const created = await create();
    const old = secretOf(created);
    expect((await ping(old)).status).to.equal(200);
    const again = { once: randomUUID() };
    const rotate = () => developer.visitor.post(keys(`/${idOf(created)}/rotate`), again);
    const fresh = secretOf(await rotate());
    expect((await ping(old)).status).to.equal(401);
    expect(secretOf(await rotate())).to.equal(fresh);
    expect((await ping(fresh)).status).to.equal(200);
  });

  it('keep the old secret for the chosen time, and end it when somebody says so', async () => {
    const created = await create();
    const old = secretOf(created);
    const page = keys(`/${idOf(created)}`);
    const rotated = await developer.visitor.post(`${page}/rotate`, {
      once: randomUUID(),
      old_valid_for: '86400',
    });
    expect(rotated.text).to.contain('The old secret').and.contain('still works until');
    expect([(await ping(old)).status, (await ping(secretOf(rotated))).status]).to.deep.equal([200, 200]);
    const shown = (await developer.visitor.get(page)).text;
    expect(shown)
      .to.contain(`…${old.slice(-4)}`)
      .and.contain('End the old secret now');
    const ended = await developer.visitor.post(`${page}/end-previous`);
    expect(ended.headers.get('location')).to.equal(`${page}?flash=previous_ended`);
    expect([(await ping(old)).status, (await ping(secretOf(rotated))).status]).to.deep.equal([401, 200]);
    expect((await developer.visitor.get(page)).text).not.to.contain('End the old secret now');
    expect((await deeds()).map((line) => line.split(',')[2]).sort()).to.deep.equal([
      'api_key.created',
      'api_key.previous_ended',
      'api_key.rotated',
    ]);
    const [, , mail] = (await mailTo(service, owner.email)).filter(({ subject }) => subject.includes('API'));
    expect(mail, 'one mail for each new secret').to.be.undefined;
    const odd = await developer.visitor.post(`${page}/rotate`, { once: randomUUID(), old_valid_for: '9' });
    expect(odd.headers.get('location')).to.equal(`${page}?problem=invalid_request.old_valid_for`);
  });

  it('lose it before the page says so, however late the process learns of the change', async () => {
    await ping(secretOf(await create()));
    await until(async () => (await service.database.query(LISTENERS)).length > 0, { what: 'it listens' });
    const backends = (await service.database.query(LISTENERS)).map(({ pid }) => Number(pid));
    for (const change of ['rotate', 'revoke']) {
      const created = await create({ once: randomUUID(), name: change });
      expect((await ping(secretOf(created))).status).to.equal(200);
      // Postgres cannot tell the process of any change now.
      for (const pid of backends) process.kill(pid, 'SIGSTOP');
      const goOn = delay(600).then(() => backends.forEach((pid) => process.kill(pid, 'SIGCONT')));
      await developer.visitor.post(keys(`/${idOf(created)}/${change}`), { once: randomUUID() });
      expect((await ping(secretOf(created))).status, change).to.equal(401);
      await goOn;
    }
  });

  it('stop for good when they are revoked, and stay in the list', async () => {
    const created = await create();
    const page = keys(`/${idOf(created)}`);
    const revoked = await developer.visitor.post(`${page}/revoke`);
    expect(revoked.headers.get('location')).to.equal(`${page}?flash=revoked`);
    expect((await ping(secretOf(created))).status).to.equal(401);
    const rotated = await developer.visitor.post(`${page}/rotate`, { once: randomUUID() });
    expect(rotated.headers.get('location')).to.equal(`${page}?problem=api_key_ended`);
    const renamed = await developer.visitor.post(`${page}/rename`, { name: '  Old shop ' });
    expect(renamed.headers.get('location')).to.equal(`${page}?flash=renamed`);
    const { text } = await developer.visitor.get(keys());
    expect(text).to.contain('Old shop').and.contain('Revoked');
  });

  it('are not for an account whose business was never verified, which is told why', async () => {
    const { id } = await service.foundation.db.transaction((trx) =>
      createAccount(trx, { name: 'Soon verified', email: null, approved: false }),
    );
    const { visitor } = await join(service, id, 'owner');
    const page = `/panel/accounts/${id}/keys`;
    const { text } = await visitor.get(page);
    expect(text).to.contain('has not been started').and.not.contain('keys/new');
    expect((await visitor.get(`${page}/new`)).headers.get('location')).to.equal(page);
    expect((await visitor.post(`${page}/new`, form)).status).to.equal(403);
    expect(await service.database.query('select 1 from credentials where account_id = $1', [id])).to.be.empty;
    await visitor.post('/panel/language', { language: 'es', next: page });
    expect((await visitor.get(page)).text).to.contain('no ha comenzado');
  });

  it('say when, from where, for what and with which version they were last used', async () => {
    expect((await developer.visitor.get(keys())).text).to.contain('not in the last 30 days');
    const call = (path: string, version: string, from: string) =>
      account.api.get(path, { headers: { 'x-forwarded-for': from, 'service-version': version } });
    await call('/v1/ping', '2026-11-01', '192.0.2.44');
    await call('/v1/balances', '2026-05-01', '192.0.2.45');
    const lastUse = '192.0.2.45 · listBalances · 2026-05-01';
    const shows = async (path = '') => (await developer.visitor.get(keys(path))).text.includes(lastUse);
    await until(() => shows(), { what: 'the last call in the list' });
    expect(await shows(`/${account.key.id}`)).to.equal(true);
  });
});
