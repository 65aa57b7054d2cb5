import { Agent, request } from 'node:http';
import { expect } from 'chai';
import fc from 'fast-check';
import { CURRENT_VERSION } from '../../src/contract/versions.ts';
import { belongingsFor } from '../support/data/belongings.ts';
import { assertAnswer } from '../support/contract.ts';
import { sampleRequests } from '../support/data/sample-requests.ts';
import { startService, type TestService } from '../support/service.ts';
import { hostileRequests, type HostileRequest } from './hostile-requests.ts';

const REQUESTS = Number(process.env['HOSTILE_REQUESTS'] ?? 1_500);
const IN_FLIGHT = 16;
/** Set it to the printed seed of a failure to repeat the same requests. */
const SEED = Number(process.env['HOSTILE_SEED'] ?? 20_261_101);

const operations = sampleRequests();

describe(`hostile inputs (HOSTILE_SEED=${SEED})`, () => {
  const agent = new Agent({ keepAlive: true, maxSockets: IN_FLIGHT });
  let service: TestService;

  before(async () => {
    // So that each call can come from its own address.
    service = await startService({ TRUSTED_PROXIES: '127.0.0.0/8' });
  });
  after(async () => {
    agent.destroy();
    await service?.close();
  });

  for (const operation of operations) {
    it(`get a response from ${operation.id} that matches the contract, never a 500`, async () => {
      const account = await service.createAccount();
      const owned = await belongingsFor(operation, account);
      const one = hostileRequests({ operation, apiKey: account.key.secret, owned });
      const together = fc.array(one, { minLength: IN_FLIGHT, maxLength: IN_FLIGHT });
      const result = await fc.check(
        fc.asyncProperty(together, (requests) =>
          Promise.all(requests.map(answerIsGood)).then(() => undefined),
        ),
        { seed: SEED, numRuns: Math.ceil(REQUESTS / operations.length / IN_FLIGHT) },
      );
      // Of the concurrent requests, report only the one that failed.
      if (result.failed)
        throw new Error(
          `HOSTILE_SEED=${SEED}, after ${result.numRuns} rounds: ${String(result.errorInstance)}`,
        );
    });
  }

  it('leave a service that still works and logs calls', async () => {
    for (const operation of operations) await belongingsFor(operation, await service.createAccount());
  });

  async function answerIsGood(hostile: HostileRequest): Promise<void> {
    try {
      const answer = await send(hostile);
      expect(answer.status, answer.text).to.be.below(500);
      // The contract describes the newest version; test/http/every-version.test.ts covers older ones.
      if (answer.headers.get('service-version') === CURRENT_VERSION) assertAnswer(hostile, answer);
      expect(answer.headers.get('x-request-id')).to.match(/^req_[0-9a-f]{32}$/);
      if (answer.status >= 400) {
        const { error } = JSON.parse(answer.text) as { error: { request_id: string } };
        expect(error.request_id).to.equal(answer.headers.get('x-request-id'));
      }
    } catch (error) {
      throw new Error(`${describeRequest(hostile)}\n${(error as Error).message}`);
    }
  }

  function send({ method, path, headers, body }: HostileRequest) {
    const length = body && !headers['transfer-encoding'] ? { 'content-length': String(body.length) } : {};
    return new Promise<{ status: number; headers: Headers; text: string }>((resolve, reject) => {
      request(service.baseUrl, { method, path, headers: { ...length, ...headers }, agent })
        .on('error', reject)
        .on('response', (response) => {
          const chunks: Buffer[] = [];
          response
            .on('error', reject)
            .on('data', (chunk: Buffer) => chunks.push(chunk))
            .on('end', () => {
              resolve({
                status: response.statusCode ?? 0,
                headers: new Headers(response.headers as Record<string, string>),
                text: Buffer.concat(chunks).toString(),
              });
            });
        })
        .end(body);
    });
  }
});

function describeRequest({ method, path, headers, body }: HostileRequest): string {
  return `${method} ${path.slice(0, 500)}\n${JSON.stringify(headers)}\n${body?.toString().slice(0, 1_000) ?? ''}`;
}
