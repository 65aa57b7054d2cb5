import { expect } from 'chai';
import type { Money } from '../../../../src/lib/money.ts';
import type { StatementLine } from '../../../../src/methods/providers/provider.ts';
import { failureOf, patience } from '../../simulator/rig.ts';
import { amountOf, type Bench } from './bench.ts';
import type { Traits } from './rail-under-test.ts';

export function describeStatement(bench: Bench, traits: Traits): void {
  const linesOf = async (reference: string): Promise<StatementLine[]> =>
    (await bench.statement()).filter((line) => line.reference === reference);

  for (const move of bench.moves) {
    it(`has what went out once, however often it was asked for (${move})`, async () => {
      const one = await bench.prepare(move);
      await Promise.all([bench.done(one), bench.done(one)]);
      const { providerReference } = await bench.done(one, await bench.rail.reopen());
      const lines = await linesOf(providerReference);
      const kind = { payOut: 'pay_out', refund: 'refund', convert: 'convert' }[move];
      expect(lines.map((line) => [line.kind, line.amount.toFixed()])).to.deep.equal([
        [kind, one.amount.negated().toFixed()],
      ]);
    });

    it(`has nothing of what was refused (${move})`, async () => {
      const one = await bench.prepare(move);
      const before = (await bench.statement()).length;
      await bench.rail.misbehave(move, 'refuse');
      await failureOf(bench.done(one));
      expect((await bench.statement()).length).to.equal(before);
    });
  }

  it('has a deposit with all that is needed to take it in', async () => {
    const { providerReference, amount, place } = await bench.deposit();
    await bench.rail.finalize();
    const [line, ...more] = await linesOf(providerReference);
    expect(more).to.deep.equal([]);
    const { method, asset, network } = bench.incoming;
    expect(line).to.deep.include({ kind: 'deposit', asset, amount });
    const deposit = line?.kind === 'deposit' ? line.deposit : undefined;
    expect(deposit).to.deep.include({
      ...{ providerReference, method, asset, network, amount, final: true },
      destination: place.destination,
    });
    expect(deposit?.payer).to.be.an('object');
  });

  if (traits.returns) {
    it('has what came back once, with what it returns', async () => {
      const one = await bench.prepare('payOut');
      const { providerReference } = await bench.done(one);
      await bench.rail.sendBack(providerReference);
      await bench.rail.sendBack(providerReference);
      const lines = (await bench.statement()).filter(
        (line) => line.kind === 'return' && line.returned.providerReference === providerReference,
      );
      expect(lines).to.have.length(1);
      const [line] = lines;
      if (line?.kind !== 'return') throw new Error('there is no return');
      const { asset } = bench.outgoing;
      expect(line).to.deep.include({ asset, amount: one.amount });
      expect(line.returned).to.deep.include({ returnReference: line.reference, asset, amount: one.amount });
      expect(line.returned.reason).to.match(/^[A-Z_]+$/);
      expect(line.returned.message).to.not.equal('');
      expect(await linesOf(providerReference), 'what went out stays').to.have.length(1);
    });
  }

  it('has each line once, oldest first, and the same when it is read again', async () => {
    for (const move of bench.moves) await bench.done(await bench.prepare(move));
    const lines = await bench.statement('all');
    expect(new Set(lines.map(({ kind, reference }) => `${kind} ${reference}`)).size).to.equal(lines.length);
    const times = lines.map(({ at }) => at.getTime());
    expect(times).to.deep.equal(times.toSorted((one, other) => one - other));
    expect((await bench.statement('all')).slice(0, lines.length)).to.deep.equal(lines);
  });

  it('has a line in the period that begins with its time, and not in the one that ends there', async () => {
    const { providerReference } = await bench.deposit();
    await bench.rail.finalize();
    const [line] = await linesOf(providerReference);
    if (!line) throw new Error('there is no line');
    const within = async (from: number, to: number): Promise<string[]> => {
      const period = { from: new Date(from), to: new Date(to), after: undefined };
      const { lines } = await bench.rail.provider.listStatement(period, patience());
      return lines.map(({ reference }) => reference);
    };
    const at = line.at.getTime();
    expect(await within(at, at + 1)).to.include(providerReference);
    expect(await within(at - 1, at)).to.not.include(providerReference);
  });

  const { pageSize } = traits;
  if (pageSize !== undefined) {
    it('is read in pages, of which each line is on one', async () => {
      const place = await bench.place(await bench.instructions());
      const payIn = async (amounts: readonly Money[]): Promise<string[]> => {
        const { rail, incoming } = bench;
        if (rail.payInMany) return rail.payInMany(incoming, place, amounts);
        const references: string[] = [];
        for (const amount of amounts) {
          references.push((await rail.payIn(incoming, place, amount)).providerReference);
        }
        return references;
      };
      const amounts = Array.from({ length: pageSize + 1 }, () => amountOf(bench.incoming));
      const parts = Array.from({ length: 8 }, (_, part) => amounts.filter((__, at) => at % 8 === part));
      const paid = (await Promise.all(parts.map(payIn))).flat();
      await bench.rail.finalize();
      const listed = (await bench.statement('all')).map(({ reference }) => reference);
      expect(listed.length).to.be.greaterThan(pageSize);
      expect(new Set(listed).size).to.equal(listed.length);
      expect(listed).to.include.members(paid);
    });
  }

  it('is not read when the signal has aborted', async () => {
    const period = { from: new Date(0), to: new Date(), after: undefined };
    const failure = await failureOf(bench.rail.provider.listStatement(period, AbortSignal.abort()));
    expect(failure.kind).to.equal('timeout');
  });
}
