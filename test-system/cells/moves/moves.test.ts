import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import pg from 'pg';
import { listTables } from '../../../src/account-moves/table-repository.ts';
import type { MoveReport, Step } from '../../../src/account-moves/move.ts';
import { money } from '../../../src/lib/money.ts';
import { join, joinWithPassword } from '../../../test/panel/people.ts';
import { createLink, pay } from '../../../test/payment-links/links.ts';
import type { Answer, Client } from '../../../test/support/client.ts';
import type { TestAccount, TestService } from '../../../test/support/service.ts';
import { fund } from '../../../test/transfers/rig.ts';
import { startWithdrawal } from '../../../test/transfers/started.ts';
import { requireGoodBooks, startTwoCells, type TwoCells, whileCopying, whileFrozen } from './two-cells.ts';

const CLABE = '646180157000000004';
const HOOK = 'https://shop.example/hooks';
const STEPS_BEFORE = ['begun', 'copied', 'proven', 'frozen'] as const satisfies Step[];
const STEPS_AFTER = ['left', 'arrived'] as const satisfies Step[];
const LISTS = [
  '/v1/balances',
  '/v1/payment_links?limit=100',
  '/v1/transactions?limit=100',
  '/v1/deposits?limit=100',
  '/v1/events?limit=100',
  '/v1/qr_codes?limit=100',
  '/v1/webhook_endpoints?limit=100',
];

describe('an account that moves to another cell', function () {
  this.timeout(180_000);
  let cells: TwoCells;
  let here: TestService;
  let there: TestService;

  before(async () => {
    cells = await startTwoCells();
    [here, there] = cells.services;
  });
  after(() => cells?.close());

  const clientIn = (service: TestService, { key }: TestAccount): Client => service.client(key.secret);

  /** What its owner sees of it through one cell. */
  async function seenIn(service: TestService, account: TestAccount): Promise<object> {
    const api = clientIn(service, account);
    const seen: Record<string, unknown> = {};
    for (const path of LISTS) {
      const { status, body } = await api.get(path);
      expect(status, path).to.equal(200);
      delete body.as_of;
      seen[path] = body;
    }
    return seen;
  }

  async function requireWorks(service: TestService, account: TestAccount): Promise<void> {
    const { code } = await createLink(clientIn(service, account), { accepted_methods: ['MXNB'] });
    const { status } = await pay(clientIn(service, account), code, { method: 'MXNB' });
    expect(status).to.equal(201);
  }

  async function requireUnknown(service: TestService, account: TestAccount): Promise<void> {
    expect((await clientIn(service, account).get('/v1/balances')).status).to.equal(401);
  }

  const rowsOf = async ({ database }: TestService, accountId: string): Promise<number> => {
    const [row] = await database.query('select count(*)::integer as rows from events where account_id = $1', [
      accountId,
    ]);
    return row?.['rows'] as number;
  };

  it('has there all that it had, by its own keys, and works', async () => {
    const account = await here.createAccount();
    const { api } = account;
    expect((await api.post('/v1/webhook_endpoints', { url: HOOK })).status).to.equal(201);
    await api.post('/v1/qr_codes', { name: 'Till', currency: 'MXNB', fixed_amount: null });
    const paid = await createLink(api, { accepted_methods: ['SPEI', 'MXNB', 'USDC'] });
    expect((await pay(api, paid.code, { method: 'MXNB' })).status).to.equal(201);
    const open = await createLink(api, { accepted_methods: ['SPEI'] });
    const order = { amount: '10', currency: 'MXNB', description: 'x' };
    const original = await api.post('/v1/payment_links', order, { idempotencyKey: 'first' });
    const before = await seenIn(here, account);

    const steps: Step[] = [];
    const report = await cells.move(account.id, { onStep: (step) => steps.push(step) });
    expect(steps).to.deep.equal([...STEPS_BEFORE, ...STEPS_AFTER, 'done']);
    expect(report.rows).to.be.at.least(50);
    expect(report.pausedMs).to.be.within(1, 2_000);

    expect(await seenIn(there, account)).to.deep.equal(before);
    await requireUnknown(here, account);
    const moved = clientIn(there, account);
    const repeated = await moved.post('/v1/payment_links', order, { idempotencyKey: 'first' });
    expect(repeated.text).to.equal(original.text);
    const other = await moved.post(
      '/v1/payment_links',
      { ...order, amount: '11' },
      { idempotencyKey: 'first' },
    );
    expect(other.status).to.equal(422);
    expect((await pay(moved, open.code, { method: 'SPEI' })).status).to.equal(201);
    await requireGoodBooks(cells);
  });

  it('has the calls in its log that were logged after it had left', async () => {
    const account = await here.createAccount();
    const { api } = account;
    let requestId = '';
    const asked: Promise<unknown>[] = [];
    await cells.move(account.id, {
      onStep(step) {
        if (step !== 'proven') return;
        asked.push(
          api.get('/v1/ping').then(({ headers }) => (requestId = headers.get('x-request-id') ?? '')),
        );
      },
    });
    await Promise.all(asked);
    const { status, body } = await clientIn(there, account).get(`/v1/request_logs/${requestId}`);
    expect(status, JSON.stringify(body)).to.equal(200);
  });

  it('comes back with what happened there', async () => {
    const account = await here.createAccount();
    await fund(account, 'MXNB', '5000');
    await cells.move(account.id);
    await requireWorks(there, account);
    const before = await seenIn(there, account);
    await cells.move(account.id, { from: 1 });
    expect(await seenIn(here, account)).to.deep.equal(before);
    await requireUnknown(there, account);
    await requireWorks(here, account);
    await requireGoodBooks(cells);
    await cells.move(account.id);
    await requireWorks(there, account);
    await requireGoodBooks(cells);
  });

  it('loses nothing, doubles nothing and tells its events in sequence while it is used all the time', async () => {
    const account = await here.createAccount();
    expect((await account.api.post('/v1/webhook_endpoints', { url: HOOK })).status).to.equal(201);
    let at = here;
    const answers = new Map<string, Answer>();
    let longestMs = 0;
    /** Repeats a call until it is executed, as clients do; what the old cell knows no more goes to the new one. */
    const calling = async (path: string, body: object, idempotencyKey: string): Promise<Answer> => {
      const begunMs = performance.now();
      for (;;) {
        const service = at;
        const answer = await clientIn(service, account).post(path, body, { idempotencyKey });
        if (answer.status === 401) at = there;
        else if (answer.status === 429) await delay(50);
        else {
          longestMs = Math.max(longestMs, performance.now() - begunMs);
          return answer;
        }
      }
    };
    let isOver = false;
    const shop = async (): Promise<void> => {
      while (!isOver) {
        const key = randomUUID();
        const order = { amount: '100', currency: 'MXNB', description: key, accepted_methods: ['MXNB'] };
        const link = await calling('/v1/payment_links', order, key);
        expect(link.status, link.text).to.equal(201);
        answers.set(key, link);
        const deposit = { method: 'MXNB' };
        const path = `/v1/test_helpers/payment_links/${link.body.code}/deposit`;
        await delay(30);
        const paid = await calling(path, deposit, `${key}-paid`);
        expect(paid.status, paid.text).to.equal(201);
      }
    };
    const shops = Promise.all([shop(), shop(), shop()]);
    await delay(1_000);
    let report: MoveReport;
    let createdBefore: number;
    try {
      report = await cells.move(account.id);
      createdBefore = answers.size;
      await delay(500);
    } finally {
      isOver = true;
      await shops;
    }
    expect(report.pausedMs).to.be.below(2_000);
    expect(longestMs).to.be.below(4_000);
    expect(answers.size).to.be.above(createdBefore);

    const [links] = await there.database.query(
      `select count(*)::integer as all, count(*) filter (where status = 'paid')::integer as paid,
              count(distinct description)::integer as orders from payment_links where account_id = $1`,
      [account.id],
    );
    expect(links).to.deep.equal({ all: answers.size, paid: answers.size, orders: answers.size });
    const events = await there.database.query(
      'select sequence::integer from events where account_id = $1 order by sequence',
      [account.id],
    );
    expect(events.map(({ sequence }) => sequence)).to.deep.equal(events.map((_, index) => index + 1));
    const [undelivered] = await there.database.query(
      `select count(*)::integer as count from events e where account_id = $1
          and not exists (select from webhook_deliveries d where d.account_id = e.account_id and d.event_id = e.id)`,
      [account.id],
    );
    expect(undelivered).to.deep.equal({ count: 0 });
    for (const [key, { text }] of answers) {
      const order = { amount: '100', currency: 'MXNB', description: key, accepted_methods: ['MXNB'] };
      const again = await clientIn(there, account).post('/v1/payment_links', order, { idempotencyKey: key });
      expect(again.text).to.equal(text);
    }
    await requireGoodBooks(cells);
  });

  it('is told to wait for a moment while it leaves, and others are not', async () => {
    const [account, other] = [await here.createAccount(), await here.createAccount()];
    const order = { amount: '10', currency: 'MXNB', description: 'x' };
    const [changed, others, read] = await whileFrozen(cells, account, async () => {
      const created = await Promise.all([
        account.api.post('/v1/payment_links', order),
        other.api.post('/v1/payment_links', order),
      ]);
      return [...created, await account.api.get('/v1/balances')] as const;
    });
    expect(changed.status, changed.text).to.equal(429);
    expect(changed.headers.get('retry-after')).to.equal('1');
    expect(changed.body.error.message).to.contain('The account is being moved');
    const remaining = ({ headers }: Answer) => Number(headers.get('ratelimit-remaining'));
    expect(remaining(changed), 'it counts against no limit').to.equal(remaining(read) + 1);
    expect(others.status).to.equal(201);
    expect(read.status).to.equal(200);
  });

  it('takes along what a transaction that was open had written when it ended', async () => {
    const account = await here.createAccount();
    const client = new pg.Client({ connectionString: here.database.url });
    await client.connect();
    let written: Promise<unknown> = Promise.resolve();
    let committed: Promise<unknown> = Promise.resolve();
    try {
      await cells.move(account.id, {
        onStep(step) {
          if (step === 'begun')
            written = client
              .query('begin')
              .then(() => client.query(`update accounts set name = 'Renamed' where id = $1`, [account.id]));
          if (step === 'proven') {
            committed = written.then(() => delay(300)).then(() => client.query('commit'));
          }
        },
      });
      await committed;
    } finally {
      await client.end();
    }
    const [row] = await there.database.query('select name from accounts where id = $1', [account.id]);
    expect(row).to.deep.equal({ name: 'Renamed' });
  });

  describe('of which more changes than one part of a copy has', () => {
    const CHANGES = 12_000;

    const stepsAtWhichItIsCommitted = ['begun', 'proven'] as const;
    for (const committedOnce of stepsAtWhichItIsCommitted) {
      it(`takes all of it along, committed once the move is ${committedOnce}`, async () => {
        const account = await here.createAccount();
        const changing = new pg.Client({ connectionString: here.database.url });
        await changing.connect();
        // The copy is of a moment before, or it would have these rows already.
        const change = async (): Promise<void> => {
          await changing.query('begin');
          await changing.query(
            `insert into idempotency_records
               (account_id, key, request_hash, status, headers, body, created_at, expires_at)
             select $1, n::text, '\\x00', 201, '{}', '{}', now(), now() + interval '1 day'
               from generate_series(1, $2::integer) n`,
            [account.id, CHANGES],
          );
          if (committedOnce === 'begun') await changing.query('commit');
        };
        let committed: Promise<unknown> = Promise.resolve();
        try {
          await whileCopying(cells, account, 'idempotency_records', change, (step) => {
            // After the account was frozen, which waits for it.
            if (step === committedOnce && step === 'proven')
              committed = delay(300).then(() => changing.query('commit'));
          });
          await committed;
        } finally {
          await changing.end();
        }
        const [row] = await there.database.query(
          'select count(*)::integer as answers from idempotency_records where account_id = $1',
          [account.id],
        );
        expect(row).to.deep.equal({ answers: CHANGES });
      });
    }
  });

  describe('whose move fails', () => {
    for (const failing of STEPS_BEFORE) {
      it(`once it is ${failing} works where it was, and can be moved later`, async () => {
        const account = await here.createAccount();
        await fund(account, 'MXNB', '100');
        const move = cells.move(account.id, {
          onStep(step) {
            if (step === failing) throw new Error(`failed once ${step}`);
          },
        });
        expect(await failureOf(move)).to.equal(`failed once ${failing}`);
        await requireWorks(here, account);
        expect(await rowsOf(there, account.id)).to.equal(0);
        await cells.move(account.id);
        await requireWorks(there, account);
        await requireGoodBooks(cells);
      });
    }

    for (const failing of STEPS_AFTER) {
      it(`once it has ${failing} is moved by the same call`, async () => {
        const account = await here.createAccount();
        await fund(account, 'MXNB', '100');
        const move = cells.move(account.id, {
          onStep(step) {
            if (step === failing) throw new Error(`failed once ${step}`);
          },
        });
        expect(await failureOf(move)).to.equal(`failed once ${failing}`);
        await requireUnknown(here, account);
        expect((await cells.move(account.id)).pausedMs).to.equal(null);
        expect((await cells.move(account.id)).pausedMs).to.equal(null);
        await requireWorks(there, account);
        await requireGoodBooks(cells);
      });
    }

    it('once it has left is not complete where the other cell has lost its copy', async () => {
      const account = await here.createAccount();
      expect((await account.api.post('/v1/webhook_endpoints', { url: HOOK })).status).to.equal(201);
      await fund(account, 'MXNB', '100');
      const onStep = (step: Step): void => {
        if (step === 'left') throw new Error('failed');
      };
      expect(await failureOf(cells.move(account.id, { onStep }))).to.equal('failed');
      const [kept] = await there.database.query(
        'delete from account_moves where account_id = $1 returning *',
        [account.id],
      );
      expect(await failureOf(cells.move(account.id))).to.contain('Cell 1 has no whole copy of the account');
      const waiting = await here.database.query(
        `select from webhook_deliveries where account_id = $1 and status = 'pending'`,
        [account.id],
      );
      expect(waiting).not.to.be.empty;
      await there.database.query(
        'insert into account_moves select * from json_populate_record(null::account_moves, $1)',
        [JSON.stringify(kept)],
      );
      await cells.move(account.id);
      await requireWorks(there, account);
      await requireGoodBooks(cells);
    });

    it('works where it was, two seconds later at most, when the other cell falls silent at the end', async () => {
      const account = await here.createAccount();
      await fund(account, 'MXNB', '100');
      const silent = new pg.Client({ connectionString: there.database.url });
      await silent.connect();
      let refusedForMs = 0;
      const calls: Promise<void>[] = [];
      const callUntilDone = async (): Promise<void> => {
        const sinceMs = performance.now();
        const order = { amount: '10', currency: 'MXNB', description: 'x' };
        while ((await account.api.post('/v1/payment_links', order)).status === 429) await delay(50);
        refusedForMs = performance.now() - sinceMs;
      };
      try {
        await silent.query('begin');
        const move = cells.move(account.id, {
          onStep(step) {
            // What is copied last waits for this.
            if (step === 'proven') calls.push(silent.query('lock table credentials').then(() => undefined));
            if (step === 'frozen') calls.push(callUntilDone());
          },
        });
        const failed = failureOf(move);
        await delay(6_000);
        await silent.query('rollback');
        expect(await failed).not.to.equal('it did not fail');
        await Promise.all(calls);
        expect(refusedForMs).to.be.within(500, 3_000);
      } finally {
        await silent.end();
      }
      await requireWorks(here, account);
      await cells.move(account.id);
      await requireWorks(there, account);
      await requireGoodBooks(cells);
    });

    it('keeps its copy when it turns out to have left', async () => {
      const account = await here.createAccount();
      await fund(account, 'MXNB', '100');
      // The transaction in which it leaves, of whose commit nobody hears in time.
      const leaving = new pg.Client({ connectionString: here.database.url });
      await leaving.connect();
      try {
        const move = cells.move(account.id, {
          onStep(step) {
            if (step === 'proven') throw new Error('failed while it leaves');
            if (step !== 'copied') return;
            void leaving
              .query('begin')
              .then(() =>
                leaving.query(
                  `update account_moves set state = 'gone', still_until = 'infinity', gone_at = now() where account_id = $1`,
                  [account.id],
                ),
              )
              .then(() => delay(1_500))
              .then(() => leaving.query('commit'));
          },
        });
        expect(await failureOf(move)).to.equal('failed while it leaves');
      } finally {
        await leaving.end();
      }
      expect(await rowsOf(here, account.id)).to.equal(await rowsOf(there, account.id));
      await requireUnknown(here, account);
    });

    it('works where it was when the copy is not what it should be', async () => {
      const account = await here.createAccount();
      await fund(account, 'MXNB', '100');
      let altered: Promise<unknown> = Promise.resolve();
      const move = cells.move(account.id, {
        onStep(step) {
          if (step !== 'begun') return;
          // As soon as it is written, by somebody who is not the move.
          altered = alterOnce(there, account.id);
        },
      });
      expect(await failureOf(move)).to.contain('the copy of payment_links differs');
      await altered;
      await requireWorks(here, account);
      expect(await rowsOf(there, account.id)).to.equal(0);
    });
  });

  const failureOf = (move: Promise<unknown>): Promise<string> =>
    move.then(
      () => 'it did not fail',
      (error: Error) => error.message,
    );

  async function alterOnce({ database }: TestService, accountId: string): Promise<void> {
    await database.query(
      `create or replace function alter_copy() returns trigger language plpgsql as $$
       begin new.amount := new.amount + 1; return new; end $$;
       drop trigger if exists altered on payment_links;
       create trigger altered before insert on payment_links for each row
         when (new.account_id = '${accountId}') execute function alter_copy();
       alter table payment_links enable always trigger altered`,
    );
  }

  it('does not leave with work that only its own cell can complete', async () => {
    const account = await here.createAccount();
    await fund(account, 'MXNB', '5000');
    await here.foundation.db.transaction((trx) =>
      startWithdrawal(here.foundation, trx, {
        ...{ accountId: account.id, asset: 'MXNB', amount: money('100'), method: 'SPEI' },
        destination: { clabe: CLABE, beneficiary: 'Ana Núñez' },
        requestId: null,
      }),
    );
    expect(await failureOf(cells.move(account.id))).to.contain(
      'work in progress that only this cell can complete: 1 transfers',
    );
    await requireWorks(here, account);
  });

  it('is moved by one at a time', async () => {
    const account = await here.createAccount();
    const moves = await Promise.allSettled([cells.move(account.id), cells.move(account.id)]);
    const refused = moves.flatMap((move) => (move.status === 'rejected' ? [String(move.reason)] : []));
    expect(refused).to.deep.equal(['MoveRefused: The account is being moved already.']);
    await requireWorks(there, account);
    await requireGoodBooks(cells);
  });

  it('keeps its people, also those whom the other cell knows already', async () => {
    const account = await here.createAccount();
    const resident = await there.createAccount();
    const ada = await joinWithPassword(here, account.id, 'owner');
    const grace = await join(there, resident.id, 'owner');
    await here.database.query(
      `insert into users (id, email, name, created_at) values (gen_random_uuid(), $1, 'Grace here', now())`,
      [grace.email],
    );
    await here.database.query(
      `insert into memberships (account_id, user_id, role, accepted_at, trusted_at, created_at)
       select $1, id, 'finance', now(), now(), now() from users where email = $2`,
      [account.id, grace.email],
    );
    await cells.move(account.id);
    const members = await there.database.query(
      `select u.email, u.id = any ($2::uuid[]) as known, m.role from memberships m join users u on u.id = m.user_id
        where m.account_id = $1 order by role`,
      [account.id, [grace.id, ada.id]],
    );
    expect(members).to.deep.equal([
      { email: grace.email, known: true, role: 'finance' },
      { email: ada.email, known: true, role: 'owner' },
    ]);
    const [signIn] = await there.database.query(
      'select count(*)::integer as passwords from passwords where user_id = $1',
      [ada.id],
    );
    expect(signIn).to.deep.equal({ passwords: 1 });
  });

  it('has mails that wait to be sent only where it works', async () => {
    const account = await here.createAccount();
    await here.database.query(
      `insert into outbox_messages (account_id, id, recipient, subject, body, confidential, next_attempt_at, created_at)
       values ($1, gen_random_uuid(), 'ada@acme.example', 'Paid', 'Order 1', false, now() + interval '1 hour', now())`,
      [account.id],
    );
    const waitingIn = ({ database }: TestService) =>
      database.query('select subject from outbox_messages where account_id = $1', [account.id]);
    await cells.move(account.id);
    expect(await waitingIn(here)).to.deep.equal([]);
    expect(await waitingIn(there)).to.deep.equal([{ subject: 'Paid' }]);
  });

  it('refers to nothing that stays in its cell', async () => {
    const client = new pg.Client({ connectionString: here.database.url });
    await client.connect();
    try {
      const tables = await listTables(client);
      const moved = new Set(tables.map(({ name }) => name));
      const { rows } = await client.query<{ from: string; to: string }>(
        `select conrelid::regclass::text as "from", confrelid::regclass::text as "to" from pg_constraint
          where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0`,
      );
      const others = new Set(
        rows.filter(({ from, to }) => moved.has(from) && !moved.has(to)).map(({ to }) => to),
      );
      // People are taken along, references to operators are not, and the catalogue is the same in all cells.
      expect([...others].sort()).to.deep.equal([
        'assets',
        'currency_rates',
        'link_currencies',
        'liquidity_routes',
        'operator_requests',
        'operators',
        'payment_methods',
        'users',
      ]);
    } finally {
      await client.end();
    }
  });
});
