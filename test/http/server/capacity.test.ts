import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { createCapacity, type Capacity, type Slot } from '../../../src/http/request/capacity.ts';
import { until } from '../../support/poll.ts';
import { answers } from '../../support/outside/receiver.ts';
import { startDeliveryBench, type DeliveryBench } from '../../webhooks/deliveries/delivery-bench.ts';
import { expectError } from '../raw-call.ts';

/** Calls whose work continues until it is released. */
function heldCalls() {
  const held: (() => void)[] = [];
  return {
    held,
    work: () => new Promise<string>((resolve) => held.push(() => resolve('done'))),
    letGo: () => held.splice(0).forEach((finish) => finish()),
  };
}

/** A call as the chain carries it out. */
async function carryOut<T>(capacity: Capacity, work: (slot: Slot) => Promise<T>): Promise<T> {
  const slot = capacity.take();
  try {
    return await work(slot);
  } finally {
    slot.leave();
  }
}

const codeOf = (error: unknown): string => (error as { code: string }).code;

describe('the capacity of a process', () => {
  it('is exactly 256 calls at once', async () => {
    const capacity = createCapacity();
    const { held, work, letGo } = heldCalls();
    const call = () => carryOut(capacity, work).catch(codeOf);
    const calls = Array.from({ length: 300 }, call);
    expect(held).to.have.length(256);
    letGo();
    const outcomes = await Promise.all(calls);
    expect(outcomes.filter((outcome) => outcome === 'done')).to.have.length(256);
    expect(outcomes.filter((outcome) => outcome === 'rate_limit_exceeded')).to.have.length(44);
    const next = call();
    letGo();
    expect(await next, 'a finished call frees its slot').to.equal('done');
  });

  it('is not used up by calls that wait for external systems', async () => {
    const capacity = createCapacity();
    const { held, work, letGo } = heldCalls();
    const waiting = Array.from({ length: 200 }, (_, account) =>
      carryOut(capacity, (slot) => slot.waitOutside(`account ${account}`, work)),
    );
    await until(() => held.length === 200, { what: 'all wait for external systems' });
    const others = heldCalls();
    const carriedOut = Array.from({ length: 256 }, () => carryOut(capacity, others.work));
    expect(others.held).to.have.length(256);
    others.letGo();
    letGo();
    expect(new Set(await Promise.all([...waiting, ...carriedOut]))).to.deep.equal(new Set(['done']));
  });

  it('lets two calls of an account wait for external systems at once, then the next', async () => {
    const capacity = createCapacity();
    const { held, work, letGo } = heldCalls();
    const call = (account: string) => carryOut(capacity, (slot) => slot.waitOutside(account, work));
    const mine = Array.from({ length: 4 }, () => call('mine'));
    await until(() => held.length === 2, { what: 'two calls of the account wait' });
    const theirs = call('theirs');
    await until(() => held.length === 3, { what: 'the other account has its own slots' });
    held.shift()?.();
    await mine[0];
    expect(held, 'the next call took the freed slot').to.have.length(3);
    letGo();
    await Promise.all([mine[1], mine[2], theirs]);
    await until(() => held.length === 1, { what: 'the last one gets its turn' });
    letGo();
    expect(await Promise.all([...mine, theirs])).to.deep.equal(Array.from({ length: 5 }, () => 'done'));
  });

  it("refuses calls beyond an account's queue at once, and those still queued after a second", async () => {
    const capacity = createCapacity();
    const { held, work, letGo } = heldCalls();
    const refusals: string[] = [];
    const calls = Array.from({ length: 30 }, () =>
      carryOut(capacity, (slot) => slot.waitOutside('mine', work)).catch((error: unknown) =>
        refusals.push(codeOf(error)),
      ),
    );
    await until(() => refusals.length >= 12, { what: 'two wait and sixteen queue' });
    await until(() => refusals.length === 28, { what: 'the queue is empty' });
    expect(held).to.have.length(2);
    letGo();
    await Promise.all(calls);
    expect(new Set(refusals)).to.deep.equal(new Set(['rate_limit_exceeded']));
  });
});

describe('a receiver that never responds', () => {
  let bench: DeliveryBench;

  before(async () => {
    bench = await startDeliveryBench();
  });
  after(() => bench?.close());

  it('makes nobody else wait, however many test events are requested', async () => {
    const { id } = await bench.register();
    const other = await bench.service.createAccount();
    let letGo: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (letGo = resolve));
    bench.receiver.answerWith((response, request) => {
      void released.then(() => answers.status(200)(response, request));
    });
    const test = () =>
      bench.account.api.post(`/v1/webhook_endpoints/${id}/test`, undefined, { idempotencyKey: randomUUID() });
    const tests = Array.from({ length: 300 }, test);
    await bench.receiver.waitFor(2);
    const reads = await Promise.all(Array.from({ length: 20 }, () => other.api.get('/v1/balances')));
    expect(reads.map(({ status }) => status)).to.deep.equal(reads.map(() => 200));
    const refused = tests.map((answer) => answer.then(({ status }) => status === 429));
    // All but the two that wait are refused at once or within a second.
    await until(async () => (await settledOf(refused)) >= 298, { what: 'the others are refused' });
    expect(bench.receiver.requests).to.have.length(2);
    letGo();
    const answered = await Promise.all(tests);
    expect(answered.filter(({ status }) => status === 200)).to.have.length(2);
    for (const answer of answered.filter(({ status }) => status !== 200)) {
      expectError(answer, 429, 'rate_limit_exceeded');
    }
  });
});

async function settledOf(promises: readonly Promise<boolean>[]): Promise<number> {
  const open = Symbol();
  const states = await Promise.all(promises.map((promise) => Promise.race([promise, Promise.resolve(open)])));
  return states.filter((state) => state === true).length;
}
