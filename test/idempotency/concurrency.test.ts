import { randomUUID } from 'node:crypto';
import { Agent } from 'node:http';
import { expect } from 'chai';
import { send } from '../support/client.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';

const ROUNDS = 10;
const CALLS = 100;

interface Outcome {
  status: number;
  replayed: boolean;
  text: string;
}

/**
 * The race that idempotency prevents, run often enough to expose a flaw: without idempotency, `Promise.all` with one
 * key creates a hundred links. The calls bypass the checking client, which would be ten times slower.
 */
describe('simultaneous calls with one idempotency key', () => {
  let service: TestService;
  let account: TestAccount;
  const agent = new Agent({ keepAlive: true, maxSockets: CALLS });

  before(async () => {
    service = await startService();
    account = await service.createAccount({ requestsPerMinute: 1_000_000, moneyOperationsPerDay: 1_000_000 });
  });
  after(async () => {
    agent.destroy();
    await service?.close();
  });

  /** Repeats a call that a busy machine did not start in time, as its response asks. */
  async function post(path: string, key: string, body: string): Promise<Outcome> {
    for (;;) {
      const outcome = await postOnce(path, key, body);
      if (outcome.status !== 429 || !outcome.text.includes('this call was not executed')) return outcome;
    }
  }

  async function postOnce(path: string, key: string, body: string): Promise<Outcome> {
    const headers = {
      authorization: `Bearer ${account.key.secret}`,
      'content-type': 'application/json',
      'idempotency-key': key,
    };
    const answer = await send(service.baseUrl, { method: 'POST', path, headers, body, agent });
    const replayed = answer.headers.get('idempotent-replay') === 'true';
    return { status: answer.status, replayed, text: answer.text };
  }

  /** Requires that one call executed and the others got a 409 or the same response. */
  function expectOneEffect(outcomes: Outcome[], status: number): Outcome {
    const executed = outcomes.filter((outcome) => outcome.status === status && !outcome.replayed);
    expect(executed).to.have.length(1);
    const [first] = executed as [Outcome];
    for (const outcome of outcomes) {
      if (outcome.status === 409) expect(outcome.text).to.include('"code":"idempotency_request_in_progress"');
      else expect(outcome).to.deep.equal({ status, replayed: outcome !== first, text: first.text });
    }
    return first;
  }

  const race = (path: string, key: string, body: string) =>
    Promise.all(Array.from({ length: CALLS }, () => post(path, key, body)));

  it(`have one effect, for a ping (${ROUNDS} rounds of ${CALLS})`, async () => {
    const executions = new Set<string>();
    for (let round = 0; round < ROUNDS; round += 1) {
      const first = expectOneEffect(await race('/v1/ping', randomUUID(), '{"order":1}'), 200);
      executions.add((JSON.parse(first.text) as { execution_id: string }).execution_id);
    }
    expect(executions.size).to.equal(ROUNDS);
  });

  it(`have one effect, for a payment link (${ROUNDS} rounds of ${CALLS})`, async () => {
    const body = JSON.stringify({ amount: '500', currency: 'MXNB', description: 'Order 7' });
    for (let round = 0; round < ROUNDS; round += 1) {
      const key = randomUUID();
      const first = expectOneEffect(await race('/v1/payment_links', key, body), 201);
      const retry = await post('/v1/payment_links', key, body);
      expect(retry).to.deep.equal({ status: 201, replayed: true, text: first.text });
    }
    expect((await account.api.get('/v1/payment_links/stats')).body.total).to.equal(ROUNDS);
    // Summed over two days, in case midnight comes between.
    const [quota] = await service.database.query('select sum(used)::int as used from money_quotas');
    expect(quota).to.deep.equal({ used: ROUNDS });
  });

  it('have one effect when half of them have a different body', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const key = randomUUID();
      const outcomes = await Promise.all(
        Array.from({ length: CALLS }, (_, at) => post('/v1/ping', key, `{"order":${at % 2}}`)),
      );
      const executed = outcomes.filter(({ status, replayed }) => status === 200 && !replayed);
      expect(executed).to.have.length(1);
      for (const { status, text } of outcomes) {
        expect(status).to.be.oneOf([200, 409, 422]);
        if (status === 200) expect(text).to.equal(executed[0]?.text);
      }
    }
  });
});
