import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { DomainError } from '../../src/lib/errors/errors.ts';
import { createRunOnce, keyedCall } from '../../src/idempotency/run-once.ts';
import type { TransactionWork } from '../../src/idempotency/run-once.ts';
import { expectError } from '../http/raw-call.ts';
import { behave, injectFault } from '../payment-links/links.ts';
import { until } from '../support/poll.ts';
import { answers } from '../support/outside/receiver.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import { startDeliveryBench, type DeliveryBench } from '../webhooks/deliveries/delivery-bench.ts';
import { createConverted, quotesAsked, recordOf } from './quoted-calls.ts';

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

  it('does not ask the provider when replayed, even while the provider is down', async () => {
    const key = randomUUID();
    const created = await createConverted(account.api, key);
    expect(created.body.methods[0].quote_status).to.equal('locked');
    const before = await quotesAsked(service);
    await injectFault(service, 'quote', { answerDelayMs: 60_000 });
    await injectFault(service, 'instructions', { failure: 'unavailable' });
    const replay = await createConverted(account.api, key);
    expect(replay.text).to.equal(created.text);
    expect(replay.headers.get('idempotent-replay')).to.equal('true');
    expect(await quotesAsked(service)).to.equal(before);
  });

  it('is refused with 409 while an earlier call with its key waits for the network', async () => {
    const key = randomUUID();
    const before = await quotesAsked(service);
    await injectFault(service, 'quote', { answerDelayMs: 1_000 });
    const first = createConverted(account.api, key);
    await until(async () => (await quotesAsked(service)) === before + 1, {
      what: 'the provider gets the request',
    });
    const meanwhile = await Promise.all([
      createConverted(account.api, key),
      createConverted(account.api, key, { amount: '30000' }),
      account.api.post('/v1/ping', undefined, { idempotencyKey: key }),
    ]);
    for (const answer of meanwhile) expectError(answer, 409, 'idempotency_request_in_progress');
    expect((await first).status).to.equal(201);
    expect(await quotesAsked(service)).to.equal(before + 1);
    expect((await createConverted(account.api, key)).text).to.equal((await first).text);
  });

  it('asks once and has one effect when made a hundred times at once', async () => {
    const key = randomUUID();
    const before = await quotesAsked(service);
    const all = await Promise.all(Array.from({ length: 100 }, () => createConverted(account.api, key)));
    const codes = new Set(all.filter(({ status }) => status === 201).map(({ body }) => body.code));
    expect(codes.size).to.equal(1);
    for (const { status } of all) expect(status).to.be.oneOf([201, 409]);
    expect(await quotesAsked(service)).to.equal(before + 1);
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
      const native = await createConverted(account.api, key, { accepted_methods: ['SPEI', 'MXNB'] });
      expect(native.status).to.equal(201);
      reserved = (await createConverted(account.api, randomUUID())).status === 500;
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
      expectError(await createConverted(account.api, key), 500, 'internal_error');
    } finally {
      await service.database.query('alter table payment_links_away rename to payment_links');
    }
    expect(await recordOf(service, key)).to.equal(undefined);
    expect((await createConverted(account.api, key)).status).to.equal(201);
  });

  it('gives the stored response although the preparation of the call would be refused by now', async () => {
    const { db, keyring } = service.foundation;
    const steps = {
      call: {
        accountId: account.id,
        credentialId: null,
        key: randomUUID(),
        method: 'POST',
        path: '/',
        body: null,
      },
      answerOf: (text: string) => ({ status: 200, headers: {}, text, sealed: false }),
      waitOutside: <W>(_accountId: string, ask: () => Promise<W>) => ask(),
      admit: () => Promise.resolve(),
      atCommit: () => Promise.resolve(),
      atReplay: () => Promise.resolve(),
    };
    await createRunOnce({ db, keyring })({ ...steps, prepare: () => () => Promise.resolve('done') });
    const refuse = (): never => {
      throw new DomainError('invalid_request');
    };
    // Another process, which does not remember the call.
    const replay = await createRunOnce({ db, keyring })({ ...steps, prepare: refuse });
    expect(replay).to.deep.include({ replayed: true });
    expect(replay.answer.text).to.equal('done');
  });

  it('never overwrites a response that was stored meanwhile, even past the lock', async () => {
    const { runOnce, db } = service.foundation;
    const call = {
      accountId: account.id,
      credentialId: null,
      key: randomUUID(),
      method: 'POST',
      path: '/',
      body: null,
    };
    const answer = (text: string) => ({ status: 200, headers: {}, text, sealed: false });
    const once = (work: TransactionWork<ReturnType<typeof answer>>) =>
      runOnce({
        call,
        prepare: () => work,
        answerOf: (result) => result,
        waitOutside: (_accountId, ask) => ask(),
        admit: () => Promise.resolve(),
        atCommit: () => Promise.resolve(),
        atReplay: () => Promise.resolve(),
      });
    const overtaken = once(async () => {
      await service.database.query(
        `insert into idempotency_records (account_id, key, request_hash, status, headers, body, created_at, expires_at)
         values ($1, $2, $3, 200, '{}', 'theirs', now(), now() + interval '1 day')`,
        [call.accountId, call.key, keyedCall(call).requestHash],
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
