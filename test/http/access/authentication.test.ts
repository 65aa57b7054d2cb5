import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { createAccount } from '../../../src/accounts/service.ts';
import { SCOPES } from '../../../src/credentials/scopes.ts';
import { formatApiKey, newPublicId, newSecret, parseApiKey } from '../../../src/credentials/secret.ts';
import type { DomainError } from '../../../src/lib/errors/errors.ts';
import type { Answer } from '../../support/client.ts';
import { contract } from '../../support/contract.ts';
import { startService, type TestAccount, type TestService } from '../../support/service.ts';
import { expectError, rawCall } from '../raw-call.ts';

describe('authentication', () => {
  let service: TestService;
  let account: TestAccount;

  before(async () => {
    // So that a test can set the address its calls come from.
    service = await startService({ TRUSTED_PROXIES: '127.0.0.0/8' });
    account = await service.createAccount();
  });
  after(() => service?.close());

  const ping = (authorization: string | undefined, from = `2001:db8::${randomUUID().slice(0, 4)}`) =>
    rawCall(service.baseUrl, {
      path: '/v1/ping',
      headers: {
        'x-forwarded-for': from,
        ...(authorization === undefined ? {} : { authorization }),
      },
    });
  const pingWith = (secret: string, from?: string) => ping(`Bearer ${secret}`, from);

  it('responds to every unusable key with the same bytes, except for the request id', async () => {
    const parts = parseApiKey(account.key.secret)!;
    const { foundation } = service;
    const unapproved = await foundation.db.transaction((trx) =>
      createAccount(trx, { name: 'Never approved', email: null, approved: false }),
    );
    const revoked = await service.createKey(account.id);
    await foundation.db.transaction((trx) => foundation.credentials.revoke(trx, account.id, revoked.id));
    const elsewhere = await service.createKey(account.id, { allowedCidrs: ['192.0.2.1/32'] });
    const live = await service.createKey(account.id, { environment: 'live' });
    const secrets = {
      unknown: formatApiKey({ environment: 'test', publicId: newPublicId(), secret: newSecret() }),
      'right id, wrong secret': formatApiKey({ ...parts, secret: newSecret() }),
      'one letter changed': account.key.secret.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a')),
      'environment changed': account.key.secret.replace('sk_test', 'sk_live'),
      revoked: revoked.secret,
      expired: (await service.createKey(account.id, { expiresAt: new Date(Date.now() - 1) })).secret,
      'of another environment': live.secret,
      'of another environment, renamed': live.secret.replace('sk_live', 'sk_test'),
      'from an address not allowed': elsewhere.secret,
      'of an account never approved': (await service.createKey(unapproved.id)).secret,
    };
    const answers: Answer[] = [];
    for (const secret of Object.values(secrets)) answers.push(await pingWith(secret));
    expect(new Set(answers.map(seenOf))).to.have.property('size', 1);
  });

  it('tells what a request lacks in form, and nothing about the key', async () => {
    const { secret } = account.key;
    const form = 'does not have the form "Bearer <API_KEY>"';
    const part = 'is not an API key, or not all of it';
    const inQuery = { path: `/v1/ping?api_key=${secret}` };
    const answers: [answer: Answer, lack: string][] = [
      [await ping(undefined), 'The request has no API key'],
      [await rawCall(service.baseUrl, inQuery), 'The request has no API key'],
      [await ping(''), form],
      [await ping('Bearer '), form],
      [await ping(`Bearer ${secret} ${secret}`), form],
      [await ping(secret), form],
      [await ping(`Basic ${Buffer.from(`${secret}:`).toString('base64')}`), form],
      [await ping(`Token ${secret}`), form],
      [await pingWith(secret.slice(0, -1)), part],
      [await pingWith(`${secret}a`), part],
      [await pingWith(secret.toUpperCase()), part],
      [await pingWith('nonsense'), part],
      [await pingWith('x'.repeat(5_000)), part],
      [await pingWith("sk_test_'--"), part],
    ];
    for (const [answer, lack] of answers) expect(answer.body.error.message).to.include(lack);
    const withoutMessage = answers.map(([{ body, ...answer }]) =>
      seenOf({ ...answer, body, text: answer.text.replace(JSON.stringify(body.error.message), '') }),
    );
    expect(new Set(withoutMessage)).to.have.property('size', 1);
  });

  /** All of a refusal that may differ, without the request's id. */
  const seenOf = (answer: Answer): string => {
    expectError(answer, 401, 'invalid_api_key');
    expect(answer.headers.get('www-authenticate')).to.equal('Bearer');
    const id = answer.body.error.request_id as string;
    const names = [...answer.headers.keys()].join();
    return `${names}\n${answer.headers.get('ratelimit-limit')}\n${answer.text.replace(id, '')}`;
  };

  it('accepts the scheme in any letter case', async () => {
    for (const scheme of ['Bearer', 'bearer', 'BEARER']) {
      expect((await ping(`${scheme} ${account.key.secret}`)).status).to.equal(200);
    }
  });

  it('works until a key expires', async () => {
    const { api, key } = await service.createAccount({ expiresAt: new Date(Date.now() + 3_600_000) });
    expect((await api.get('/v1/ping')).status).to.equal(200);
    await service.database.query(`update credentials set expires_at = service_now() where id = $1`, [key.id]);
    await service.foundation.credentials.caughtUp();
    expectError(await api.get('/v1/ping'), 401, 'invalid_api_key');
  });

  it('stops working for the old secret as soon as a key is rotated', async () => {
    const { foundation } = service;
    const { id, key } = await service.createAccount({ name: 'Rotated', scopes: ['links:read'] });
    expect((await pingWith(key.secret)).status).to.equal(200);
    const rotated = await foundation.db.transaction((trx) => foundation.credentials.rotate(trx, id, key.id));
    await foundation.credentials.caughtUp();
    expectError(await pingWith(key.secret), 401, 'invalid_api_key');
    const answer = await pingWith(rotated.secret);
    expect(answer.body.api_key).to.deep.equal({
      id: key.id,
      name: 'Rotated',
      last_four: rotated.secret.slice(-4),
      scopes: ['links:read'],
    });
  });

  it('stops working as soon as a key is revoked, for good', async () => {
    const { credentials, db } = service.foundation;
    const { id, key } = await service.createAccount();
    await db.transaction((trx) => credentials.revoke(trx, id, key.id));
    await credentials.caughtUp();
    expectError(await pingWith(key.secret), 401, 'invalid_api_key');
    const rotated = db.transaction((trx) => credentials.rotate(trx, id, key.id));
    expect(await rotated.catch((error: DomainError) => error.code)).to.equal('api_key_ended');
  });

  it('accepts a key only from its allowed addresses', async () => {
    const { key } = await service.createAccount({
      allowedCidrs: ['192.0.2.0/28', '198.51.100.7/32', '2001:db8:1::/48'],
    });
    const allowed = [
      '192.0.2.0',
      '192.0.2.15',
      '198.51.100.7',
      '::ffff:192.0.2.3',
      '::ffff:c000:203',
      '2001:db8:1::1',
      '2001:DB8:1:f::',
    ];
    for (const address of allowed) {
      expect((await pingWith(key.secret, address)).status, address).to.equal(200);
    }
    const refused = [
      '192.0.2.16',
      '198.51.100.6',
      '10.0.0.1',
      '::ffff:192.0.2.16',
      '::ffff:c000:210',
      '2001:db8:2::1',
      '::1',
      'x',
      '',
    ];
    for (const address of refused) {
      expectError(await pingWith(key.secret, address), 401, 'invalid_api_key');
    }
  });

  it('believes only trusted proxies about the address of a call', async () => {
    const { key } = await service.createAccount({ allowedCidrs: ['192.0.2.1/32'] });
    expect((await pingWith(key.secret, '10.9.9.9, 192.0.2.1')).status).to.equal(200);
    expectError(await pingWith(key.secret, '192.0.2.1, 10.9.9.9'), 401, 'invalid_api_key');
    expect((await pingWith(key.secret, '192.0.2.1, 127.0.0.2')).status).to.equal(200);
    const direct = await startService();
    try {
      const { id } = await direct.createAccount();
      const bound = await direct.createKey(id, { allowedCidrs: ['192.0.2.1/32'] });
      const answer = await rawCall(direct.baseUrl, {
        path: '/v1/ping',
        headers: { authorization: `Bearer ${bound.secret}`, 'x-forwarded-for': '192.0.2.1' },
      });
      expectError(answer, 401, 'invalid_api_key');
    } finally {
      await direct.close();
    }
  });

  it('takes a port for no part of an address that a proxy names, and what is no address for the proxy', async () => {
    const { key } = await service.createAccount({ allowedCidrs: ['192.0.2.1/32', '2001:db8:1::/48'] });
    for (const address of [
      '192.0.2.1:50123',
      '[2001:db8:1::7]:443',
      '[2001:db8:1::7]',
      '192.0.2.1, 127.0.0.2:8080',
    ])
      expect((await pingWith(key.secret, address)).status, address).to.equal(200);
    for (const address of [
      '192.0.2.2:50123',
      '192.0.2.1:x',
      '192.0.2.1:500123',
      '[192.0.2.1',
      '192.0.2.1, unknown',
    ])
      expectError(await pingWith(key.secret, address), 401, 'invalid_api_key');
    const { key: ofProxy } = await service.createAccount({ allowedCidrs: ['127.0.0.0/8'] });
    expect((await pingWith(ofProxy.secret, 'unknown')).status).to.equal(200);
  });

  it('counts unusable keys from one address together, whichever port a proxy names', async () => {
    const ask = (port: number) => pingWith('no-key', `192.0.2.77:${port}`);
    const remaining = async (port: number) => Number((await ask(port)).headers.get('ratelimit-remaining'));
    const first = await remaining(50_000);
    expect(await remaining(50_001)).to.equal(first - 1);
  });

  it('keeps a key usable when its account is blocked or rejected after it was approved', async () => {
    const { id, api } = await service.createAccount();
    await service.changeAccount(id, { kyb: 'rejected', status: 'blocked' });
    expect((await api.get('/v1/ping')).status).to.equal(200);
    expect((await api.get('/v1/balances')).status).to.equal(200);
  });

  describe('scopes', () => {
    const operations = Object.entries(contract.paths).flatMap(([path, item]) =>
      Object.entries(item)
        .filter(([method]) => method !== 'parameters')
        .map(([method, operation]) => ({
          method: method.toUpperCase(),
          path: path.replace(/\{\w+\}/g, 'x'),
          id: operation['operationId'] as string,
          needed: Object.values((operation['security'] as Record<string, string[]>[])[0] ?? {}).flat(),
        })),
    );

    it('are named when a key lacks only the one an operation needs', async () => {
      const withScope = operations.filter(({ needed }) => needed.length > 0);
      expect(withScope.length).to.be.above(10);
      for (const { method, path, needed } of withScope) {
        const [scope] = needed;
        const { secret } = await service.createKey(account.id, {
          scopes: SCOPES.filter((one) => one !== scope),
        });
        const answer = await service.client(secret).call(method, path, { idempotencyKey: null });
        expectError(answer, 403, 'insufficient_scope');
        expect(answer.body.error.message).to.include(scope);
      }
    });

    it('suffice: a key with only the one an operation needs is accepted', async () => {
      for (const { method, path, needed } of operations) {
        const { secret } = await service.createKey(account.id, { scopes: needed as never });
        const answer = await service.client(secret).call(method, path);
        expect(answer.status, `${method} ${path}`).to.not.be.oneOf([401, 403, 500]);
      }
    });

    it('are those listed in the contract', () => {
      const { schemas } = contract['components'] as { schemas: Record<string, { enum: string[] }> };
      expect(schemas['Scope']?.enum).to.have.members([...SCOPES]);
      for (const { needed } of operations) expect(SCOPES).to.include.members(needed);
    });
  });
});
