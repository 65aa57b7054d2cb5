import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { createEventRecorder } from '../../src/events/record.ts';
import { postEntry } from '../../src/ledger/post.ts';
import { readMovements } from '../../src/ledger/repository.ts';
import { changeMethod } from '../../src/methods/catalogue.ts';
import { insertEventsWithDeliveries } from '../../src/webhooks/deliveries/repository.ts';
import { arrival } from '../../test/ledger/entries.ts';
import { createLink } from '../../test/payment-links/links.ts';
import { join } from '../../test/panel/people.ts';
import { createCode, linkOf, scan } from '../../test/qr-codes/codes.ts';
import { untilLogged } from '../../test/request-logs/entries.ts';
import type { Client } from '../../test/support/client.ts';
import { until } from '../../test/support/poll.ts';
import {
  startReplicatedPostgres,
  type ReplicatedPostgres,
  type TestReplica,
} from '../../test/support/replication.ts';
import { runningOn, type TestAccount, type TestService } from '../../test/support/service.ts';

type Row = { code: string };
type LoggedRow = Row | { request_id: string };

const NO_FILTERS = {
  type: undefined,
  asset: undefined,
  paymentLinkCode: undefined,
  createdAfter: undefined,
  createdBefore: undefined,
};

describe('reads on a replica', function () {
  this.timeout(120_000);
  let postgres: ReplicatedPostgres;
  let replica: TestReplica;
  /** Two of several processes. */
  let one: TestService;
  let other: TestService;
  let account: TestAccount;
  /** The same account's calls of the other process. */
  let elsewhere: Client;

  before(async () => {
    postgres = await startReplicatedPostgres();
    replica = await postgres.addReplica();
    one = await runningOn(postgres.database, { DATABASE_READ_URLS: replica.url });
    other = await runningOn(postgres.database, {
      DATABASE_READ_URLS: replica.url,
      SECRETS_KEY: one.secretsKey,
      TRUSTED_PROXIES: '127.0.0.1',
    });
  });
  after(async () => {
    await one?.close();
    await other?.close();
    await postgres?.close();
  });
  beforeEach(async () => {
    account = await one.createAccount();
    elsewhere = other.client(account.key.secret);
    await untilAsked(one, account.api);
    await untilAsked(other, elsewhere);
  });
  afterEach(() => replica.resume());

  /** Another process of the same service. */
  const startReadingOn = (urls: string): Promise<TestService> =>
    runningOn(postgres.database, { DATABASE_READ_URLS: urls, SECRETS_KEY: one.secretsKey });
  const list = async (api: Client, path: string): Promise<Row[]> => {
    const { status, body, text } = await api.get(path);
    expect(status, text).to.equal(200);
    return (body as { data: Row[] }).data;
  };
  const codes = async (api: Client): Promise<string[]> =>
    (await list(api, '/v1/payment_links?limit=100')).map(({ code }) => code);

  /** Until nothing more is written, which the replica then shows; from then on it shows nothing new. */
  const standStill = async (): Promise<void> => {
    await untilWritten(one);
    await untilWritten(other);
    await replica.caughtUp();
    await replica.pause();
  };

  /** Runs work while the primary refuses reads of a table, which the replica does not know. */
  const withoutOnPrimary = async <T>(table: string, work: () => Promise<T>): Promise<T> => {
    await standStill();
    await postgres.database.query(`revoke select on ${table} from payments_app`);
    try {
      return await work();
    } finally {
      await postgres.database.query(`grant select on ${table} to payments_app`);
    }
  };

  it('lists there, and looks for a single link on the primary', async () => {
    const { code } = (await createLink(account.api)) as Row;
    const before = await placesOf(other);
    await withoutOnPrimary('payment_link_states', async () => {
      expect(await codes(elsewhere)).to.deep.equal([code]);
      expect((await elsewhere.get(`/v1/payment_links/${code}`)).status).to.equal(200);
    });
    expect(await placesOf(other)).to.deep.equal({
      ...before,
      'replica fresh': (before['replica fresh'] ?? 0) + 1,
    });
  });

  it('shows what another process has just done, while the replica does not', async () => {
    const { code } = (await createLink(account.api)) as Row;
    await standStill();
    // No event tells of it.
    await account.api.post(`/v1/payment_links/${code}/cancel`);
    const beganMs = performance.now();
    expect(await list(elsewhere, '/v1/payment_links?status=cancelled')).to.have.length(1);
    // It waits for 200 ms; the rest is the machine.
    expect(performance.now() - beganMs).to.be.within(150, 1_500);
  });

  it('shows a link that a payer has made, by scanning a code', async () => {
    const { url } = await createCode(account.api);
    await standStill();
    const code = linkOf(await scan(url));
    expect(await codes(elsewhere)).to.deep.equal([code]);
  });

  it('waits for a replica that is a little behind', async () => {
    const before = await placesOf(other);
    const created: string[] = [];
    for (let at = 0; at < 20; at++) {
      created.unshift((await createLink(account.api)).code as string);
      expect(await codes(elsewhere)).to.deep.equal(created);
    }
    const after = await placesOf(other);
    expect(after['replica fresh']! - before['replica fresh']!).to.be.greaterThan(10);
  });

  it('shows all that an event tells of to whoever has received it', async () => {
    const { db } = one.foundation;
    const events = createEventRecorder({ livemode: false, insertEvents: insertEventsWithDeliveries });
    // By nobody's call: only the event counts it.
    const pay = (code: string): Promise<void> =>
      db.transaction((trx) =>
        events.record(trx, {
          accountId: account.id,
          type: 'payment_link.paid',
          subject: code,
          transition: 'paid',
          data: { link_code: code, amount: '20000.00000000', currency: 'MXNB', payment_method: 'SPEI' },
          requestId: null,
        }),
      );
    await pay('PL-7K2M-9QX4-B1TZ');
    await standStill();
    await pay('PL-7K2M-9QX4-B1TX');
    expect(await list(elsewhere, '/v1/events?type=payment_link.paid')).to.have.length(2);
  });

  it('does not let one account’s changes send another’s reads to the primary', async () => {
    const quiet = await one.createAccount();
    const { code } = (await createLink(quiet.api)) as Row;
    await standStill();
    await createLink(account.api);
    const before = await placesOf(other);
    expect(await codes(other.client(quiet.key.secret))).to.deep.equal([code]);
    expect((await placesOf(other))['replica fresh']).to.equal(before['replica fresh']! + 1);
  });

  it('shows an account what the command line has changed for all', async () => {
    await standStill();
    const { db } = one.foundation;
    await db.changing('all', () => db.transaction((trx) => changeMethod(trx, 'SPEI', { enabled: false })));
    const before = await placesOf(other);
    await codes(elsewhere);
    expect((await placesOf(other))['primary stale']).to.equal((before['primary stale'] ?? 0) + 1);
    await db.changing('all', () => db.transaction((trx) => changeMethod(trx, 'SPEI', { enabled: true })));
  });

  it('shows a person in the panel what they have just changed, on the replica once that has it', async () => {
    const { visitor } = await join(other, account.id, 'owner');
    const page = `/panel/accounts/${account.id}/qr-codes`;
    const once = /name="once" value="([^"]+)"/;
    await standStill();
    const { text: form } = await visitor.get(`${page}/new`);
    const [, key = ''] = once.exec(form) ?? [];
    const created = await visitor.post(`${page}/new`, {
      once: key,
      name: 'Counter one',
      currency: 'MXNB',
    });
    expect(created.status, created.text).to.be.oneOf([200, 303]);
    expect((await visitor.get(page)).text).to.include('Counter one');
    await replica.resume();
    await untilAsked(other, elsewhere);
    const before = await placesOf(other);
    expect((await visitor.get(page)).text).to.include('Counter one');
    expect((await placesOf(other))['replica fresh']).to.equal(before['replica fresh']! + 1);
  });

  it('exports from there, and goes on with the primary where the replica breaks off', async () => {
    const { db } = one.foundation;
    await db.transaction((trx) => {
      for (let at = 0; at < 3_500; at++) postEntry(trx, arrival(account.id, 'MXNB', '1'));
      return Promise.resolve();
    });
    const { text: whole } = await withoutOnPrimary('ledger_postings', () =>
      elsewhere.get('/v1/transactions', { headers: { accept: 'text/csv' } }),
    );
    await replica.resume();
    expect(whole.split('\r\n')).to.have.length(3_502);
    const dying = await postgres.addReplica();
    const third = await startReadingOn(dying.url);
    try {
      const api = third.client(account.key.secret);
      await untilAsked(third, api);
      const places: string[] = [];
      let text = '';
      await third.foundation.db.readingFor(account.id, async () => {
        const { db: on } = third.foundation;
        const batches = readMovements(
          (work) => on.snapshot(work),
          { ...NO_FILTERS, accountId: account.id },
          1_000,
        );
        for await (const batch of batches) {
          const { rows } = await on.snapshot((snapshot) =>
            snapshot.query<{ cluster_name: string }>({ text: 'show cluster_name' }),
          );
          places.push(rows[0]!.cluster_name);
          text += batch.map(({ id }) => id).join();
          if (places.length === 2) await dying.kill();
        }
      });
      expect(places).to.deep.equal(['replica', 'replica', 'primary', 'primary']);
      expect(text.match(/[0-9a-f-]{36}/g)).to.deep.equal(
        whole
          .split('\r\n')
          .slice(1, -1)
          .map((line) => line.slice(0, 36)),
      );
    } finally {
      await third.close();
    }
  });

  it('pages through a list that grows, over servers that differ, without a gap or a repeat', async () => {
    const late = await postgres.addReplica({ recovery_min_apply_delay: '150ms' });
    const third = await runningOn(postgres.database, {
      DATABASE_READ_URLS: `${replica.url},${late.url}`,
      SECRETS_KEY: one.secretsKey,
    });
    try {
      const api = third.client(account.key.secret);
      await untilAsked(third, api);
      for (let at = 0; at < 20; at++) await createLink(account.api);
      await untilLogged(account.api);
      let growing = true;
      const grow = (async () => {
        while (growing) {
          await createLink(account.api);
          await delay(20);
        }
      })();
      const lists = {
        '/v1/payment_links?limit=2': `select code as key from payment_links where account_id = $1
                                       order by created_at desc, code desc`,
        '/v1/request_logs?limit=2&method=POST': `select 'req_' || replace(id::text, '-', '') as key from request_logs
                                                  where account_id = $1 and method = 'POST'
                                                  order by created_at desc, id desc`,
      };
      for (const [path, all] of Object.entries(lists)) {
        for (let walk = 0; walk < 4; walk++) {
          const walked: string[] = [];
          let cursor = '';
          for (let page = 0; page < 10; page++) {
            const { status, body, text } = await api.get(path + cursor);
            expect(status, text).to.equal(200);
            walked.push(...(body.data as LoggedRow[]).map(keyOf));
            if (!body.has_more) break;
            cursor = `&cursor=${body.next_cursor}`;
          }
          const known = (await postgres.database.query(all, [account.id])).map(({ key }) => key);
          const from = known.indexOf(walked[0]);
          expect(walked).to.have.length(20);
          expect(walked).to.deep.equal(known.slice(from, from + walked.length));
        }
      }
      growing = false;
      await grow;
    } finally {
      await third.close();
    }
  });

  it('turns the pages of the call log, though a replica lacks what the page before has shown', async () => {
    const second = await postgres.addReplica();
    const third = await runningOn(postgres.database, {
      DATABASE_READ_URLS: `${replica.url},${second.url}`,
      SECRETS_KEY: one.secretsKey,
    });
    try {
      const api = third.client(account.key.secret);
      await untilAsked(third, api);
      await untilWritten(third);
      await standStill();
      // No event tells of them, and nobody changes anything.
      for (let call = 0; call < 8; call++) await account.api.get('/v1/ping');
      await untilWritten(one);
      await second.caughtUp();
      const walked: string[] = [];
      let cursor = '';
      for (let page = 0; page < 8; page++) {
        const { body, text } = await api.get(`/v1/request_logs?path=/v1/ping&limit=1${cursor}`);
        expect(body.data, text).to.be.an('array');
        walked.push(...(body.data as LoggedRow[]).map(keyOf));
        cursor = `&cursor=${body.next_cursor}`;
      }
      const known = await postgres.database.query(
        `select 'req_' || replace(id::text, '-', '') as key from request_logs
          where account_id = $1 and operation = 'getPing' order by created_at desc, id desc`,
        [account.id],
      );
      expect(walked).to.deep.equal(known.map(({ key }) => key));
    } finally {
      await third.close();
    }
  });

  it('gives nobody an error when the replica freezes, or is killed', async () => {
    for (const end of ['freeze', 'kill'] as const) {
      const dying = await postgres.addReplica();
      const third = await startReadingOn(dying.url);
      try {
        const api = third.client(account.key.secret);
        await untilAsked(third, api);
        let stopping = false;
        const statuses = new Set<number>();
        const clients = Array.from({ length: 8 }, async () => {
          while (!stopping) {
            statuses.add((await api.get('/v1/payment_links?limit=5')).status);
            statuses.add((await api.get('/v1/payment_links?limit=5&status=paid')).status);
          }
        });
        await delay(300);
        await dying[end]();
        await until(
          async () => /^payments_replica_asked\{.*\} 0$/m.test(await third.foundation.metrics.expose()),
          { what: 'the replica is not asked any more' },
        );
        stopping = true;
        // Those that waited for the replica when it froze are answered too.
        await Promise.all(clients);
        expect([...statuses]).to.deep.equal([200]);
        expect((await fetch(`${third.baseUrl}/ready`)).status).to.equal(200);
      } finally {
        await third.close();
      }
    }
  });
});

function keyOf(row: LoggedRow): string {
  return 'code' in row ? row.code : row.request_id;
}

/** Until what the service was called is in the log of calls, which is written afterwards. */
async function untilWritten({ foundation }: TestService): Promise<void> {
  await until(async () => /^payments_request_log_waiting 0$/m.test(await foundation.metrics.expose()), {
    what: 'the call log is written',
  });
}

/** Until the service asks its replicas: after its first reads. */
async function untilAsked(service: TestService, api: Client): Promise<void> {
  await until(
    async () => {
      await api.get('/v1/payment_links?limit=1');
      const { foundation } = service;
      const states = (await foundation.metrics.expose()).matchAll(/^payments_replica_asked\{.*\} (\d)$/gm);
      const asked = [...states].map(([, value]) => value);
      return asked.length > 0 && asked.every((value) => value === '1');
    },
    { what: 'the replicas are asked', timeoutMs: 20_000 },
  );
}

/** How many reads there were, by place and why. */
async function placesOf({ foundation }: TestService): Promise<Record<string, number>> {
  const counted = (await foundation.metrics.expose()).matchAll(
    /^payments_reads_total\{place="(\w+)",why="(\w+)"\} (\d+)$/gm,
  );
  return Object.fromEntries([...counted].map(([, place, why, count]) => [`${place} ${why}`, Number(count)]));
}
