import { expect } from 'chai';
import type { Client } from '../support/client.ts';
import { invalid, refusal } from '../support/refusal.ts';
import { startService, type TestService } from '../support/service.ts';

const STATUSES = ['active', 'processing', 'paid', 'cancelled', 'expired'] as const;
const CURRENCIES = { MXNB: '100', USDC: '100', COP: '2000' } as const;

describe('the list of payment links', () => {
  let service: TestService;

  before(async () => {
    service = await startService();
  });
  after(() => service?.close());

  const createLink = async (api: Client, currency: keyof typeof CURRENCIES = 'MXNB') =>
    (await api.post('/v1/payment_links', { currency, amount: CURRENCIES[currency], description: 'x' })).body;

  const createLinks = async (api: Client, count: number): Promise<string[]> => {
    const codes = [];
    for (let index = 0; index < count; index++) codes.push((await createLink(api)).code);
    return codes;
  };

  const listPage = async (api: Client, query: Record<string, string>) => {
    const answer = await api.get(`/v1/payment_links?${new URLSearchParams(query).toString()}`);
    expect(answer.status, answer.text).to.equal(200);
    return answer.body as { data: any[]; has_more: boolean; next_cursor: string | null };
  };

  /** Follows the cursors to the end; `onPage` runs after each page. */
  const walk = async (api: Client, query: Record<string, string>, onPage?: () => Promise<void>) => {
    const codes: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page = await listPage(api, cursor === '' ? query : { ...query, cursor });
      expect(page.has_more).to.equal(page.next_cursor !== null);
      codes.push(...page.data.map((link) => link.code as string));
      cursor = page.next_cursor;
      await onPage?.();
    }
    return codes;
  };

  describe('in pages', () => {
    it('is empty and complete for an account without links', async () => {
      const { api } = await service.createAccount();
      expect(await listPage(api, {})).to.deep.equal({
        object: 'list',
        data: [],
        has_more: false,
        next_cursor: null,
      });
    });

    it('starts with the newest', async () => {
      const { api } = await service.createAccount();
      const codes = await createLinks(api, 5);
      expect(await walk(api, {})).to.deep.equal(codes.reverse());
    });

    it('shows 25 by default, and up to 100', async () => {
      const { api, id } = await service.createAccount();
      await createLink(api);
      await multiply(service, id, 100);
      expect((await listPage(api, {})).data).to.have.length(25);
      expect((await listPage(api, { limit: '1' })).data).to.have.length(1);
      const full = await listPage(api, { limit: '100' });
      expect(full.data).to.have.length(100);
      expect(full.has_more).to.be.true;
      const rest = await listPage(api, { limit: '100', cursor: full.next_cursor! });
      expect(rest).to.deep.include({ has_more: false, next_cursor: null });
      expect(rest.data).to.have.length(1);
    });

    it('is complete when the last page is exactly full', async () => {
      const { api } = await service.createAccount();
      await createLinks(api, 4);
      expect(await listPage(api, { limit: '4' })).to.deep.include({ has_more: false, next_cursor: null });
      const first = await listPage(api, { limit: '2' });
      expect(await listPage(api, { limit: '2', cursor: first.next_cursor! })).to.deep.include({
        has_more: false,
        next_cursor: null,
      });
    });

    it('pages correctly through links of the same millisecond', async () => {
      const { api, id } = await service.createAccount();
      const codes = await createLinks(api, 7);
      await service.database.query(
        `update payment_links set created_at = '2026-11-20T12:00:00.500Z' where account_id = $1`,
        [id],
      );
      for (const limit of ['1', '2', '3', '7']) {
        expect(await walk(api, { limit }), `limit ${limit}`).to.deep.equal(codes.toSorted().reverse());
      }
    });

    it('shows every link once while new ones are created', async () => {
      const { api } = await service.createAccount();
      const codes = await createLinks(api, 20);
      const created: string[] = [];
      const seen = await walk(api, { limit: '3' }, async () => {
        const [{ code }, { code: other }] = await Promise.all([createLink(api), createLink(api)]);
        created.push(code, other);
      });
      expect(created).to.have.length(14);
      expect(seen).to.deep.equal(codes.reverse());
    });

    it('continues with another page size, and past deleted links', async () => {
      const { api } = await service.createAccount();
      const codes = (await createLinks(api, 6)).reverse();
      const { next_cursor } = await listPage(api, { limit: '2' });
      for (const code of [codes[1]!, codes[2]!]) {
        await api.post(`/v1/payment_links/${code}/cancel`);
        await api.delete(`/v1/payment_links/${code}`);
      }
      const { data } = await listPage(api, { limit: '50', cursor: next_cursor! });
      expect(data.map((link) => link.code)).to.deep.equal(codes.slice(3));
    });

    it('refuses other page sizes', async () => {
      const { api } = await service.createAccount();
      for (const limit of ['0', '101', '-1', '1.5', 'x', '', '1000000000000000000000']) {
        expect(refusal(await api.get(`/v1/payment_links?limit=${limit}`)), limit).to.deep.equal(
          invalid('limit'),
        );
      }
    });
  });

  describe('with filters', () => {
    it('shows exactly what matches all of them, in every combination', async () => {
      const { api, id } = await service.createAccount();
      const links: { code: string; status: string; currency: string; time: string }[] = [];
      for (const [index, status] of [...STATUSES, 'due' as const].entries()) {
        for (const currency of Object.keys(CURRENCIES) as (keyof typeof CURRENCIES)[]) {
          const { code } = await createLink(api, currency);
          const time = `2026-11-20T12:00:0${index}.000Z`;
          await setState(service, code, status, time);
          links.unshift({ code, status: status === 'due' ? 'expired' : status, currency, time });
        }
      }
      links.sort((a, b) => compare(b.time, a.time) || compare(b.code, a.code));
      const times = [undefined, '2026-11-20T12:00:02.000Z', '2026-11-20T12:00:04.000Z'];

      for (const status of [undefined, ...STATUSES]) {
        for (const currency of [undefined, ...Object.keys(CURRENCIES)]) {
          for (const created_after of times) {
            for (const created_before of times) {
              const filters = defined({ status, currency, created_after, created_before });
              const expected = links
                .filter((link) => !status || link.status === status)
                .filter((link) => !currency || link.currency === currency)
                .filter((link) => !created_after || link.time >= created_after)
                .filter((link) => !created_before || link.time <= created_before)
                .map((link) => link.code);
              expect(await walk(api, { ...filters, limit: '9' }), JSON.stringify(filters)).to.deep.equal(
                expected,
              );
            }
          }
        }
      }
      expect(
        (await service.database.query(`select 1 from payment_links where account_id = $1`, [id])).length,
      ).to.equal(18);
    });

    it('never shows a link as active past its expiry', async () => {
      const { api } = await service.createAccount();
      const { code } = await createLink(api);
      await setState(service, code, 'due', '2026-11-20T12:00:00.000Z');
      expect((await listPage(api, { status: 'active' })).data).to.deep.equal([]);
      const [link] = (await listPage(api, { status: 'expired' })).data;
      expect(link).to.include({ code, status: 'expired' });
      expect((await api.get(`/v1/payment_links/${code}`)).body.status).to.equal('expired');
      expect((await api.get('/v1/payment_links/stats')).body).to.include({ active: 0, expired: 1, total: 1 });
    });

    it('accepts times with an offset', async () => {
      const { api } = await service.createAccount();
      const { code } = await createLink(api);
      await setState(service, code, 'active', '2026-11-20T12:00:00.000Z');
      const codes = async (query: Record<string, string>) =>
        (await listPage(api, query)).data.map((link) => link.code);
      expect(await codes({ created_after: '2026-11-20T06:00:00-06:00' })).to.deep.equal([code]);
      expect(await codes({ created_after: '2026-11-20T14:00:00.001+02:00' })).to.deep.equal([]);
      expect(await codes({ created_before: '2026-11-20T14:00:00+02:00' })).to.deep.equal([code]);
    });

    it('refuses invalid values', async () => {
      const { api } = await service.createAccount();
      for (const [param, value] of [
        ['status', 'open'],
        ['status', 'ACTIVE'],
        ['currency', 'MXN'],
        ['created_after', 'yesterday'],
        ['created_after', '2026-11-20'],
        ['created_before', '2026-13-01T00:00:00Z'],
        ['created_before', '999999-01-01T00:00:00Z'],
        ['created_before', '1999-12-31T23:59:59Z'],
        ['order', 'asc'],
      ] as const) {
        const answer = await api.get(
          `/v1/payment_links?${new URLSearchParams({ [param]: value }).toString()}`,
        );
        expect(refusal(answer), `${param}=${value}`).to.deep.equal(invalid(param));
      }
    });
  });

  describe('cursors', () => {
    const invalidCursor = { status: 400, code: 'invalid_cursor', param: 'cursor' };

    it('are only valid for the filters, the account and the list they were issued for', async () => {
      const { api } = await service.createAccount();
      const other = await service.createAccount();
      await createLinks(api, 3);
      await createLinks(other.api, 3);
      const { next_cursor } = await listPage(api, { limit: '1', currency: 'MXNB' });
      const cursor = next_cursor!;
      expect((await listPage(api, { cursor, currency: 'MXNB' })).data).to.have.length(2);

      const refused = async (as: Client, path: string) => refusal(await as.get(path));
      expect(await refused(api, `/v1/payment_links?cursor=${cursor}`)).to.deep.equal(invalidCursor);
      expect(await refused(api, `/v1/payment_links?cursor=${cursor}&currency=USDC`)).to.deep.equal(
        invalidCursor,
      );
      expect(
        await refused(api, `/v1/payment_links?cursor=${cursor}&currency=MXNB&status=active`),
      ).to.deep.equal(invalidCursor);
      expect(await refused(other.api, `/v1/payment_links?cursor=${cursor}&currency=MXNB`)).to.deep.equal(
        invalidCursor,
      );
      expect(await refused(api, `/v1/transactions?cursor=${cursor}`)).to.deep.equal(invalidCursor);
      expect(await refused(api, `/v1/webhook_endpoints?cursor=${cursor}`)).to.deep.equal(invalidCursor);
    });

    it('cannot be altered or made up', async () => {
      const { api } = await service.createAccount();
      await createLinks(api, 2);
      const cursor = (await listPage(api, { limit: '1' })).next_cursor!;
      const altered = Array.from(
        cursor,
        (character, place) =>
          cursor.slice(0, place) + (character === 'A' ? 'B' : 'A') + cursor.slice(place + 1),
      );
      for (const made of [
        ...altered,
        cursor.slice(1),
        `${cursor}A`,
        `${cursor}=`,
        ` ${cursor}`,
        'x',
        '\0',
        '✓',
      ]) {
        const answer = await api.get(`/v1/payment_links?cursor=${encodeURIComponent(made)}`);
        expect(refusal(answer), JSON.stringify(made)).to.deep.equal(invalidCursor);
      }
      for (const impossible of ['', 'A'.repeat(513)]) {
        const answer = await api.get(`/v1/payment_links?cursor=${impossible}`);
        expect(refusal(answer), impossible).to.deep.equal(invalid('cursor'));
      }
    });
  });

  describe('statistics', () => {
    it('count each status, and the total', async () => {
      const { api } = await service.createAccount();
      const states = { active: 5, processing: 1, paid: 4, cancelled: 2, expired: 1, due: 2, deleted: 3 };
      for (const [state, count] of Object.entries(states)) {
        for (const code of await createLinks(api, count)) {
          if (state !== 'active') await setState(service, code, state, '2026-11-20T12:00:00.000Z');
        }
      }
      expect((await api.get('/v1/payment_links/stats')).body).to.deep.equal({
        object: 'payment_link_stats',
        active: 5,
        processing: 1,
        paid: 4,
        cancelled: 2,
        expired: 3,
        total: 15,
      });
      const { api: other } = await service.createAccount();
      expect((await other.get('/v1/payment_links/stats')).body).to.include({ active: 0, total: 0 });
    });

    it('stay right while count changes are merged into one row per status', async () => {
      const { api, id } = await service.createAccount();
      const merging = async () => {
        for (let round = 0; round < 10; round++) await service.workers.linkCounts.runOnce();
      };
      const [codes] = await Promise.all([createLinks(api, 20), merging(), merging()]);
      await Promise.all([
        ...codes.slice(0, 8).map((code) => api.post(`/v1/payment_links/${code}/cancel`)),
        merging(),
      ]);
      for (const code of codes.slice(0, 3)) await api.delete(`/v1/payment_links/${code}`);
      const expected = { active: 12, cancelled: 5, total: 17 };
      expect((await api.get('/v1/payment_links/stats')).body).to.include(expected);
      await service.workers.linkCounts.runOnce();
      expect((await api.get('/v1/payment_links/stats')).body).to.include(expected);
      const rows = await service.database.query(
        'select status, links::integer as links from payment_link_counts where account_id = $1 order by status',
        [id],
      );
      expect(rows).to.deep.equal([
        { status: 'active', links: 12 },
        { status: 'cancelled', links: 5 },
      ]);
    });
  });
});

/** Puts a link into a state by hand; `due` is one past its expiry that is not yet marked. */
async function setState(
  { database }: TestService,
  code: string,
  state: string,
  createdAt: string,
): Promise<void> {
  await database.query(
    `update payment_links
        set status = case $2 when 'due' then 'active' when 'deleted' then 'cancelled' else $2 end,
            paid_at = case $2 when 'paid' then now() end,
            paid_with_method = case $2 when 'paid' then 'SPEI' end,
            deleted_at = case $2 when 'deleted' then now() end,
            expires_at = case $2 when 'due' then now() - interval '1 millisecond' else expires_at end,
            created_at = $3
      where code = $1`,
    [code, state, createdAt],
  );
}

/** Copies the account's link, each copy a second older. */
async function multiply({ database }: TestService, accountId: string, copies: number): Promise<void> {
  await database.query(
    `insert into payment_links
     select (jsonb_populate_record(l, jsonb_build_object(
              'code', 'PL-COPY-COPY-' || lpad(n::text, 4, '0'),
              'created_at', l.created_at - n * interval '1 second'))).*
       from payment_links l, generate_series(1, $2) as n
      where l.account_id = $1`,
    [accountId, copies],
  );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function defined(filters: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(filters).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
