import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { createConverted, quotesAsked, recordOf } from '../../test/idempotency/quoted-calls.ts';
import { expectError } from '../../test/http/raw-call.ts';
import { advance, behave, injectFault, moveMarket } from '../../test/payment-links/links.ts';
import { until } from '../../test/support/poll.ts';
import { startBeside } from '../../test/support/processes/program.ts';
import { createClient, type Answer } from '../../test/support/client.ts';
import { startService, type TestAccount, type TestService } from '../../test/support/service.ts';

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

  const rateOf = ({ body }: Answer): number => Number(body.methods[0].exchange_rate);

  describe('whose process died while waiting', () => {
    const dieWhileAsking = async (key: string): Promise<void> => {
      const before = await quotesAsked(service);
      await injectFault(service, 'quote', { answerDelayMs: 60_000 });
      const server = await startBeside(service, { ROLES: 'api' });
      const api = createClient(server.url, account.key.secret);
      const lost = createConverted(api, key).catch(() => undefined);
      await until(async () => (await quotesAsked(service)) === before + 1, {
        what: 'the provider gets the request',
      });
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
      expectError(await createConverted(account.api, key), 409, 'idempotency_request_in_progress');
      const reserved = await recordOf(service, key);
      expect(reserved?.['status']).to.equal(null);
      expect((reserved?.['left'] as { seconds?: number }).seconds ?? 0).to.be.at.most(30);
      const asked = await lastQuote();
      await letLeaseEnd(key);
      const retried = await createConverted(account.api, key);
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
      const retried = await createConverted(account.api, key);
      expect(retried.status).to.equal(201);
      expect(await referenceOf(retried.body.code)).to.not.equal(asked);
      // The market moves a little all the time, and the old rate was 8 % off.
      const fresh = await createConverted(account.api, randomUUID());
      expect(rateOf(retried) / rateOf(fresh)).to.be.closeTo(1, 0.01);
    });

    it('lets a corrected request use its key', async () => {
      const key = randomUUID();
      await dieWhileAsking(key);
      await letLeaseEnd(key);
      const corrected = await createConverted(account.api, key, { amount: '30000' });
      expect(corrected.status).to.equal(201);
      expect(corrected.headers.get('idempotent-replay')).to.equal(null);
    });

    it('has no effect if it was only slow and another call took over', async () => {
      const key = randomUUID();
      await injectFault(service, 'quote', { answerDelayMs: 1_500 });
      const before = await quotesAsked(service);
      const slow = createConverted(account.api, key);
      await until(async () => (await quotesAsked(service)) === before + 1, {
        what: 'the provider gets the request',
      });
      await letLeaseEnd(key);
      await injectFault(service, 'quote', {});
      const other = await createConverted(account.api, key);
      expect(other.status).to.equal(201);
      expectError(await slow, 409, 'idempotency_request_in_progress');
      expect((await account.api.get('/v1/payment_links/stats')).body.total).to.equal(1);
    });
  });
});
