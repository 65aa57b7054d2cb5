import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { money } from '../../../src/lib/money.ts';
import type { StatementLine } from '../../../src/methods/providers/provider.ts';
import { until } from '../../support/poll.ts';
import { failureOf, issuedBy, patience } from '../simulator/rig.ts';
import { openMonoRig, type MonoRig } from './rig.ts';

const HOUR_MS = 3_600_000;

describe("Mono's statement", () => {
  let rig: MonoRig;
  /** As Mono has them, in order. */
  const moved: string[] = [];
  const times: number[] = [];

  before(async () => {
    // The smallest pages that Mono has.
    rig = await openMonoRig({ settings: { readyMs: 0, stepMs: 1 } }, { pageSize: 10 });
    const keys: string[] = [];
    while (keys.length < 40) keys.push(...(await fourKeys()));
    for (let count = 0; count < 60; count++) {
      if (count % 3 === 0) await payOut();
      else await payIn(keys.pop()!);
    }
  });
  after(() => rig.close());

  async function newKey(): Promise<string> {
    const { destination } = await issuedBy(rig.mono, {
      ...{ idempotencyKey: randomUUID(), method: 'BREB', kind: 'key', network: null, asset: 'COP' },
      ...{ amount: money('5000'), expiresAt: new Date(Date.now() + HOUR_MS), payerName: null },
    });
    return destination;
  }

  /** Each takes a while to be registered, and many at once take too long. */
  const fourKeys = () => Promise.all(Array.from({ length: 4 }, newKey));

  async function payIn(key: string): Promise<void> {
    const { id } = rig.fake.control.pay({ key, amount: '5000' })!;
    moved.push(id);
    times.push(Date.now());
    // What happens in one moment is in no order.
    await delay(2);
  }

  async function payOut(): Promise<string> {
    const asked = {
      ...{ idempotencyKey: randomUUID(), method: 'BREB', asset: 'COP', amount: money('700') },
      destination: { key: '@ANYBODY' },
    };
    let reference = '';
    await until(
      async () => {
        const outcome = await rig.mono.payOut(asked, patience());
        reference = outcome.providerReference ?? '';
        return outcome.status === 'done';
      },
      { what: 'it is done' },
    );
    moved.push(reference);
    times.push(Date.now());
    return reference;
  }

  const read = async (
    { from = Date.now() - HOUR_MS, to = Date.now() + HOUR_MS } = {},
    between: () => Promise<unknown> = () => Promise.resolve(),
  ): Promise<{ pages: number; lines: StatementLine[] }> => {
    const lines: StatementLine[] = [];
    let after: string | undefined;
    let pages = 0;
    do {
      const period = { from: new Date(from), to: new Date(to), after };
      const page = await rig.mono.listStatement(period, patience());
      lines.push(...page.lines);
      after = page.next;
      pages++;
      await between();
    } while (after !== undefined);
    return { pages, lines };
  };
  const referencesOf = (lines: readonly StatementLine[]) => lines.map(({ reference }) => reference);

  it('has both lists as one, oldest first, in pages', async () => {
    const { pages, lines } = await read();
    expect(referencesOf(lines)).to.deep.equal(moved);
    expect(pages).to.be.at.least(2);
    expect(lines[0]).to.deep.include({ kind: 'pay_out', asset: 'COP', amount: money('-700') });
    expect(lines[1]).to.deep.include({ kind: 'deposit', asset: 'COP', amount: money('5000') });
  });

  it('has only what is of its period', async () => {
    const [from, to] = [times[9]!, times[29]!];
    const { lines } = await read({ from, to });
    const ats = lines.map(({ at }) => at.getTime());
    expect(Math.min(...ats)).to.be.at.least(from);
    expect(Math.max(...ats)).to.be.below(to);
    expect(lines.length).to.be.within(18, 21);
    expect((await read({ from: to, to })).lines).to.deep.equal([]);
  });

  it('misses nothing, and has nothing twice, when more comes while it is read', async () => {
    const to = Date.now();
    const before = [...moved];
    const { lines } = await read({ to }, async () => {
      for (const key of await fourKeys()) await payIn(key);
      await payOut();
    });
    expect(referencesOf(lines)).to.deep.equal(before);
  });

  it('has what was reversed in the period in which that was learned', async () => {
    const reference = await payOut();
    const from = Date.now();
    rig.fake.control.moveTransfer({ id: reference, state: 'reversed' });
    const { lines } = await read();
    expect(referencesOf(lines).filter((one) => one === reference)).to.have.length(1);
    const [returned, ...others] = (await read({ from })).lines;
    expect(others).to.deep.equal([]);
    expect(returned).to.deep.include({
      kind: 'return',
      reference: `${reference}:reversed`,
      amount: money('700'),
    });
  });

  it('has no attempt that was turned away, and no transfer that failed', async () => {
    const from = Date.now();
    rig.fake.control.transferFates({ fates: [{ end: 'failed', reason: 'key_not_found' }] });
    await failureOf(payOut());
    expect((await read({ from })).lines).to.deep.equal([]);
  });

  it('is unreadable, and never shorter, when a list is not in order or the place is none of its own', async () => {
    const period = { from: new Date(0), to: new Date(), after: 'somewhere' };
    expect((await failureOf(rig.mono.listStatement(period, patience()))).kind).to.equal('refused');
    rig.fake.control.fault({ kind: 'garbage', on: 'GET /api/v1/outgoing_transfers', times: 3 });
    expect(
      (await failureOf(rig.mono.listStatement({ ...period, after: undefined }, patience()))).kind,
    ).to.equal('unavailable');
    rig.fake.control.clearFaults();
  });
});
