import { expect } from 'chai';
import { startService, type TestService } from '../../support/service.ts';
import { makeUnusableKeys } from '../../support/data/unusable-keys.ts';
import { expectError, rawCall } from '../raw-call.ts';

/** Response times are measured by scripts/measure-401.ts, which needs an idle machine. */
describe('401 responses', () => {
  let service: TestService;

  before(async () => {
    // So that each call can come from its own address, with an unused rate limit.
    service = await startService({ TRUSTED_PROXIES: '127.0.0.0/8' });
  });
  after(() => service?.close());

  it('are byte-for-byte the same for every cause, except for the request id', async () => {
    const answers = new Map<string, unknown>();
    for (const [cause, secret] of Object.entries(await makeUnusableKeys(service))) {
      const answer = await rawCall(service.baseUrl, {
        path: '/v1/balances',
        headers: { authorization: `Bearer ${secret}`, 'x-forwarded-for': `198.51.100.${answers.size}` },
      });
      expectError(answer, 401, 'invalid_api_key');
      const { request_id } = answer.body.error as { request_id: string };
      answers.set(cause, {
        headers: [...answer.headers].filter(([name]) => !['x-request-id', 'date'].includes(name)),
        text: answer.text.replace(request_id, ''),
      });
    }
    expect(answers.size).to.equal(6);
    const [first, ...others] = answers.values();
    for (const other of others) expect(other).to.deep.equal(first);
  });
});
