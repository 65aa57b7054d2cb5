import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { formatDay } from '../../../src/pages/format.ts';
import { formatRequestId } from '../../../src/lib/ids.ts';
import type { NewLog } from '../../../src/request-logs/batch.ts';
import { LISTENER } from '../../../src/request-logs/listener.ts';
import { advance } from '../../payment-links/links.ts';
import { requestIdOf, untilLogged } from '../../request-logs/entries.ts';
import { startService, type TestAccount, type TestService } from '../../support/service.ts';
import { join, type Person } from '../people.ts';
import { readCallLog, writeCall } from './calls.ts';

const NOT_FOUND: Partial<NewLog> = {
  status: 404,
  error_code: 'payment_link_not_found',
  operation: 'getPaymentLink',
  path: '/v1/payment_links/PL-AAAA-BBBB-CCCC',
};

const INVALID: Partial<NewLog> = {
  method: 'POST',
  status: 400,
  error_code: 'invalid_request',
  operation: 'createPaymentLink',
  path: '/v1/payment_links',
};

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

  const path = (part = '') => `/panel/accounts/${account.id}/call-log${part}`;
  const page = (part = '') => readCallLog(developer, account.id, part);
  const shown = async (filters: Record<string, string>) =>
    [...(await page(`?${new URLSearchParams(filters).toString()}`)).matchAll(/call-log\/(req_\w+)"/g)].map(
      ([, id]) => id,
    );
  const write = async (call: Partial<NewLog> = {}, hoursAgo = 0) =>
    formatRequestId(await writeCall(service, account, call, hoursAgo));

  it('says that its times are real ones once the test clock is ahead', async () => {
    await write();
    const note = 'Calls are logged in real time';
    expect(await page()).not.to.contain(note);
    await advance(service, 25 * 60);
    try {
      expect(await page()).to.contain(note);
    } finally {
      await advance(service, -25 * 60);
    }
  });

  it('finds calls by status, code, operation, key, request id, idempotency key and day', async () => {
    const other = await service.createKey(account.id, { name: 'Other' });
    const ping = await write();
    const missing = await write(NOT_FOUND);
    const broken = await write({ status: 500, error_code: 'internal_error', operation: 'createPaymentLink' });
    const keyed = await write({
      idempotency_key: "it's mine",
      method: 'POST',
      operation: 'createPaymentLink',
      status: 201,
    });
    const others = await write({ credential_id: other.id });
    const old = await write({}, 24 * 9);
    const anyRead = { reads: 'shown' };
    const cases: [Record<string, string>, string[]][] = [
      [anyRead, [others, keyed, broken, missing, ping]],
      [{ status: 'succeeded' }, [keyed]],
      [{ status: 'succeeded', ...anyRead }, [others, keyed, ping]],
      [{ status: 'failed' }, [broken, missing]],
      [{ status: 'clientError' }, [missing]],
      [{ status: 'serverError' }, [broken]],
      [{ code: 'payment_link_not_found' }, [missing]],
      [{ code: 'payment_link_not_found', param: 'code' }, []],
      [{ path: NOT_FOUND.path as string }, [missing]],
      [{ operation: 'createPaymentLink' }, [keyed, broken]],
      [{ operation: 'createPaymentLink', status: 'failed' }, [broken]],
      [{ key: other.id }, []],
      [{ key: other.id, ...anyRead }, [others]],
      [{ q: missing }, [missing]],
      [{ q: old }, [old]],
      [{ q: "it's mine" }, [keyed]],
      [{ from: dayOf(9 * 24), until: dayOf(9 * 24), ...anyRead }, [old]],
      [{ from: dayOf(29 * 24), ...anyRead }, [others, keyed, broken, missing, ping, old]],
      [{ from: dayOf(0), until: dayOf(0), status: 'failed' }, [missing, broken]],
      [{ q: 'nothing like it' }, []],
    ];
    for (const [filters, expected] of cases)
      expect([...new Set(await shown(filters))].sort(), JSON.stringify(filters)).to.deep.equal(
        expected.sort(),
      );
  });

  it('hides reads that succeeded, until they are shown or asked for', async () => {
    const ping = await write();
    const failed = await write(NOT_FOUND);
    const change = await write({ method: 'POST', operation: 'createPaymentLink', status: 201 });
    expect((await shown({})).sort()).to.deep.equal([failed, change].sort());
    expect(await page()).to.contain('Reads (GET) that succeeded are hidden');
    expect((await shown({ reads: 'shown' })).sort()).to.deep.equal([ping, failed, change].sort());
    expect(await shown({ operation: 'getPing' })).to.deep.equal([ping]);
    expect((await shown({ method: 'GET' })).sort()).to.deep.equal([ping, failed].sort());
    expect(await shown({ method: 'POST' })).to.deep.equal([change]);
  });

  it('hides the polls of payments listen among the reads, and nothing else that calls itself so', async () => {
    const polls = { headers: JSON.stringify({ 'User-Agent': `${LISTENER}/1.2.3` }) };
    const events = { operation: 'listEvents', path: '/v1/events' };
    const poll = await write({ ...events, ...polls });
    const ownRead = await write(events);
    const disguised = await write(polls);
    const failed = await write({ ...events, ...polls, status: 403, error_code: 'insufficient_scope' });
    const change = await write({ ...polls, method: 'POST', operation: 'createPaymentLink', status: 201 });
    const usual = [ownRead, disguised, failed, change].sort();
    expect((await shown({})).sort()).to.deep.equal([failed, change].sort());
    expect((await shown({ reads: 'shown' })).sort()).to.deep.equal(usual);
    expect((await shown({ reads: 'shown', listening: 'shown' })).sort()).to.deep.equal(
      [...usual, poll].sort(),
    );
  });

  it('shows each filter that is applied, and takes it off alone', async () => {
    const filters = {
      method: 'POST',
      operation: 'createPaymentLink',
      status: 'failed',
      code: 'invalid_request',
      from: dayOf(24),
      until: dayOf(0),
    };
    const text = await page(`?${new URLSearchParams(filters).toString()}`);
    const taking = [
      ...text.matchAll(/<a href="([^"]*)" aria-(?:label="([^"]*)"|current="true")>([^<]*)<\/a>/g),
    ].map(([, href, label, words]) => [
      label ?? words,
      Object.fromEntries(new URL(href!, 'http://panel').searchParams),
    ]);
    const without = (name: string) =>
      Object.fromEntries(Object.entries(filters).filter(([other]) => other !== name));
    expect(taking).to.deep.include(['POST', without('method')]);
    for (const [name, words] of [
      ['operation', 'Operation: createPaymentLink'],
      ['status', 'Status: failed (4xx and 5xx)'],
      ['code', 'Error code: invalid_request'],
      ['from', `From ${formatDay('en', filters.from)}`],
    ] as const) {
      const found = taking.find(([label]) => (label as string).includes(words));
      expect(found?.[1], words).to.deep.equal(without(name));
    }
  });

  it('tells times to the second, and of one call to the millisecond', async () => {
    const id = await write({ method: 'POST', status: 201 });
    expect(await page()).to.match(/<time datetime="[^"]+" title="[^"]+">[^<]*, \d\d:\d\d:\d\d<\/time>/);
    expect(await page(`/${id}`)).to.match(/\d\d:\d\d:\d\d\.\d{3}Z/);
  });

  it('goes on to older calls, with the same filters', async () => {
    for (let hours = 0; hours < 30; hours++) await write(hours % 2 === 0 ? NOT_FOUND : {}, hours);
    for (let more = 0; more < 15; more++) await write(NOT_FOUND, 40 + more);
    const first = await page('?status=failed');
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
    const first = await page(`/${requestIdOf(created)}`);
    expect(first).to.contain(`/panel/accounts/${account.id}/links/${created.body.code}`);
    expect(first).to.contain('"description": "Ana\'s order"').and.contain('"status": "active"');
    expect(first).to.contain(`/panel/accounts/${account.id}/keys/${account.key.id}`);
    expect(first).not.to.contain('CANARY').and.not.to.contain('Replay');
    expect(first).to.contain('"metadata": "<mark>[redacted]</mark>"').and.contain('does not keep: metadata.');
    const [, sent = ''] = /id="request".*?<code>(.*?)<\/code>/s.exec(first) ?? [];
    const names = [...sent.matchAll(/^ {2}"(\w+)":/gm)].map(([, name]) => name);
    expect(names, 'as sent').to.deep.equal(['amount', 'currency', 'description', 'metadata']);
    const second = await page(`/${requestIdOf(replayed)}`);
    expect(second).to.contain('Replay').and.contain('Nothing was done again');
    expect((await shown({ q: key })).sort()).to.deep.equal(
      [requestIdOf(created), requestIdOf(replayed)].sort(),
    );
  });

  it('groups failures by cause, with counts of a day and a week, and when each began and last happened', async () => {
    const times = [];
    for (const hours of [1, 2, 30]) times.push(await write(NOT_FOUND, hours));
    await write({ ...INVALID, error_param: 'amount' }, 4);
    await write({ ...INVALID, error_param: 'currency' }, 4);
    await write({ ...INVALID, error_param: 'amount' }, 5);
    await write({ ...NOT_FOUND, operation: 'cancelPaymentLink', method: 'POST' }, 3);
    await write({ ...NOT_FOUND, operation: null, error_code: 'route_not_found' }, 48);
    await write(NOT_FOUND, 24 * 8);
    await write();
    const text = await page('/failures');
    const rows = [...text.matchAll(/<tr><th scope="row".*?<\/tr>/g)].map(([row]) =>
      [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/g)].map(([, cell]) =>
        cell!.replaceAll(/<[^>]+>/g, ' ').trim(),
      ),
    );
    expect(
      rows.map(([cause = '', ...cells]) => [cause.replaceAll(/ +/g, ' '), ...cells.slice(0, 2)]),
    ).to.deep.equal([
      ['payment_link_not_found getPaymentLink', '2', '3'],
      ['invalid_request amount createPaymentLink', '2', '2'],
      ['invalid_request currency createPaymentLink', '1', '1'],
      ['payment_link_not_found cancelPaymentLink', '1', '1'],
      ['route_not_found no such operation', '0', '1'],
    ]);
    const [row = ''] = /<tr><th scope="row"[^>]*><a [^>]*>payment_link_not_found.*?<\/tr>/.exec(text) ?? [];
    const ends = [...row.matchAll(/call-log\/(req_\w+)"/g)].map(([, id]) => id);
    expect(ends, 'the first and the last one').to.deep.equal([times[2], times[0]]);
    const links = [...text.matchAll(/<a href="[^"]*call-log(\?code=[^"]+)">/g)].map(([, link]) => link!);
    const found = await Promise.all(
      links.map((link) => shown(Object.fromEntries(new URLSearchParams(link)))),
    );
    expect(found.map((ids) => new Set(ids).size)).to.deep.equal([3, 2, 1, 1, 1]);
  });

  it('says which versions each key calls, and which is the newest', async () => {
    const idle = await service.createKey(account.id, { name: 'Idle', apiVersion: '2026-05-01' });
    for (const hours of [1, 2, 3]) await write({ api_version: '2026-05-01' }, hours);
    await write({}, 24 * 20);
    const text = await page('/versions');
    expect(text).to.contain('The newest version is 2026-11-01.');
    const [older = '', newest = ''] = [...text.matchAll(/<tr><th scope="row".*?<\/tr>/g)]
      .map(([row]) => row)
      .filter((row) => row.includes(account.key.id))
      .sort();
    expect([older, newest].find((row) => row.includes('older'))).to.match(/class="number"[^>]*>3</);
    expect([older, newest].find((row) => row.includes('newest'))).to.match(/class="number"[^>]*>1</);
    expect(text).to.match(new RegExp(`${idle.id}.*?2026-05-01.*?no calls`));
  });

  it('takes anything as a filter, and reads of no other account', async () => {
    const other = await service.createAccount();
    const foreign = formatRequestId(await writeCall(service, other, { idempotency_key: 'shared' }));
    const own = await write({ idempotency_key: 'shared' });
    expect([...new Set(await shown({ q: 'shared' }))]).to.deep.equal([own]);
    expect(await shown({ q: foreign })).to.deep.equal([]);
    expect(await shown({ key: other.key.id, reads: 'shown' })).to.deep.equal([]);
    expect((await developer.visitor.get(path(`/${foreign}`))).status).to.equal(404);
    const texts = [
      '\0',
      '%',
      "'; drop table users",
      'x'.repeat(2_000),
      '2026-99-99',
      'req_ffffffffffff7fffbfffffffffffffff',
    ];
    for (const name of 'q status code param operation method path key from until reads listening cursor'.split(
      ' ',
    )) {
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
