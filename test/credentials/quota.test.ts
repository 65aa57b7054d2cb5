import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { chargeQuota } from '../../src/credentials/quota.ts';
import type { Trx } from '../../src/db/connect.ts';
import { AccountMoves } from '../../src/lib/errors/errors.ts';
import type { OperationObject } from '../../src/contract/document.ts';
import type { Caller } from '../../src/credentials/service.ts';
import { expectError } from '../http/raw-call.ts';
import type { Answer } from '../support/client.ts';
import { itOnOneDay, secondsLeftToday } from '../support/clock.ts';
import { contract } from '../support/contract.ts';
import { belongingsFor, bodyFor } from '../support/data/belongings.ts';
import { addressOf, requiredQuery, sampleRequests } from '../support/data/sample-requests.ts';
import { startService, type TestService } from '../support/service.ts';

describe('the daily quota of money operations', () => {
  let service: TestService;
  const link = { amount: '500', currency: 'MXNB', description: 'Order 7' };

  before(async () => {
    service = await startService();
  });
  after(() => service?.close());

  const remainingOf = ({ headers }: Answer) => Number(headers.get('ratelimit-money-remaining'));

  itOnOneDay('allows the last operation and refuses the next, which has no effect', async () => {
    const { api } = await service.createAccount({ moneyOperationsPerDay: 3 });
    for (const left of [2, 1, 0]) {
      const answer = await api.post('/v1/payment_links', link);
      expect(answer.status).to.equal(201);
      expect(remainingOf(answer)).to.equal(left);
    }
    const options = { idempotencyKey: randomUUID() };
    for (let count = 0; count < 2; count += 1) {
      const leftBefore = secondsLeftToday();
      const answer = await api.post('/v1/payment_links', link, options);
      expectError(answer, 429, 'rate_limit_exceeded');
      expect(answer.headers.get('retry-after')).to.match(/^[1-9]\d*$/);
      expect(Number(answer.headers.get('retry-after'))).to.be.within(secondsLeftToday() - 1, leftBefore + 1);
      expect(answer.body.error.message).to.match(/3 money operations.*00:00 UTC/);
      // The daily quota is used up, not the rate limit.
      expect(Number(answer.headers.get('ratelimit-remaining'))).to.be.above(0);
    }
    expect((await api.get('/v1/payment_links/stats')).body.total).to.equal(3);
    const stored = await service.database.query('select key from idempotency_records where key = $1', [
      options.idempotencyKey,
    ]);
    expect(stored).to.have.length(0);
  });

  itOnOneDay('counts cancellations and deletions too, but not failed calls', async () => {
    const { api } = await service.createAccount({ moneyOperationsPerDay: 3 });
    const { body } = await api.post('/v1/payment_links', link);
    const path = `/v1/payment_links/${body.code}`;
    expectError(await api.delete(path), 409, 'payment_link_not_deletable');
    expectError(
      await api.post('/v1/payment_links', { ...link, amount: '0' }),
      400,
      'invalid_request',
      'amount',
    );
    expectError(await api.post('/v1/payment_links/PL-AAAA-AAAA-AAAA/cancel'), 404, 'payment_link_not_found');
    expect(remainingOf(await api.post(`${path}/cancel`))).to.equal(1);
    expect(remainingOf(await api.delete(path))).to.equal(0);
  });

  itOnOneDay('is not used by replays, pings, webhook endpoints, test helpers or reads', async () => {
    const { api } = await service.createAccount({ moneyOperationsPerDay: 1 });
    const options = { idempotencyKey: randomUUID() };
    const created = await api.post('/v1/payment_links', link, options);
    const path = `/v1/payment_links/${created.body.code}`;
    const free = [
      await api.post('/v1/payment_links', link, options),
      await api.post('/v1/ping', {}),
      await api.post('/v1/webhook_endpoints', { url: 'https://shop.example.com/hooks' }),
      await api.post(`/v1/test_helpers${path.slice(3)}/deposit`, { method: 'SPEI' }),
      await api.post('/v1/payment_links', link, options),
    ];
    expect(free.map(({ status }) => status)).to.deep.equal([201, 200, 201, 201, 201]);
    expect(free.map(remainingOf)).to.deep.equal([0, 0, 0, 0, 0]);
    expect((await api.get(path)).status).to.equal(200);
    expectError(await api.post('/v1/payment_links', link), 429, 'rate_limit_exceeded');
  });

  describe('as the contract says', () => {
    for (const operation of sampleRequests().filter(({ keyed }) => keyed)) {
      const { id, method, path, bodies } = operation;
      const object = contract.paths[path]?.[method.toLowerCase()] as unknown as OperationObject;
      const charges = object['x-moves-money'] === true;

      itOnOneDay(`is ${charges ? '' : 'not '}used by ${id}`, async () => {
        const account = await service.createAccount({ moneyOperationsPerDay: 100 });
        const address = addressOf(
          operation,
          await belongingsFor(operation, account),
          requiredQuery(operation),
        );
        const [body] = bodies;
        const named = body && (await bodyFor(operation, account, body));
        const before = remainingOf(await account.api.post('/v1/ping', {}));
        const answer = await account.api.call(method, address, { body: named });
        expect(answer.status, answer.text).to.be.within(200, 299);
        expect(before - remainingOf(answer)).to.equal(charges ? 1 : 0);
      });

      it(`is ${charges ? '' : 'not '}named in the description and the 429 of ${id}`, () => {
        const uses = /(?:^|\.\s+)Counts\s+towards\s+the\s+daily\s+limit\s+of\s+money\s+operations\./.test(
          object.description ?? '',
        );
        expect(uses).to.equal(charges);
        expect(object.responses['429']).to.deep.equal({
          $ref: `#/components/responses/${charges ? 'TooManyMoneyOperations' : 'TooManyRequests'}`,
        });
      });
    }
  });

  itOnOneDay('belongs to one key: others of the same account have their own', async () => {
    const { id, api } = await service.createAccount({ moneyOperationsPerDay: 1 });
    const sibling = service.client((await service.createKey(id, { moneyOperationsPerDay: 2 })).secret);
    await api.post('/v1/payment_links', link);
    expectError(await api.post('/v1/payment_links', link), 429, 'rate_limit_exceeded');
    expect(remainingOf(await sibling.post('/v1/payment_links', link))).to.equal(1);
  });

  it('may be zero', async () => {
    const { api } = await service.createAccount({ moneyOperationsPerDay: 0 });
    expectError(await api.post('/v1/payment_links', link), 429, 'rate_limit_exceeded');
    expect(remainingOf(await api.post('/v1/ping', {}))).to.equal(0);
  });

  itOnOneDay('cannot be exceeded by concurrent calls', async () => {
    const { api } = await service.createAccount({ moneyOperationsPerDay: 10 });
    const answers = await Promise.all(Array.from({ length: 40 }, () => api.post('/v1/payment_links', link)));
    const passed = answers.filter(({ status }) => status === 201);
    expect(passed.map(remainingOf).sort((a, b) => b - a)).to.deep.equal([9, 8, 7, 6, 5, 4, 3, 2, 1, 0]);
    for (const answer of answers.filter(({ status }) => status !== 201)) {
      expectError(answer, 429, 'rate_limit_exceeded');
    }
    expect((await api.get('/v1/payment_links/stats')).body.total).to.equal(10);
  });

  itOnOneDay(
    'cannot be exceeded by concurrent calls that use shares of it, and says exactly what is left of the last 200',
    async () => {
      const { id, api, key } = await service.createAccount({ moneyOperationsPerDay: 300 });
      // No more at once than the service takes on: what it turns away would not be charged.
      const callers = Array.from({ length: 20 }, async () => {
        const own: Answer[] = [];
        while (own.length < 16) own.push(await api.post('/v1/payment_links', link));
        return own;
      });
      const answers = (await Promise.all(callers)).flat();
      const passed = answers.filter(({ status }) => status === 201);
      expect(passed).to.have.length(300);
      const lastOnes = passed.map(remainingOf).filter((left) => left < 200);
      expect(lastOnes.sort((a, b) => a - b)).to.deep.equal(Array.from({ length: 200 }, (_, left) => left));
      for (const answer of answers.filter(({ status }) => status !== 201)) {
        expectError(answer, 429, 'rate_limit_exceeded');
      }
      expect((await api.get('/v1/payment_links/stats')).body.total).to.equal(300);
      const slots = await service.database.query(
        'select used, share from money_quotas where account_id = $1 and credential_id = $2 and used > 0',
        [id, key.id],
      );
      expect(slots.length).to.be.above(1);
    },
  );

  itOnOneDay('gives nothing of the quota away when calls fail after they were charged', async () => {
    const { id, api, key } = await service.createAccount({ moneyOperationsPerDay: 300 });
    const { foundation } = service;
    const caller = { accountId: id, credentialId: key.id, moneyOperationsPerDay: 300 } as Caller;
    const charges = Array.from({ length: 40 }, (_, index) =>
      foundation.db
        .transaction(async (trx) => {
          await chargeQuota(trx, caller);
          if (index % 2 === 0) throw new Error('rolled back');
        })
        .catch(() => undefined),
    );
    await Promise.all(charges);
    expect(remainingOf(await api.post('/v1/ping', {}))).to.equal(280);
  });

  it('does not say that it is used up when the account is being moved', async () => {
    const caller = { accountId: 'a', credentialId: 'k', moneyOperationsPerDay: 300 } as Caller;
    const moving = { query: () => Promise.reject(new AccountMoves()) } as unknown as Trx;
    const failure = await chargeQuota(moving, caller).catch((error: unknown) => error);
    expect(failure).to.be.instanceOf(AccountMoves);
  });

  itOnOneDay('resets every day', async () => {
    const { id, api, key } = await service.createAccount({ moneyOperationsPerDay: 1 });
    await api.post('/v1/payment_links', link);
    expectError(await api.post('/v1/payment_links', link), 429, 'rate_limit_exceeded');
    await service.database.query(
      `update money_quotas set day = day - 1 where account_id = $1 and credential_id = $2`,
      [id, key.id],
    );
    expect(remainingOf(await api.post('/v1/ping', {}))).to.equal(1);
    expect(remainingOf(await api.post('/v1/payment_links', link))).to.equal(0);
  });

  itOnOneDay('follows a change of the key’s quota on the same day', async () => {
    const { api, key } = await service.createAccount({ moneyOperationsPerDay: 1 });
    await api.post('/v1/payment_links', link);
    const allow = async (quota: number) => {
      const change = 'update credentials set money_operations_per_day = $1 where id = $2';
      await service.database.query(change, [quota, key.id]);
      await service.foundation.credentials.caughtUp();
    };
    await allow(3);
    expect(remainingOf(await api.post('/v1/payment_links', link))).to.equal(1);
    await allow(1);
    expectError(await api.post('/v1/payment_links', link), 429, 'rate_limit_exceeded');
    expect(remainingOf(await api.post('/v1/ping', {}))).to.equal(0);
  });
});
