import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { formatRequestId } from '../../../src/lib/ids.ts';
import type { NewLog } from '../../../src/request-logs/batch.ts';
import { requestIdOf, untilLogged } from '../../request-logs/entries.ts';
import { startService, type TestAccount, type TestService } from '../../support/service.ts';
import { join, type Person } from '../people.ts';
import { writeCall } from './calls.ts';

const run = promisify(execFile);
const NOT_FOUND: Partial<NewLog> = {
  status: 404,
  error_code: 'payment_link_not_found',
  operation: 'getPaymentLink',
  path: '/v1/payment_links/PL-AAAA-BBBB-CCCC',
};

describe('the call log in the panel', function () {
  this.timeout(60_000);
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

  const path = (part = '') => `/panel/accounts/${account.id}/call-log${part}`;
  const read = async (part = '') => {
    const answer = await developer.visitor.get(path(part));
    expect(answer.status, part).to.equal(200);
    return unescape(answer.text);
  };
  const shown = async (filters: Record<string, string>) =>
    [...(await read(`?${new URLSearchParams(filters).toString()}`)).matchAll(/call-log\/(req_\w+)"/g)].map(
      ([, id]) => id,
    );
  const write = async (call: Partial<NewLog> = {}, hoursAgo = 0) =>
    formatRequestId(await writeCall(service, account, call, hoursAgo));

  it('finds calls by status, code, operation, key, request id, idempotency key and day', async () => {
    const other = await service.createKey(account.id, { name: 'Other' });
    const ping = await write();
    const missing = await write(NOT_FOUND);
    const broken = await write({ status: 500, error_code: 'internal_error', operation: 'createPaymentLink' });
    const keyed = await write({ idempotency_key: "it's mine", operation: 'createPaymentLink', status: 201 });
    const others = await write({ credential_id: other.id });
    const old = await write({}, 24 * 9);
    const all = [others, keyed, broken, missing, ping];
    const cases: [Record<string, string>, string[]][] = [
      [{}, all],
      [{ status: 'succeeded' }, [others, keyed, ping]],
      [{ status: 'failed' }, [broken, missing]],
      [{ status: 'clientError' }, [missing]],
      [{ status: 'serverError' }, [broken]],
      [{ code: 'payment_link_not_found' }, [missing]],
      [{ operation: 'createPaymentLink' }, [keyed, broken]],
      [{ operation: 'createPaymentLink', status: 'failed' }, [broken]],
      [{ key: other.id }, [others]],
      [{ q: missing }, [missing]],
      [{ q: old }, [old]],
      [{ q: "it's mine" }, [keyed]],
      [{ from: dayOf(9 * 24), until: dayOf(9 * 24) }, [old]],
      [{ q: 'nothing like it' }, []],
    ];
    for (const [filters, expected] of cases)
      expect([...new Set(await shown(filters))].sort(), JSON.stringify(filters)).to.deep.equal(
        expected.sort(),
      );
  });

  it('goes on to older calls, with the same filters', async () => {
    for (let hours = 0; hours < 30; hours++) await write(hours % 2 === 0 ? NOT_FOUND : {}, hours);
    for (let more = 0; more < 15; more++) await write(NOT_FOUND, 40 + more);
    const first = await read('?status=failed');
    const [, next = ''] = /href="([^"]*cursor=[^"]*)" rel="next"/.exec(first) ?? [];
    const second = unescape((await developer.visitor.get(next)).text);
    const ids = (text: string) => [...text.matchAll(/call-log\/(req_\w+)"/g)].map(([, id]) => id);
    expect(ids(first)).to.have.length(25);
    expect(ids(second)).to.have.length(5);
    expect(ids(second).filter((id) => ids(first).includes(id))).to.deep.equal([]);
    const elsewhere = await developer.visitor.get(next.replace('status=failed', 'status=succeeded'));
    expect(elsewhere.status, 'a cursor of other filters').to.equal(400);
  });

  it('shows a call with its request and response, what it made, and whether it was a replay', async () => {
    const key = randomUUID();
    const create = () =>
      account.api.post(
        '/v1/payment_links',
        { amount: '500', currency: 'MXNB', description: "Ana's order", metadata: { secret: 'CANARY' } },
        { idempotencyKey: key },
      );
    const created = await create();
    const replayed = await create();
    await untilLogged(account.api);
    const first = await read(`/${requestIdOf(created)}`);
    expect(first).to.contain(`/panel/accounts/${account.id}/links/${created.body.code}`);
    expect(first).to.contain('"description": "Ana\'s order"').and.contain('"status": "active"');
    expect(first).to.contain(`/panel/accounts/${account.id}/keys/${account.key.id}`);
    expect(first).not.to.contain('CANARY').and.not.to.contain('Replay');
    const second = await read(`/${requestIdOf(replayed)}`);
    expect(second).to.contain('Replay').and.contain('Nothing was done again');
    expect((await shown({ q: key })).sort()).to.deep.equal(
      [requestIdOf(created), requestIdOf(replayed)].sort(),
    );
  });

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
    const text = await read(`/${requestIdOf(answer)}`);
    const [, curl = ''] = /<code>(curl [^<]+)<\/code>/.exec(text) ?? [];
    expect(curl).to.contain('$API_KEY').and.not.contain(account.key.secret);
    const { stdout } = await run('sh', ['-c', `${curl} -s -i`], {
      env: { ...process.env, API_KEY: account.key.secret },
    });
    expect(stdout)
      .to.match(/^HTTP\/1.1 200/)
      .and.match(/Idempotent-Replay: true/i);
    expect(stdout).to.contain(patch.description);
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
      const text = await read(`/${headers.get('x-request-id')}`);
      const [, curl = ''] = /<code>(curl [^<]+)<\/code>/.exec(text) ?? [];
      const { stdout } = await run('sh', ['-c', `${curl} -s -i`], {
        env: { ...process.env, API_KEY: account.key.secret },
      });
      const { code, message, param } = JSON.parse(stdout.split('\r\n\r\n')[1] ?? '').error;
      expect({ code, param }, curl).to.deep.equal({ code: body.error.code, param: body.error.param });
      if (!curl.includes('[redacted]')) expect(message).to.equal(body.error.message);
      expect(stdout, curl).to.match(new RegExp(`^HTTP/1.1 ${status}`));
    }
  });

  it('groups failures by code and operation, with counts of a day and a week', async () => {
    for (const hours of [1, 2, 30]) await write(NOT_FOUND, hours);
    await write({ ...NOT_FOUND, operation: 'cancelPaymentLink', method: 'POST' }, 3);
    await write({ ...NOT_FOUND, operation: null, error_code: 'route_not_found' }, 48);
    await write(NOT_FOUND, 24 * 8);
    await write();
    const text = await read('/failures');
    const rows = [...text.matchAll(/<tr><th scope="row">.*?<\/tr>/g)].map(([row]) =>
      [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/g)].map(([, cell]) => cell!.replaceAll(/<[^>]+>/g, '')),
    );
    expect(rows.map((cells) => cells.slice(0, 4))).to.deep.equal([
      ['payment_link_not_found', 'getPaymentLink', '2', '3'],
      ['payment_link_not_found', 'cancelPaymentLink', '1', '1'],
      ['route_not_found', 'no such operation', '0', '1'],
    ]);
    const [, link = ''] = /<a href="[^"]*call-log(\?code=[^"]+)">/.exec(text) ?? [];
    expect([...new Set(await shown(Object.fromEntries(new URLSearchParams(link))))]).to.have.length(3);
  });

  it('says which versions each key calls, and which is the newest', async () => {
    const idle = await service.createKey(account.id, { name: 'Idle', apiVersion: '2026-05-01' });
    for (const hours of [1, 2, 3]) await write({ api_version: '2026-05-01' }, hours);
    await write({}, 24 * 20);
    const text = await read('/versions');
    expect(text).to.contain('The newest version is 2026-11-01.');
    const [older = '', newest = ''] = [...text.matchAll(/<tr><th scope="row".*?<\/tr>/g)]
      .map(([row]) => row)
      .filter((row) => row.includes(account.key.id))
      .sort();
    expect([older, newest].find((row) => row.includes('older'))).to.match(/class="number">3</);
    expect([older, newest].find((row) => row.includes('newest'))).to.match(/class="number">1</);
    expect(text).to.match(new RegExp(`${idle.id}.*?2026-05-01.*?no calls`));
  });

  it('takes anything as a filter, and reads of no other account', async () => {
    const other = await service.createAccount();
    const foreign = formatRequestId(await writeCall(service, other, { idempotency_key: 'shared' }));
    const own = await write({ idempotency_key: 'shared' });
    expect([...new Set(await shown({ q: 'shared' }))]).to.deep.equal([own]);
    expect(await shown({ q: foreign })).to.deep.equal([]);
    expect(await shown({ key: other.key.id })).to.deep.equal([]);
    expect((await developer.visitor.get(path(`/${foreign}`))).status).to.equal(404);
    const texts = [
      '\0',
      '%',
      "'; drop table users",
      'x'.repeat(2_000),
      '2026-99-99',
      'req_ffffffffffff7fffbfffffffffffffff',
    ];
    for (const name of ['q', 'status', 'code', 'operation', 'key', 'from', 'until', 'cursor']) {
      for (const text of texts) {
        const query = new URLSearchParams({ [name]: text }).toString();
        const { status } = await developer.visitor.get(path(`?${query}`));
        expect(status, query.slice(0, 40)).to.be.lessThan(500);
      }
    }
  });
});

function dayOf(hoursAgo: number): string {
  return new Date(Date.now() - hoursAgo * 3600_000).toISOString().slice(0, 10);
}

/** What a browser would show for the entities that the pages contain. */
function unescape(html: string): string {
  return html
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&amp;', '&');
}
