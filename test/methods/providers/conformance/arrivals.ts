import { expect } from 'chai';
import { money } from '../../../../src/lib/money.ts';
import type { Arrival, Provider } from '../../../../src/methods/providers/provider.ts';
import { failureOf, patience } from '../../simulator/rig.ts';
import { amountOf, type Bench } from './bench.ts';
import type { SentHere, Traits } from './rail-under-test.ts';

/** The deployment's own money is found where it was sent to, and nothing else is taken for it (D39). */
export function describeArrivals(bench: Bench, { arrivals }: Traits): void {
  if (!arrivals) {
    it('is not offered', () => expect(bench.rail.provider.findArrival).to.equal(undefined));
    return;
  }
  const { asset, otherAsset, destination, otherDestination } = arrivals;
  const newTransfer = (): SentHere => ({
    ...{ asset, destination, sentReference: arrivals.newReference(), amount: amountOf(arrivals) },
  });
  const find = (
    sent: Omit<SentHere, 'amount'>,
    { provider = bench.rail.provider, signal = patience() } = {},
  ): Promise<Arrival> => {
    const { sentReference, asset: sentAsset, destination: to } = sent;
    const request = {
      sentReference,
      asset: sentAsset,
      destination: to,
      sentAt: new Date(Date.now() - 60_000),
    };
    return asked(provider)(request, signal);
  };
  const arrive = async (sent: SentHere): Promise<void> => {
    await bench.rail.arrive!(sent);
    await bench.rail.finalize();
  };
  const plain = (arrival: Arrival): object =>
    arrival.status === 'arrived' ? { ...arrival, amount: arrival.amount.toFixed() } : arrival;

  it('is absent until the rail shows it, and seen until it is final', async () => {
    const sent = newTransfer();
    expect(await find(sent)).to.deep.equal({ status: 'absent' });
    await bench.rail.arrive!(sent);
    expect(await find(sent)).to.deep.equal({ status: 'seen' });
    await bench.rail.finalize();
    expect((await find(sent)).status).to.equal('arrived');
  });

  it('has arrived with the amount that the rail credited, and says the same to whoever asks again', async () => {
    const sent = newTransfer();
    const credited = sent.amount.minus(money('1'));
    await arrive({ ...sent, amount: credited });
    const arrival = plain(await find(sent));
    expect(arrival).to.deep.include({ status: 'arrived', asset, amount: credited.toFixed() });
    await arrive(newTransfer());
    const again = [await find(sent), await find(sent, { provider: await bench.rail.reopen() })];
    expect(again.map(plain)).to.deep.equal([arrival, arrival]);
  });

  it('is one arrival, the same as before, if the rail lists it twice', async () => {
    const sent = newTransfer();
    await arrive(sent);
    const arrival = plain(await find(sent));
    await arrive({ ...sent, amount: sent.amount.plus(money('1')) });
    expect(plain(await find(sent))).to.deep.equal(arrival);
  });

  it('has a reference of its own for each transfer', async () => {
    const both = [newTransfer(), newTransfer()];
    for (const sent of both) await arrive(sent);
    const references = await Promise.all(
      both.map(async (sent) => (await find(sent)) as { reference: string }),
    );
    expect(new Set(references.map(({ reference }) => reference)).size).to.equal(2);
  });

  it('is never what another transfer brought, of the same amount', async () => {
    const sent = newTransfer();
    await arrive({ ...newTransfer(), amount: sent.amount });
    expect(await find(sent)).to.deep.equal({ status: 'absent' });
  });

  it('is never what came as another asset, or somewhere else', async () => {
    const [changed, elsewhere] = [newTransfer(), newTransfer()];
    await arrive({ ...changed, asset: otherAsset });
    await arrive({ ...elsewhere, destination: otherDestination });
    for (const sent of [changed, elsewhere]) {
      expect((await find(sent)).status).to.be.oneOf(['absent', 'refused']);
    }
  });

  it('is not known when the signal has aborted, or the rail cannot be reached', async () => {
    const sent = newTransfer();
    const aborted = find(sent, { signal: AbortSignal.abort() });
    expect((await failureOf(aborted)).kind).to.equal('timeout');
    const provider = await bench.rail.unreachable();
    expect((await failureOf(find(sent, { provider }))).kind).to.equal('unavailable');
  });
}

function asked({ findArrival }: Provider): NonNullable<Provider['findArrival']> {
  if (!findArrival) throw new Error('it finds no arrivals');
  return findArrival;
}
