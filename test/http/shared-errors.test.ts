import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import { formatApiKey, newPublicId, newSecret } from '../../src/credentials/secret.ts';
import { isTestHelper } from '../../src/http/request/routes.ts';
import { insertReservation } from '../../src/idempotency/repository.ts';
import { belongingsFor } from '../support/data/belongings.ts';
import type { Answer, CallOptions } from '../support/client.ts';
import {
  addressOf,
  requiredQuery,
  sampleRequests,
  type SampleRequest,
} from '../support/data/sample-requests.ts';
import { startLiveService } from '../support/live.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import { expectError } from './raw-call.ts';

const HOUR_MS = 3_600_000;

/** What every operation refuses before it does anything of its own; so none of what these calls name exists. */
describe('the errors that operations share', () => {
  let service: TestService;
  let account: TestAccount;

  const all = sampleRequests();
  const withKey = all.filter(({ needsApiKey }) => needsApiKey);
  const keyed = all.filter((operation) => operation.keyed);
  const withBody = all.filter(({ bodies }) => bodies.length > 0);
  const lists = all.filter(({ queryParams }) => queryParams.some(({ name }) => name === 'cursor'));

  before(async () => {
    service = await startService({ TRUSTED_PROXIES: '127.0.0.0/8' });
    account = await service.createAccount();
  });
  after(() => service?.close());

  const call = (
    operation: SampleRequest,
    { secret = account.key.secret, query = {}, ...options }: CallOptions & SentWith = {},
  ): Promise<Answer> => {
    const [body] = operation.bodies;
    const nothing = Object.fromEntries(operation.pathParams.map(({ name }) => [name, 'x']));
    const address = addressOf(operation, nothing, { ...requiredQuery(operation), ...query });
    return service
      .client(secret)
      .call(operation.method, address, { ...(body !== undefined && { body }), ...options });
  };

  it('are invalid_api_key without a key', async () => {
    for (const operation of withKey) {
      const answer = await call(operation, { secret: '', headers: { 'x-forwarded-for': anotherAddress() } });
      expectError(answer, 401, 'invalid_api_key');
    }
  });

  it('are rate_limit_exceeded when the key has made its calls of this minute', async () => {
    const { secret } = await service.createKey(account.id, { requestsPerMinute: 1 });
    await service.client(secret).get('/v1/ping');
    for (const operation of withKey)
      expectError(await call(operation, { secret }), 429, 'rate_limit_exceeded');
  });

  it('are unknown_api_version for a version that does not exist', async () => {
    for (const operation of all) {
      const answer = await call(operation, { headers: { 'service-version': '2020-01-01' } });
      expectError(answer, 400, 'unknown_api_version', 'Service-Version');
    }
  });

  it('are invalid_request for a parameter that does not exist', async () => {
    for (const operation of all) {
      expectError(await call(operation, { query: { unknown: '1' } }), 400, 'invalid_request', 'unknown');
    }
  });

  it('are invalid_cursor for a cursor that was not issued for the list', async () => {
    for (const operation of lists) {
      const address = addressOf(operation, await belongingsFor(operation, account), {
        ...requiredQuery(operation),
        cursor: 'nonsense',
      });
      expectError(await account.api.get(address), 400, 'invalid_cursor', 'cursor');
    }
  });

  it('are idempotency_key_required where something is changed without one', async () => {
    for (const operation of keyed) {
      const answer = await call(operation, { idempotencyKey: null });
      expectError(answer, 400, 'idempotency_key_required', 'Idempotency-Key');
    }
  });

  it('are idempotency_key_reused where another call had the key', async () => {
    const idempotencyKey = randomUUID();
    await account.api.post('/v1/ping', { used: true }, { idempotencyKey });
    for (const operation of keyed) {
      expectError(await call(operation, { idempotencyKey }), 422, 'idempotency_key_reused');
    }
  });

  it('are idempotency_request_in_progress while a call with the key is', async () => {
    const key = randomUUID();
    const createdAt = new Date();
    await service.foundation.db.transaction((trx) =>
      insertReservation(trx, {
        accountId: account.id,
        key,
        requestHash: Buffer.alloc(32),
        credentialId: null,
        effectKey: randomUUID(),
        leaseToken: randomUUID(),
        leaseMs: HOUR_MS,
        createdAt,
        expiresAt: new Date(createdAt.getTime() + HOUR_MS),
      }),
    );
    for (const operation of keyed) {
      const answer = await call(operation, { idempotencyKey: key });
      expectError(answer, 409, 'idempotency_request_in_progress');
      expect(answer.headers.get('retry-after')).to.equal('1');
    }
  });

  it('are payload_too_large for a body above the limit', async () => {
    const rawBody = JSON.stringify({ text: 'x'.repeat(300_000) });
    for (const operation of withBody) {
      expectError(await call(operation, { rawBody }), 413, 'payload_too_large');
    }
  });

  it('are unsupported_media_type for a body that is not JSON', async () => {
    for (const operation of withBody) {
      const answer = await call(operation, { headers: { 'content-type': 'text/plain' } });
      expectError(answer, 415, 'unsupported_media_type');
    }
  });

  it('are internal_error when the service cannot read whose key it is', async () => {
    const secret = formatApiKey({ environment: 'test', publicId: newPublicId(), secret: newSecret() });
    await service.database.query('alter table credentials rename to hidden');
    try {
      for (const operation of withKey) expectError(await call(operation, { secret }), 500, 'internal_error');
    } finally {
      await service.database.query('alter table hidden rename to credentials');
    }
  });

  it('are route_not_found for test helpers in the live environment', async () => {
    const live = await startLiveService();
    try {
      const { api } = await live.createAccount();
      for (const operation of all.filter(({ path }) => isTestHelper(path))) {
        const { method, path, bodies } = operation;
        expectError(await api.call(method, path, { body: bodies[0] }), 404, 'route_not_found');
      }
    } finally {
      await live.close();
    }
  });
});

interface SentWith {
  /** The API key; by default that of the account. */
  secret?: string;
  query?: Record<string, string>;
}

/** So that the calls of one test are not limited together. */
const anotherAddress = () => `2001:db8::${randomUUID().slice(0, 4)}`;
