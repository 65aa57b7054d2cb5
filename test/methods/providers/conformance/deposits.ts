import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { FinalDeposit, IssuedInstructions } from '../../../../src/methods/providers/provider.ts';
import { failureOf, issuedBy, patience } from '../../simulator/rig.ts';
import { amountOf, type Bench } from './bench.ts';
import type { MethodUnderTest, Traits } from './rail-under-test.ts';

/** Places to pay to, what arrives there, and where it can go back to. */
export function describeDeposits(bench: Bench, traits: Traits): void {
  for (const method of traits.methods) {
    describe(`a place for ${method.method}`, () => {
      if (traits.issues !== false) describeIssuing(method);

      it('takes a deposit, exact to the last decimal', async () => {
        const request = await bench.instructions(method);
        const place = await bench.place(request, method);
        const { providerReference } = await bench.rail.payIn(method, place, request.amount);
        await bench.rail.finalize();
        const confirmed = await confirm(providerReference);
        expect(confirmed).to.deep.include({
          status: 'confirmed',
          asset: method.asset,
          network: method.network,
          amount: request.amount,
          destination: place.destination,
        });
      });

      it('never has its money sent back to an address by itself', async () => {
        const request = await bench.instructions(method);
        const place = await bench.place(request, method);
        const { providerReference } = await bench.rail.payIn(method, place, request.amount);
        await bench.rail.finalize();
        const line = (await bench.statement()).find(({ reference }) => reference === providerReference);
        const payer = line?.kind === 'deposit' ? (line.deposit?.payer ?? {}) : {};
        const to = bench.rail.provider.refundDestination({ method: method.method, network: method.network, payer });
        if (method.kind === 'on_chain') expect(to).to.equal(undefined);
        if (to === undefined) return;
        const amount = request.amount;
        const refund = { idempotencyKey: randomUUID(), depositReference: providerReference, amount, to };
        const { providerReference: sent } = await bench.done({
          call: (provider, signal) => provider.refund({ ...refund, asset: method.asset }, signal),
        });
        const back = (await bench.statement()).filter(({ reference }) => reference === sent);
        expect(back.map(({ amount: moved }) => moved.toFixed())).to.deep.equal([amount.negated().toFixed()]);
      });
    });
  }

  describe('a deposit', () => {
    it('is confirmed once it is final, and stays so', async () => {
      const { providerReference, amount, place } = await bench.deposit();
      expect((await confirm(providerReference)).status).to.be.oneOf(['seen', 'confirmed']);
      await bench.rail.finalize();
      const { asset, network } = bench.incoming;
      const { destination } = place;
      const confirmed = await confirm(providerReference);
      expect(confirmed).to.deep.include({ status: 'confirmed', asset, network, amount, destination });
      expect(await confirm(providerReference, await bench.rail.reopen())).to.deep.equal(confirmed);
    });

    it('says the same once it is final, whether it is asked about or on the statement', async () => {
      const { providerReference } = await bench.deposit();
      await bench.rail.finalize();
      const { status, ...facts } = (await confirm(providerReference)) as FinalDeposit & { status: string };
      expect(status).to.equal('confirmed');
      const line = (await bench.statement()).find(({ reference }) => reference === providerReference);
      expect(line).to.deep.include({ kind: 'deposit', asset: facts.asset, amount: facts.amount });
      // A line may tell too little to take the deposit in, but never anything else.
      if (line?.kind === 'deposit' && line.deposit) {
        expect(line.deposit).to.deep.include({ ...facts, final: true });
      }
    });

    if (traits.namesPayers) {
      it('has a payer whose name can be stored, whatever it was', async () => {
        for (const [name, stored] of [
          ['A\0B', 'A\ufffdB'],
          ['\ud83d cut in half', '\ufffd cut in half'],
          ['\udc00\ud800', '\ufffd\ufffd'],
        ] as const) {
          const { providerReference, notice } = await bench.deposit(undefined, name);
          const report = notice && bench.rail.provider.notices?.read([notice.body], patience());
          await bench.rail.finalize();
          const line = (await bench.statement()).find(({ reference }) => reference === providerReference);
          for (const told of [await confirm(providerReference), line, ...(await Promise.all(report ?? []))]) {
            expect(JSON.stringify(told)).to.include(JSON.stringify(stored));
          }
        }
      });
    }

    if (traits.drops) {
      it('that vanishes before it is final is dropped, and never on the statement', async () => {
        const { providerReference } = await bench.deposit();
        expect((await confirm(providerReference)).status).to.equal('seen');
        await bench.rail.drop(providerReference);
        expect(await confirm(providerReference)).to.deep.equal({ status: 'dropped' });
        await bench.rail.heal();
        await bench.rail.finalize();
        expect(await confirm(providerReference)).to.deep.equal({ status: 'dropped' });
        const references = (await bench.statement()).map(({ reference }) => reference);
        expect(references).to.not.include(providerReference);
      });
    }

    if (traits.changes) {
      it('that changes before it is final counts as it is in the end, wherever that is told', async () => {
        const { providerReference, amount: seen, place } = await bench.deposit();
        const amount = seen.plus(amountOf(bench.incoming));
        await bench.rail.change?.(providerReference, amount);
        await bench.rail.finalize();
        const { asset, network } = bench.incoming;
        const { destination } = place;
        const facts = { asset, network, amount, destination };
        expect(await confirm(providerReference)).to.deep.include({ status: 'confirmed', ...facts });
        const lines = (await bench.statement()).filter(({ reference }) => reference === providerReference);
        expect(lines.map((line) => line.amount.toFixed())).to.deep.equal([amount.toFixed()]);
        const [line] = lines;
        if (line?.kind === 'deposit' && line.deposit) expect(line.deposit).to.deep.include(facts);
      });
    }

    if (bench.moves.includes('refund')) {
      it('can be sent back in parts', async () => {
        const unit = amountOf({ decimals: bench.incoming.decimals });
        const { providerReference } = await bench.deposit(unit.times(2));
        await bench.rail.finalize();
        const to = bench.rail.newDestination(bench.incoming);
        for (let part = 1; part <= 2; part++) {
          const request = { idempotencyKey: randomUUID(), depositReference: providerReference, amount: unit };
          await bench.done({
            call: (provider, signal) =>
              provider.refund({ ...request, asset: bench.incoming.asset, to }, signal),
          });
          expect((await bench.rail.sentTo(to)).map((amount) => amount.toFixed())).to.deep.equal(
            Array.from({ length: part }, () => unit.toFixed()),
          );
        }
      });
    }

    it('cannot be asked about when the signal has aborted', async () => {
      const { providerReference } = await bench.deposit();
      const request = { idempotencyKey: randomUUID(), providerReference };
      const failure = await failureOf(bench.rail.provider.confirmDeposit(request, AbortSignal.abort()));
      expect(failure.kind).to.equal('timeout');
    });
  });

  function describeIssuing(method: MethodUnderTest): void {
    it('is the same for the same key, and another for each other key', async () => {
      const request = await bench.instructions(method);
      const issued = await Promise.all(
        Array.from({ length: 10 }, () => issuedBy(bench.rail.provider, request)),
      );
      issued.push(await issuedBy(await bench.rail.reopen(), request));
      for (const one of issued) expect(one).to.deep.equal(issued[0]);
      const other = { ...request, idempotencyKey: randomUUID() };
      const elsewhere = await issuedBy(bench.rail.provider, other);
      expect(placeOf(elsewhere)).to.not.equal(placeOf(issued[0]!));
    });

    it('is not issued when the signal has aborted', async () => {
      const call = bench.rail.provider.issueInstructions(
        await bench.instructions(method),
        AbortSignal.abort(),
      );
      expect((await failureOf(call)).kind).to.equal('timeout');
    });

    it('is the same without an external call, where the rail can do that', async () => {
      const request = await bench.instructions(method);
      const atOnce = await bench.rail.provider.issueAtOnce(request);
      if (atOnce === undefined) return;
      expect(atOnce.expiresAt, 'it takes any amount').to.equal(null);
      const again = await bench.rail.provider.issueAtOnce(request);
      expect({ ...again, record: undefined }).to.deep.equal({ ...atOnce, record: undefined });
      // Only the one that the service records itself comes with how to do so.
      const issued = await issuedBy(bench.rail.provider, request);
      expect({ ...issued, record: undefined }).to.deep.equal({ ...atOnce, record: undefined });
    });

    it('is told to the payer as a deposit will name it', async () => {
      const request = await bench.instructions(method);
      const { instructions, destination, reference, expiresAt } = await issuedBy(
        bench.rail.provider,
        request,
      );
      const told = {
        clabe: instructions.clabe,
        // Where many pay into one account, the reference belongs to the destination.
        bank: destination.includes('/')
          ? `${instructions.bank?.account_number}/${instructions.reference}`
          : instructions.bank?.account_number,
        key: instructions.reference,
        on_chain: instructions.address,
      };
      expect(told[method.kind]).to.equal(destination);
      expect(instructions.network ?? null).to.equal(method.kind === 'on_chain' ? method.network : null);
      if (reference !== null) expect(instructions.reference).to.equal(reference);
      if (expiresAt !== null) expect(expiresAt).to.be.instanceOf(Date);
    });
  }

  const confirm = (providerReference: string, provider = bench.rail.provider) =>
    provider.confirmDeposit({ idempotencyKey: randomUUID(), providerReference }, patience());
}

/** What makes a place unique: some rails tell payments to one account apart by their references. */
function placeOf({ destination, reference }: IssuedInstructions): string {
  return `${destination} ${reference ?? ''}`;
}
