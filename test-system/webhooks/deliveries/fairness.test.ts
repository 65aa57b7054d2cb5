import { expect } from 'chai';
import { setTimeout as delay } from 'node:timers/promises';
import type { Loop } from '../../../src/lib/work/loop.ts';
import { until } from '../../../test/support/poll.ts';
import { startBeside, type RunningServer } from '../../../test/support/processes/program.ts';
import { startReceiver, type Receiver } from '../../../test/support/outside/receiver.ts';
import type { TestAccount } from '../../../test/support/service.ts';
import { startDeliveryBench, type DeliveryBench } from '../../../test/webhooks/deliveries/delivery-bench.ts';

const HANGING = 50;
const NOTICES = 60;

describe('fifty endpoints that hang', () => {
  let bench: DeliveryBench;
  let hanging: Receiver[];
  /** How many requests each of them has received and not answered. */
  const open = Array.from({ length: HANGING }, () => 0);
  let accounts: TestAccount[];
  let process: RunningServer | undefined;
  let loop: Loop | undefined;

  before(async () => {
    bench = await startDeliveryBench();
    hanging = await Promise.all(
      open.map((_, index) =>
        startReceiver({
          answer: (response) => {
            open[index]! += 1;
            response.once('close', () => (open[index]! -= 1));
          },
        }),
      ),
    );
    accounts = await Promise.all(Array.from({ length: 4 }, () => bench.service.createAccount()));
    for (const [index, { url }] of hanging.entries()) {
      await accounts[index % accounts.length]!.api.post('/v1/webhook_endpoints', { url: `${url}/` });
    }
  });
  after(async () => {
    process?.process.kill('SIGKILL');
    // Closing the receivers ends the hanging requests.
    await Promise.all((hanging ?? []).map((receiver) => receiver.close()));
    await loop?.stop();
    await bench?.close();
  });

  /** The most sends in flight to any endpoint that hangs, and to all of one account's, as the endpoints see them. */
  const inFlight = () => ({
    endpoint: Math.max(...open),
    account: Math.max(
      ...accounts.map((_, account) =>
        open.reduce((sum, count, index) => (index % accounts.length === account ? sum + count : sum), 0),
      ),
    ),
  });

  it('hold up neither other accounts nor healthy endpoints of the same account', async () => {
    // One healthy endpoint beside thirteen that hang, and one in a separate account.
    const neighbour = accounts[0]!;
    for (const { api } of [neighbour, bench.account]) {
      await api.post('/v1/webhook_endpoints', { url: `${bench.receiver.url}/` });
    }
    for (const { id } of accounts) await bench.record(20, id);
    // Two processes, which share the limits.
    process = await startBeside(bench.service, { ROLES: 'worker', ...bench.environment });
    loop = bench.service.workers.deliveries.start();
    const full = () => inFlight().account === 32;
    await until(full, { what: 'the hanging endpoints have reached their limit' });
    await bench.receiver.waitFor(20);

    const recordedAt = new Map<string, number>();
    const most = { endpoint: 0, account: 0 };
    for (let index = 0; index < NOTICES; index++) {
      for (const { id } of [neighbour, bench.account]) {
        for (const event of await bench.record(1, id)) recordedAt.set(event, Date.now());
      }
      const now = inFlight();
      most.endpoint = Math.max(most.endpoint, now.endpoint);
      most.account = Math.max(most.account, now.account);
      await delay(30);
    }
    await bench.receiver.waitFor(20 + 2 * NOTICES);

    const lags = bench.receiver.requests
      .flatMap(({ headers, receivedAt }) => {
        const recorded = recordedAt.get(String(headers['service-event-id']));
        return recorded === undefined ? [] : [receivedAt.getTime() - recorded];
      })
      .sort((a, b) => a - b);
    expect(lags).to.have.length(2 * NOTICES);
    const p99 = lags[Math.ceil(lags.length * 0.99) - 1]!;
    if (globalThis.process.env['SHOW_LAGS'])
      console.log({ p50: lags[lags.length >> 1], p99, max: lags.at(-1), most });
    // No healthy delivery waits for a hanging one to time out.
    expect(p99).to.be.below(10_000);
    expect(most.endpoint).to.be.within(1, 8);
    expect(most.account).to.be.within(14, 32);
  });
});
