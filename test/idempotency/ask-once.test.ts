import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { keyedCall } from '../../src/idempotency/keyed-call.ts';
import type { TransactionWork } from '../../src/idempotency/run-once.ts';
import { expectError } from '../http/raw-call.ts';
import { advance, behave, injectFault, moveMarket, PAYABLE_BY_ALL } from '../payment-links/links.ts';
import { until } from '../support/poll.ts';
import { startServer } from '../support/processes/program.ts';
import { createClient, type Answer } from '../support/client.ts';
import { answers } from '../support/outside/receiver.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import { startDeliveryBench, type DeliveryBench } from '../webhooks/deliveries/delivery-bench.ts';

/** Paid in USDC for MXNB, so that its quotes come from the provider. */
const CONVERTED = {
  amount: PAYABLE_BY_ALL,
  currency: 'MXNB',
  description: 'Order',
  accepted_methods: ['USDC'],
};

describe('a call that needs the provider', () => {
  let service: TestService;
  let account: TestAccount;

  before(async () => {
    service = await startService();
  });
  after(() => service?.close());
  beforeEach(async () => {
    await behave(service);
    account = await service.createAccount();
  });

  const create = (idempotencyKey: string, fields: object = {}) =>
    account.api.post('/v1/payment_links', { ...CONVERTED, ...fields }, { idempotencyKey });
  const quotes = async (): Promise<number> => {
    const [row] = await service.database.query(
      `select count(*)::int as n from simulator_operations where operation = 'quote'`,
    );
    return row?.['n'] as number;
  };
  const rateOf = ({ body }: Answer): number => Number(body.methods[0].exchange_rate);
  const record = async (key: string) => {
    const [row] = await service.database.query(
      `select status, leased_until, leased_until - now() as left from idempotency_records where key = $1`,
      [key],
    );
    return row;
  };

  it('does not ask the provider when replayed, even while the provider is down', async () => {
    const key = randomUUID();
    const created = await create(key);
    expect(created.body.methods[0].quote_status).to.equal('locked');
    const before = await quotes();
    await injectFault(service, 'quote', { answerDelayMs: 60_000 });
    await injectFault(service, 'instructions', { failure: 'unavailable' });
    const replay = await create(key);
    expect(replay.text).to.equal(created.text);
    expect(replay.headers.get('idempotent-replay')).to.equal('true');
    expect(await quotes()).to.equal(before);
  });

  it('is refused with 409 while an earlier call with its key waits for the network', async () => {
    const key = randomUUID();
    const before = await quotes();
    await injectFault(service, 'quote', { answerDelayMs: 1_000 });
    const first = create(key);
    await until(async () => (await quotes()) === before + 1, { what: 'the provider gets the request' });
    const meanwhile = await Promise.all([
      create(key),
      create(key, { amount: '30000' }),
      account.api.post('/v1/ping', undefined, { idempotencyKey: key }),
    ]);
    for (const answer of meanwhile) expectError(answer, 409, 'idempotency_request_in_progress');
    expect((await first).status).to.equal(201);
    expect(await quotes()).to.equal(before + 1);
    expect((await create(key)).text).to.equal((await first).text);
  });

  it('asks once and has one effect when made a hundred times at once', async () => {
    const key = randomUUID();
    const before = await quotes();
    const all = await Promise.all(Array.from({ length: 100 }, () => create(key)));
    const codes = new Set(all.filter(({ status }) => status === 201).map(({ body }) => body.code));
    expect(codes.size).to.equal(1);
    for (const { status } of all) expect(status).to.be.oneOf([201, 409]);
    expect(await quotes()).to.equal(before + 1);
  });

  it('needs no key reservation when the provider is not called over the network', async () => {
    const key = randomUUID();
    let reserved = false;
    await service.database.query(
      `create function note_reservation() returns trigger language plpgsql as $$ begin
         if new.status is null then raise exception 'a reservation'; end if; return new; end $$;
       create trigger note_reservation before insert on idempotency_records
         for each row execute function note_reservation()`,
    );
    try {
      const native = await create(key, { accepted_methods: ['SPEI', 'MXNB'] });
      expect(native.status).to.equal(201);
      reserved = (await create(randomUUID())).status === 500;
    } finally {
      await service.database.query(
        'drop trigger note_reservation on idempotency_records; drop function note_reservation',
      );
    }
    expect(reserved, 'a converted method needs a reservation').to.equal(true);
  });

  it('leaves its key unused when it fails after asking the provider', async () => {
    const key = randomUUID();
    await service.database.query('alter table payment_links rename to payment_links_away');
    try {
      expectError(await create(key), 500, 'internal_error');
    } finally {
      await service.database.query('alter table payment_links_away rename to payment_links');
    }
    expect(await record(key)).to.equal(undefined);
    expect((await create(key)).status).to.equal(201);
  });

  describe('whose process died while waiting', () => {
    const dieWhileAsking = async (key: string): Promise<void> => {
      const before = await quotes();
      await injectFault(service, 'quote', { answerDelayMs: 60_000 });
      const server = await startServer({
        DATABASE_URL: service.database.url,
        SECRETS_KEY: service.secretsKey,
        ROLES: 'api',
      });
      const api = createClient(server.url, account.key.secret);
      const lost = api.post('/v1/payment_links', CONVERTED, { idempotencyKey: key }).catch(() => undefined);
      await until(async () => (await quotes()) === before + 1, { what: 'the provider gets the request' });
      server.process.kill('SIGKILL');
      await server.exited;
      expect(await lost).to.equal(undefined);
      await injectFault(service, 'quote', {});
    };
    /** Makes the lease expire. */
    const letLeaseEnd = (key: string) =>
      service.database.query('update idempotency_records set leased_until = now() where key = $1', [key]);
    const referenceOf = async (code: string) => {
      const [row] = await service.database.query(
        'select quote_reference as reference from payment_link_methods where link_code = $1',
        [code],
      );
      return row?.['reference'];
    };
    const lastQuote = async () => {
      const [row] = await service.database.query(
        `select reference from simulator_operations where operation = 'quote' order by created_at desc, reference desc limit 1`,
      );
      return row?.['reference'];
    };

    it('continues with the same effect within 30 s', async () => {
      const key = randomUUID();
      await dieWhileAsking(key);
      expectError(await create(key), 409, 'idempotency_request_in_progress');
      const reserved = await record(key);
      expect(reserved?.['status']).to.equal(null);
      expect((reserved?.['left'] as { seconds?: number }).seconds ?? 0).to.be.at.most(30);
      const asked = await lastQuote();
      await letLeaseEnd(key);
      const retried = await create(key);
      expect(retried.status).to.equal(201);
      expect(await referenceOf(retried.body.code)).to.equal(asked);
    });

    it('gets a new quote at the current rate when its first one has expired', async () => {
      const key = randomUUID();
      await dieWhileAsking(key);
      const asked = await lastQuote();
      await advance(service, 3_600);
      await moveMarket(service, 'USDC', '-0.08');
      await letLeaseEnd(key);
      const retried = await create(key);
      expect(retried.status).to.equal(201);
      expect(await referenceOf(retried.body.code)).to.not.equal(asked);
      // The market moves a little all the time, and the old rate was 8 % off.
      const fresh = await create(randomUUID());
      expect(rateOf(retried) / rateOf(fresh)).to.be.closeTo(1, 0.01);
    });

    it('lets a corrected request use its key', async () => {
      const key = randomUUID();
      await dieWhileAsking(key);
      await letLeaseEnd(key);
      const corrected = await create(key, { amount: '30000' });
      expect(corrected.status).to.equal(201);
      expect(corrected.headers.get('idempotent-replay')).to.equal(null);
    });

    it('has no effect if it was only slow and another call took over', async () => {
      const key = randomUUID();
      await injectFault(service, 'quote', { answerDelayMs: 1_500 });
      const before = await quotes();
      const slow = create(key);
      await until(async () => (await quotes()) === before + 1, { what: 'the provider gets the request' });
      await letLeaseEnd(key);
      await injectFault(service, 'quote', {});
      const other = await create(key);
      expect(other.status).to.equal(201);
      expectError(await slow, 409, 'idempotency_request_in_progress');
      expect((await account.api.get('/v1/payment_links/stats')).body.total).to.equal(1);
    });
  });

  it('never overwrites a response that was stored meanwhile, even past the lock', async () => {
    const { runOnce, db } = service.foundation;
    const call = keyedCall({
      accountId: account.id,
      credentialId: null,
      key: randomUUID(),
      method: 'POST',
      path: '/',
      body: null,
    });
    const answer = (text: string) => ({ status: 200, headers: {}, text, sealed: false });
    const once = (work: TransactionWork<ReturnType<typeof answer>>) =>
      runOnce({
        call,
        prepare: () => Promise.resolve(work),
        admit: () => Promise.resolve(),
        atCommit: () => Promise.resolve(),
        atReplay: () => Promise.resolve(),
      });
    const overtaken = once(async () => {
      await service.database.query(
        `insert into idempotency_records (account_id, key, request_hash, status, headers, body, created_at, expires_at)
         values ($1, $2, $3, 200, '{}', 'theirs', now(), now() + interval '1 day')`,
        [call.accountId, call.key, call.requestHash],
      );
      return answer('ours');
    });
    const failure: unknown = await overtaken.catch((error: unknown) => error);
    expect(failure).to.include({ code: 'idempotency_request_in_progress' });
    const replay = await once(() => Promise.reject(new Error('nothing is done')));
    expect(replay.answer.text).to.equal('theirs');
    expect(await db.transaction(async (trx) => (await trx.now) instanceof Date)).to.equal(true);
  });
});

describe('a test event', () => {
  let bench: DeliveryBench;

  before(async () => {
    bench = await startDeliveryBench();
  });
  after(() => bench?.close());
  afterEach(() => bench.clear());

  it('is sent once by thirty simultaneous calls with one key', async () => {
    const { id } = await bench.register();
    bench.receiver.answerWith(answers.delayed(500, answers.status(200)));
    const options = { idempotencyKey: randomUUID() };
    const test = () => bench.account.api.post(`/v1/webhook_endpoints/${id}/test`, undefined, options);
    const all = await Promise.all(Array.from({ length: 30 }, test));
    expect(bench.receiver.requests).to.have.length(1);
    const sent = all.filter(({ status, headers }) => status === 200 && !headers.has('idempotent-replay'));
    expect(sent).to.have.length(1);
    // Latecomers got a replay.
    for (const answer of all.filter(({ status }) => status !== 200)) {
      expectError(answer, 409, 'idempotency_request_in_progress');
    }
    const replay = await test();
    expect(replay.headers.get('idempotent-replay')).to.equal('true');
    expect(bench.receiver.requests).to.have.length(1);
  });
});
