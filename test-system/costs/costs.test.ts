import { readFileSync, writeFileSync } from 'node:fs';
import { expect } from 'chai';
import { startReceiver, type Receiver } from '../../test/support/outside/receiver.ts';
import { DELIVERIES, prepareCalls } from './calls.ts';
import { type Cost, type Measured, type Meter, startMeter } from './meter.ts';

/**
 * Written anew by `COSTS=new npx mocha --no-parallel test-system/costs/costs.test.ts`; a number that grows is a line in the
 * commit, with what it buys.
 */
const RECORD = new URL('costs.json', import.meta.url);
/** Times and ids have more or fewer bytes, and entries of an index share more or less. */
const LOG_MARGIN = { share: 0.02, least: 100 };
/** Data sent at once can arrive in two parts each time; one more round trip is six calls. */
const CALLS_MARGIN = { share: 0.05, least: 2 };
/** V8 optimizes functions while they run, after which they allocate less. */
const HEAP_MARGIN = { share: 0.15, least: 20_000 };

type Figure = 'log_bytes' | 'system_calls' | 'heap_bytes';

describe('what a call costs', function () {
  this.timeout(300_000);
  const recorded = JSON.parse(readFileSync(RECORD, 'utf8')) as Record<string, Cost>;
  let receiver: Receiver;
  let meter: Meter;
  let calls: Record<string, Measured>;
  const costs: Record<string, Cost> = {};

  before(async () => {
    receiver = await startReceiver();
    meter = await startMeter({ WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8', WEBHOOK_CA_FILE: receiver.caFile });
    calls = await prepareCalls(meter.service, receiver);
    for (const [name, call] of Object.entries(calls)) costs[name] = await meter.measure(call);
    if (process.env['COSTS'] === 'new') writeFileSync(RECORD, `${JSON.stringify(costs, null, 2)}\n`);
  });
  after(async () => {
    await meter?.close();
    await receiver?.close();
  });

  const assertCost = (cost: Cost, known: Cost, isHeapKnown = true): void => {
    const counted = ({ statements, round_trips, rows }: Cost) => ({ statements, round_trips, rows });
    expect(counted(cost)).to.deep.equal(counted(known));
    const assertClose = (what: Figure, { share, least }: typeof LOG_MARGIN): void =>
      void expect(cost[what], what).to.be.closeTo(known[what], Math.max(least, share * known[what]));
    assertClose('log_bytes', LOG_MARGIN);
    assertClose('system_calls', CALLS_MARGIN);
    if (isHeapKnown) assertClose('heap_bytes', HEAP_MARGIN);
  };

  it('is recorded for each that is measured', () => {
    expect(Object.keys(costs)).to.deep.equal(Object.keys(recorded));
  });

  for (const name of Object.keys(recorded)) {
    // What deliveries allocate depends on how the receivers' answers arrive in parts.
    it(`is as recorded: ${name}`, () => assertCost(costs[name]!, recorded[name]!, name !== DELIVERIES));
  }

  it('is more with one more statement, or one more index', async () => {
    const { createPaymentLink } = calls;
    const { service } = meter;
    const { db } = service.foundation;
    const slower = await meter.measure({
      call: async () => {
        await createPaymentLink?.call();
        await db.read.query({ name: 'planted', text: 'select 1' });
      },
    });
    expect(() => assertCost(slower, recorded['createPaymentLink']!)).to.throw(/statements/);
    await service.database.query('create index planted on payment_link_terms (account_id, link_code)');
    const larger = await meter.measure(createPaymentLink!);
    expect(() => assertCost(larger, recorded['createPaymentLink']!)).to.throw(/log_bytes/);
  });
});
