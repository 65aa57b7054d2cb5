import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { readCallLog } from '../../../test/panel/call-log/calls.ts';
import { requestIdOf, untilLogged } from '../../../test/request-logs/entries.ts';
import { startService, type TestAccount, type TestService } from '../../../test/support/service.ts';
import { join, type Person } from '../../../test/panel/people.ts';

const run = promisify(execFile);

describe('the call log in the panel', () => {
  let service: TestService;
  let account: TestAccount;
  let developer: Person;

  before(async () => {
    service = await startService();
  });
  after(() => service?.close());
  beforeEach(async () => {
    account = await service.createAccount();
    developer = await join(service, account.id, 'developer');
  });

  const page = (part = '') => readCallLog(developer, account.id, part);
  const curlOf = async (text: string) => {
    const [, curl = ''] = /<code>(curl [^<]+)<\/code>/.exec(text) ?? [];
    const env = { ...process.env, API_KEY: account.key.secret };
    const { stdout } = await run('sh', ['-c', `${curl} -s -i`], { env });
    return { curl, stdout };
  };

  it('gives a call as a curl line that does the same again, with the key left out', async () => {
    const { body: link } = await account.api.post('/v1/payment_links', {
      amount: '500',
      currency: 'MXNB',
      description: "Ana's order $(id) `id`",
    });
    const key = randomUUID();
    const patch = { description: "Ana's $(second) order" };
    const answer = await account.api.patch(`/v1/payment_links/${link.code}`, patch, { idempotencyKey: key });
    await untilLogged(account.api);
    const text = await page(`/${requestIdOf(answer)}`);
    const { curl, stdout } = await curlOf(text);
    expect(curl).to.contain('$API_KEY').and.not.contain(account.key.secret);
    expect(stdout)
      .to.match(/^HTTP\/1.1 200/)
      .and.match(/Idempotent-Replay: true/i);
    expect(stdout).to.contain(patch.description);
  });

  it('gives the creation of a link as a curl line that gets the same link, whatever its texts contain', async () => {
    const link = {
      description: `@/etc/passwd 'one' "two" $(id) \`id\` \\n !! ñ 日本 \u2028`,
      reference: "it's",
      currency: 'MXNB',
      amount: '500.10',
    };
    const options = { idempotencyKey: `it's $(my) "key" \`1\`` };
    const created = await account.api.post('/v1/payment_links', link, options);
    await untilLogged(account.api);
    const text = await page(`/${requestIdOf(created)}`);
    expect(text).not.to.contain('does not keep');
    expect(text).to.contain('For 24 hours after the call');
    const { stdout } = await curlOf(text);
    expect(stdout)
      .to.match(/^HTTP\/1.1 201/)
      .and.match(/Idempotent-Replay: true/i);
    expect(JSON.parse(stdout.split('\r\n\r\n')[1] ?? '')).to.deep.equal(created.body);
  });

  it('gives a read as a curl line with its query and its version, whatever the version of the key', async () => {
    const old = await service.createKey(account.id, { name: 'Old', apiVersion: '2026-05-01' });
    const read = await account.api.get('/v1/transactions?limit=1&type=payment', {
      headers: { authorization: `Bearer ${old.secret}` },
    });
    await untilLogged(account.api);
    const text = await page(`/${requestIdOf(read)}`);
    const { curl, stdout } = await curlOf(text);
    expect(curl)
      .to.contain('/v1/transactions?limit=1&type=payment')
      .and.contain("'Service-Version: 2026-05-01'");
    expect(stdout).to.match(/Service-Version: 2026-05-01/i);
    expect(JSON.parse(stdout.split('\r\n\r\n')[1] ?? '')).to.deep.equal(read.body);
  });

  it('gives a refused call as a curl line that is refused for the same reason', async () => {
    const link = { amount: '500', currency: 'MXNB', description: 'Order' };
    const { api } = account;
    const refused = [
      await api.post('/v1/payment_links', { ...link, amuont: '500' }),
      await api.post('/v1/payment_links', link, { idempotencyKey: null }),
      await api.post('/v1/payment_links', link, { headers: { 'service-version': '1999-01-01' } }),
      await api.post('/v1/payment_links', link, { headers: { 'content-type': 'text/plain' } }),
      await api.post('/v1/payment_links/PL-AAAA-BBBB-CCCC/cancel', { reason: 'typo' }),
      await api.get('/v1/payment_links?limit=1&limit=2'),
      await api.get('/v1/payment_links?token=secret'),
      await api.call('PUT', '/v1/payment_links', { body: link }),
    ];
    await untilLogged(api);
    for (const { status, body, headers } of refused) {
      const text = await page(`/${headers.get('x-request-id')}`);
      const { curl, stdout } = await curlOf(text);
      const { code, message, param } = JSON.parse(stdout.split('\r\n\r\n')[1] ?? '').error;
      expect({ code, param }, curl).to.deep.equal({ code: body.error.code, param: body.error.param });
      if (!curl.includes('[redacted]')) expect(message).to.equal(body.error.message);
      expect(stdout, curl).to.match(new RegExp(`^HTTP/1.1 ${status}`));
    }
  });
});
