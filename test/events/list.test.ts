import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import pg from 'pg';
import { createEventRecorder } from '../../src/events/record.ts';
import { insertEventsWithDeliveries } from '../../src/webhooks/deliveries/repository.ts';
import type { EventType } from '../../src/events/catalogue.ts';
import { connect, type Trx } from '../../src/db/connect.ts';
import { createLogger } from '../../src/lib/logger.ts';
import { createTestDatabase, findWaiting } from '../support/database.ts';
import { until } from '../support/poll.ts';
import { refusal } from '../support/refusal.ts';
import { runningOn, startService, type TestAccount, type TestService } from '../support/service.ts';

const LINK_CODE = 'PL-7K2M-9QX4-B1TZ';
const PAID = { link_code: LINK_CODE, amount: '150.00000000', currency: 'MXNB', payment_method: 'SPEI' };
const FAILED = { deposit_id: randomUUID(), amount: '5.00000000', reason: 'UNDERPAID' as const };

describe('events', () => {
  let service: TestService;
  let account: TestAccount;

  before(async () => {
    service = await startService();
  });
  after(() => service?.close());
  beforeEach(async () => {
    account = await service.createAccount();
  });
  afterEach(() => advance(0));

  const recorder = createEventRecorder({ livemode: false, insertEvents: insertEventsWithDeliveries });
  const recordIn = (trx: Trx, type: EventType, accountId = account.id) =>
    recorder.record(trx, {
      accountId,
      type,
      subject: randomUUID(),
      transition: 'x' as never,
      data: type === 'deposit.failed' ? FAILED : PAID,
      requestId: null,
    });
  /** Records events in one transaction. */
  const record = (...types: EventType[]) =>
    service.foundation.db.transaction(async (trx) => {
      for (const type of types) await recordIn(trx, type);
    });
  const get = async (query = '') => (await account.api.get(`/v1/events${query}`)).body;
  const idsOf = (page: any): string[] => page.data.map(({ id }: { id: string }) => id);
  const sequencesOf = (page: any): number[] =>
    page.data.map(({ sequence }: { sequence: number }) => sequence);
  const advance = (seconds: number) =>
    service.database.query('update service_clock set advanced_by = make_interval(secs => $1)', [seconds]);
  /** Follows until this many events have come. */
  const followTo = async (count: number, from = '') => {
    let cursor = from;
    const seen: string[] = [];
    const caughtUp = async () => {
      const page = await get(`?order=asc${cursor === '' ? '' : `&cursor=${cursor}`}`);
      seen.push(...idsOf(page));
      cursor = page.next_cursor;
      return seen.length >= count;
    };
    await until(caughtUp, { what: `${count} events are followed` });
    return { seen, cursor };
  };

  it('are listed newest first, in pages, and read as sent', async () => {
    for (let index = 0; index < 3; index++) await record('payment_link.paid', 'deposit.failed');
    const all = await get();
    expect(all).to.deep.include({ object: 'list', has_more: false, next_cursor: null });
    expect(all.data.map(({ type }: any) => type)).to.deep.equal(
      Array(3).fill(['deposit.failed', 'payment_link.paid']).flat(),
    );
    const first = await get('?limit=4');
    const second = await get(`?limit=4&cursor=${first.next_cursor}`);
    expect([...idsOf(first), ...idsOf(second)]).to.deep.equal(idsOf(all));
    expect(second.next_cursor).to.be.null;

    const [newest] = all.data;
    const single = await account.api.get(`/v1/events/${newest.id}`);
    expect(single.body).to.deep.equal(newest);
    const [stored] = await service.database.query('select body from events where id = $1', [newest.id]);
    const { sequence, ...sent } = single.body;
    expect(sequence).to.equal(6);
    expect(JSON.stringify(sent)).to.equal(stored?.['body']);
  });

  it('are found by type and by time', async () => {
    await record('payment_link.paid', 'deposit.failed');
    await advance(3600);
    await record('deposit.failed');
    const [newest, , oldest] = (await get()).data;
    const between = new Date(Date.now() + 1_800_000).toISOString();
    expect(idsOf(await get(`?created_after=${between}`))).to.deep.equal([newest.id]);
    expect(idsOf(await get(`?created_before=${between}&type=payment_link.paid`))).to.deep.equal([oldest.id]);
    expect(idsOf(await get('?type=deposit.failed&order=asc')).reverse()).to.deep.equal(
      idsOf(await get('?type=deposit.failed')),
    );
    expect(refusal(await account.api.get('/v1/events?type=webhook_endpoint.test')).status).to.equal(400);
    expect(refusal(await account.api.get('/v1/events?created_after=x')).status).to.equal(400);
  });

  it('are not found by another id or another account', async () => {
    await record('payment_link.paid');
    const [{ id }] = (await get()).data;
    const stranger = await service.createAccount();
    expect((await stranger.api.get('/v1/events')).body.data).to.deep.equal([]);
    for (const [api, name] of [
      [stranger.api, id],
      [account.api, 'evt_0'],
      [account.api, '%27'],
    ] as const) {
      expect(refusal(await api.get(`/v1/events/${name}`))).to.deep.equal({
        status: 404,
        code: 'event_not_found',
      });
    }
  });

  describe('are followed', () => {
    it('from the first one, and from wherever the follower stopped', async () => {
      const start = await get('?order=asc');
      expect(start).to.deep.include({ data: [], has_more: false });
      expect(start.next_cursor).to.be.a('string');
      await record('payment_link.paid', 'deposit.failed');
      const { seen, cursor } = await followTo(2, start.next_cursor);
      expect(seen).to.deep.equal(idsOf(await get()).reverse());
      await record('payment_link.paid');
      const more = await followTo(1, cursor);
      expect(more.seen).to.deep.equal(idsOf(await get('?limit=1')));
      // The same cursor returns the same page, for a client that lost the response.
      expect((await followTo(1, cursor)).seen).to.deep.equal(more.seen);
    });

    it('page by page without a gap or a repeat', async () => {
      for (let index = 0; index < 5; index++) await record('payment_link.paid', 'deposit.failed');
      const { seen: all } = await followTo(10);
      const pieces: string[] = [];
      let page = await get('?order=asc&limit=3');
      for (pieces.push(...idsOf(page)); page.has_more; pieces.push(...idsOf(page))) {
        page = await get(`?order=asc&limit=3&cursor=${page.next_cursor}`);
      }
      expect(pieces).to.deep.equal(all);
      expect(new Set(all).size).to.equal(10);
    });

    it('past a transaction that has numbered its events but not committed yet', async () => {
      await record('payment_link.paid');
      const early = new pg.Client({ connectionString: service.database.url });
      await early.connect();
      await early.query('begin');
      await early.query('update event_sequences set last_sequence = 2 where account_id = $1', [account.id]);
      await early.query(
        `insert into events (account_id, id, type, created_at, body, sequence)
         values ($1, 'evt_early', 'payment_link.paid', service_now(), $2, 2)`,
        [
          account.id,
          JSON.stringify({
            id: 'evt_early',
            type: 'payment_link.paid',
            created: 1,
            livemode: false,
            data: PAID,
          }),
        ],
      );
      const late = record('deposit.failed');
      await until(async () => (await findWaiting(service.database, '%event_sequences%')).length > 0, {
        what: 'the later one waits for its sequence',
      });
      const meanwhile = await get('?order=asc');
      expect(sequencesOf(meanwhile)).to.deep.equal([1]);
      await early.query('commit');
      await early.end();
      await late;
      const { seen } = await followTo(2, meanwhile.next_cursor);
      expect(seen[0]).to.equal('evt_early');
      expect(sequencesOf(await get('?order=asc'))).to.deep.equal([1, 2, 3]);
    });

    it('in order and without a gap while 32 writers commit, fail and repeat events', async () => {
      const db = connect({
        connectionString: service.database.url,
        maxTransactions: 32,
        logger: createLogger('silent'),
      });
      const others = [account.id, (await service.createAccount()).id];
      const written: string[] = [];
      const seen: number[] = [];
      const ids: string[] = [];
      let cursor = (await get('?order=asc')).next_cursor as string;
      const follow = async () => {
        const page = await get(`?order=asc&limit=7&cursor=${cursor}`);
        seen.push(...sequencesOf(page));
        ids.push(...idsOf(page));
        cursor = page.next_cursor;
      };
      const write = async (writer: number) => {
        for (let round = 0; round < 6; round++) {
          const fails = (writer + round) % 5 === 0;
          const subjects: string[] = Array.from({ length: 1 + (round % 3) }, () => randomUUID());
          // The same fact from two writers at once is still one event.
          subjects.push(`shared ${round} ${writer % 8}`);
          const committed = db.transaction(async (trx) => {
            // Writers use the accounts in different orders.
            for (const accountId of writer % 2 === 0 ? others : others.toReversed()) {
              for (const subject of subjects) {
                await recorder.record(trx, {
                  accountId,
                  type: 'payment_link.paid',
                  subject,
                  transition: 'paid',
                  data: PAID,
                  requestId: null,
                });
              }
            }
            await delay((writer * 7 + round * 3) % 10);
            if (fails) throw new Error('given up');
          });
          if (fails) await committed.catch(() => undefined);
          else await committed.then(() => written.push(...subjects));
        }
      };
      let done = false;
      const all = Promise.all(Array.from({ length: 32 }, (_, writer) => write(writer))).then(
        () => (done = true),
      );
      while (!done) await follow();
      await all;
      const count = new Set(written).size;
      await until(async () => (await follow(), seen.length >= count), { what: 'all are followed' });
      await db.close();
      expect(seen).to.deep.equal(Array.from({ length: count }, (_, index) => index + 1));
      expect(new Set(ids).size).to.equal(count);
    });

    it('with the same cursor after a dump was restored elsewhere', async () => {
      await record('payment_link.paid', 'deposit.failed');
      const { next_cursor: cursor } = await get('?order=asc');
      await record('payment_link.paid');
      const before = await get(`?order=asc&cursor=${cursor}`);

      const restored = await createTestDatabase();
      // Rows only, like a logical dump: nothing from the original cluster.
      for (const table of ['accounts', 'credentials', 'event_sequences', 'events']) {
        const rows = await service.database.query(
          `select to_jsonb(t) as row from ${table} t where ${table === 'accounts' ? 'id' : 'account_id'} = $1`,
          [account.id],
        );
        await restored.query(
          `insert into ${table} overriding system value
           select r.* from jsonb_populate_recordset(null::${table}, $1) r`,
          [JSON.stringify(rows.map(({ row }) => row))],
        );
      }
      const elsewhere = await runningOn(restored, { SECRETS_KEY: service.secretsKey });
      try {
        const api = elsewhere.client(account.key.secret);
        const after = (await api.get(`/v1/events?order=asc&cursor=${cursor}`)).body;
        expect(after.data).to.deep.equal(before.data);
        await elsewhere.foundation.db.transaction((trx) => recordIn(trx, 'deposit.failed'));
        const more = (await api.get(`/v1/events?order=asc&cursor=${after.next_cursor}`)).body;
        expect(sequencesOf(more)).to.deep.equal([4]);
      } finally {
        await elsewhere.close();
        await restored.drop();
      }
    });

    it('by type, without rereading the others', async () => {
      await record('payment_link.paid', 'deposit.failed');
      const page = await get('?order=asc&type=deposit.failed');
      expect(page.data).to.have.length(1);
      const next = await get(`?order=asc&type=deposit.failed&cursor=${page.next_cursor}`);
      expect(next.data).to.deep.equal([]);
    });

    it('only with cursors of this list', async () => {
      await record('payment_link.paid', 'deposit.failed');
      const { next_cursor: follow } = await get('?order=asc');
      const { next_cursor: newest } = await get('?limit=1');
      const stranger = await service.createAccount();
      for (const [api, query] of [
        [account.api, `?cursor=${follow}`],
        [account.api, `?order=asc&cursor=${newest}`],
        [account.api, `?order=asc&type=deposit.failed&cursor=${follow}`],
        [account.api, `?order=asc&cursor=${follow.slice(1)}`],
        [stranger.api, `?order=asc&cursor=${follow}`],
      ] as const) {
        expect(refusal(await api.get(`/v1/events${query}`)).code, query).to.equal('invalid_cursor');
      }
    });
  });

  describe('after 30 days', () => {
    it('are purged with their deliveries, unless one is still pending', async () => {
      const endpoint = await account.api.post('/v1/webhook_endpoints', { url: 'https://hooks.example.com/' });
      await record('payment_link.paid', 'deposit.failed', 'payment_link.paid');
      const [last, middle] = idsOf(await get());
      const query = (text: string, values: unknown[]) => service.database.query(text, values);
      await query(
        `update webhook_deliveries set status = 'failed', next_attempt_at = null, attempts = 1 where account_id = $1 and event_id <> $2`,
        [account.id, middle],
      );
      await query(
        `insert into webhook_delivery_attempts (account_id, delivery_id, number, ended_at, duration_ms)
         select account_id, id, 1, now(), 5 from webhook_deliveries where account_id = $1 and attempts = 1`,
        [account.id],
      );
      await advance(30 * 24 * 3600 - 60);
      await service.workers.housekeeper.runOnce();
      expect((await get()).data).to.have.length(3);

      await advance(30 * 24 * 3600 + 60);
      expect((await get()).data).to.deep.equal([]);
      expect(refusal(await account.api.get(`/v1/events/${last}`)).status).to.equal(404);
      await service.workers.housekeeper.runOnce();
      const rows = await query('select id from events where account_id = $1', [account.id]);
      expect(rows).to.deep.equal([{ id: middle }]);
      const left = await query('select status from webhook_deliveries where endpoint_id = $1', [
        endpoint.body.id,
      ]);
      expect(left).to.deep.equal([{ status: 'pending' }]);
      const attempts = await query('select 1 from webhook_delivery_attempts where account_id = $1', [
        account.id,
      ]);
      expect(attempts).to.deep.equal([]);
    });

    it('are purged in batches', async () => {
      await service.database.query(
        `insert into events (account_id, id, type, created_at, body, sequence)
         select $1, 'evt_' || n, 'deposit.failed', now() - interval '31 days', '{}', n from generate_series(1, 2500) n`,
        [account.id],
      );
      const { housekeeper } = service.workers;
      expect(await housekeeper.runOnce()).to.be.at.least(2500);
      expect(await housekeeper.runOnce()).to.equal(0);
      const [row] = await service.database.query(
        'select count(*)::int as n from events where account_id = $1',
        [account.id],
      );
      expect(row?.['n']).to.equal(0);
    });
  });
});
