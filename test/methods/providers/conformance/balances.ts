import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { ZERO, type Money } from '../../../../src/lib/money.ts';
import type { Balances, BalancesRequest } from '../../../../src/methods/providers/provider.ts';
import { failureOf, patience } from '../../simulator/rig.ts';
import { amountOf, type Bench } from './bench.ts';
import type { MethodUnderTest, Traits } from './rail-under-test.ts';

export function describeBalances(bench: Bench, traits: Traits): void {
  const read = (request: Partial<BalancesRequest> = {}): Promise<Balances> =>
    bench.rail.provider.readBalances({ sent: [], seen: [], ...request }, patience());
  if (traits.holds === false) {
    it('is nothing, whatever arrived', async () => {
      await bench.deposit();
      await bench.rail.finalize();
      expect(await read()).to.deep.equal({ holdings: [], unread: [], left: [], absent: [] });
    });
    return;
  }
  const heldAs = (method: MethodUnderTest): string => method.heldAs ?? method.asset;
  const heldOf = ({ holdings }: Balances, wanted: string): Money =>
    holdings.filter(({ asset }) => asset === wanted).reduce((sum, { amount }) => sum.plus(amount), ZERO);

  it('has what arrived, and names each place and its moment', async () => {
    const asset = heldAs(bench.incoming);
    const before = heldOf(await read(), asset);
    const { amount } = await bench.deposit();
    await bench.rail.finalize();
    const balances = await read();
    expect(heldOf(balances, asset).minus(before).toFixed()).to.equal(amount.toFixed());
    expect(balances.unread).to.deep.equal([]);
    for (const { place, asOf } of balances.holdings) {
      expect(place).to.not.equal('');
      expect(asOf).to.not.equal('');
    }
    const keys = balances.holdings.map((holding) => `${holding.place} ${holding.asset}`);
    expect(new Set(keys).size).to.equal(keys.length);
  });

  it('says of a deposit that was seen whether it is there', async () => {
    const asset = heldAs(bench.incoming);
    const before = heldOf(await read(), asset);
    const { providerReference, amount } = await bench.deposit();
    const balances = await read({ seen: [providerReference, randomUUID()] });
    const isAbsent = balances.absent.includes(providerReference);
    expect(heldOf(balances, asset).minus(before).toFixed()).to.equal(isAbsent ? '0' : amount.toFixed());
    await bench.rail.finalize();
    const isStill = (await read({ seen: [providerReference] })).absent;
    expect(isStill).to.deep.equal([]);
  });

  if (traits.drops) {
    it('has nothing of a deposit that vanished', async () => {
      const asset = heldAs(bench.incoming);
      const before = heldOf(await read(), asset);
      const { providerReference } = await bench.deposit();
      await bench.rail.drop(providerReference);
      const balances = await read({ seen: [providerReference] });
      expect(heldOf(balances, asset).toFixed()).to.equal(before.toFixed());
      expect(balances.absent).to.deep.equal([providerReference]);
    });
  }

  for (const move of bench.moves.filter((one) => one !== 'convert')) {
    it(`has less by what left, and says which transfer that was (${move})`, async () => {
      const asset = heldAs(move === 'payOut' ? bench.outgoing : bench.incoming);
      await bench.deposit(amountOf(bench.incoming));
      await bench.rail.finalize();
      const one = await bench.prepare(move);
      const request = [
        { idempotencyKey: one.idempotencyKey, move: move === 'payOut' ? 'pay_out' : 'refund' } as const,
        { idempotencyKey: randomUUID(), move: 'pay_out' } as const,
      ];
      const before = await read({ sent: request });
      expect(before.left).to.deep.equal([]);
      await bench.done(one);
      const after = await read({ sent: request });
      expect(heldOf(before, asset).minus(heldOf(after, asset)).toFixed()).to.equal(one.amount.toFixed());
      expect(after.left).to.deep.equal([one.idempotencyKey]);
    });

    it(`still has what was refused (${move})`, async () => {
      const one = await bench.prepare(move);
      const before = await read();
      await bench.rail.misbehave(move, 'refuse');
      await failureOf(bench.done(one));
      const asset = heldAs(move === 'payOut' ? bench.outgoing : bench.incoming);
      const request = {
        idempotencyKey: one.idempotencyKey,
        move: move === 'payOut' ? 'pay_out' : 'refund',
      } as const;
      const after = await read({ sent: [request] });
      expect(heldOf(after, asset).toFixed()).to.equal(heldOf(before, asset).toFixed());
      expect(after.left).to.deep.equal([]);
    });
  }

  it('is not read when the signal has aborted, or the rail cannot be reached', async () => {
    const request = { sent: [], seen: [] };
    const aborted = bench.rail.provider.readBalances(request, AbortSignal.abort());
    expect((await failureOf(aborted)).kind).to.equal('timeout');
    const gone = await bench.rail.unreachable();
    expect((await failureOf(gone.readBalances(request, patience()))).kind).to.equal('unavailable');
  });
}
