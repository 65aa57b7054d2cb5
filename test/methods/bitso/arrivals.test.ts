import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import { money } from '../../../src/lib/money.ts';
import type { Arrival } from '../../../src/methods/providers/provider.ts';
import { failureOf, patience } from '../simulator/rig.ts';
import { openBitsoRig, type BitsoRig } from './bitso-rig.ts';

const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7';
const OTHER = '0x8617E340B3D01FA5F11F306F4090FD50E238070D';
const MINUTE_MS = 60_000;

describe('what was sent to Bitso on a chain', () => {
  let rig: BitsoRig;
  beforeEach(async () => {
    rig = await openBitsoRig();
  });
  afterEach(() => rig.close());

  type Shown = Parameters<BitsoRig['fake']['control']['arriveOnChain']>[0];
  const newHash = () => `0x${randomBytes(32).toString('hex')}`;
  const show = (tx_hash: string, change: Partial<Shown> = {}): string =>
    rig.fake.control.arriveOnChain({
      ...{ currency: 'usdc', amount: '100.5', address: ADDRESS, network: 'arbitrum', tx_hash },
      ...change,
    }).fid;
  const find = async (hash: string, { sentAt = new Date(), ...change } = {}): Promise<any> => {
    const arrival: Arrival = await rig.bitso.findArrival!(
      {
        ...{ sentReference: `Arbitrum:${hash}`, asset: 'USDC', sentAt },
        destination: { address: ADDRESS, network: 'Arbitrum' },
        ...change,
      },
      patience(),
    );
    return arrival.status === 'arrived' ? { ...arrival, amount: arrival.amount.toFixed() } : arrival;
  };
  const arrived = (reference: string, amount = '100.5') => ({
    ...{ status: 'arrived', reference, asset: 'USDC', amount },
  });

  for (const [name, write] of [
    ['in capitals', (hash: string) => hash.toUpperCase().replace('0X', '0x')],
    ['without 0x', (hash: string) => hash.slice(2)],
  ] as const) {
    it(`is known by its hash, also where Bitso writes it ${name}`, async () => {
      const hash = newHash();
      const fid = show(write(hash));
      expect(await find(hash)).to.deep.equal(arrived(fid));
    });
  }

  it('is known where Bitso names the address as in a recorded answer, and never at another', async () => {
    rig.fake.control.set({ onChainDetails: 'recorded' });
    const [hash, elsewhere] = [newHash(), newHash()];
    const fid = show(hash, { address: ADDRESS.toLowerCase() });
    expect(await find(hash)).to.deep.equal(arrived(fid));
    const reference = show(elsewhere, { address: OTHER });
    expect(await find(elsewhere)).to.deep.equal({
      ...{ status: 'refused', reference, message: `It is listed at the address ${OTHER}.` },
    });
  });

  it('is known by its hash alone where Bitso masks the address', async () => {
    const hash = newHash();
    const fid = show(hash, { address: `*****${ADDRESS.slice(-4)}` });
    expect(await find(hash)).to.deep.equal(arrived(fid));
  });

  it('is the first of two deposits that name one hash, whenever it is asked', async () => {
    const hash = newHash();
    const first = show(hash, { amount: '99.5' });
    expect(await find(hash)).to.deep.equal(arrived(first, '99.5'));
    rig.fake.control.advance({ ms: MINUTE_MS });
    show(hash);
    expect(await find(hash)).to.deep.equal(arrived(first, '99.5'));
  });

  it('is what was credited, whatever failed, pends or is elsewhere beside it', async () => {
    const hash = newHash();
    const failed = show(hash, { status: 'failed' });
    expect(await find(hash)).to.deep.include({ status: 'refused', reference: failed });
    show(hash, { status: 'pending' });
    expect(await find(hash)).to.deep.equal({ status: 'seen' });
    const fid = show(hash);
    show(hash, { address: OTHER });
    show(hash, { status: 'failed' });
    expect(await find(hash)).to.deep.equal(arrived(fid));
  });

  it('has not arrived as what was sent if it was credited as another currency', async () => {
    const hash = newHash();
    const reference = show(hash, { currency: 'usd', asset: 'usdc' });
    expect(await find(hash)).to.deep.equal({
      ...{ status: 'refused', reference, message: 'Bitso credited it as USD, not as USDC.' },
    });
  });

  it('is found behind newer deposits, and looked for no further back than it was sent', async () => {
    for (let count = 0; count < 150; count++) rig.fake.control.credit({ amount: '1' });
    rig.fake.control.advance({ ms: 60 * MINUTE_MS });
    const sentAt = new Date(rig.fake.control.state().now);
    const hash = newHash();
    const fid = show(hash);
    rig.fake.control.advance({ ms: MINUTE_MS });
    for (let count = 0; count < 120; count++) rig.fake.control.credit({ amount: '1' });
    expect(await find(hash, { sentAt })).to.deep.equal(arrived(fid));
    expect(rig.asked('GET /v3/fundings')).to.equal(2);
    expect(await find(newHash(), { sentAt })).to.deep.equal({ status: 'absent' });
    expect(rig.asked('GET /v3/fundings')).to.equal(4);
  });

  it('is not called absent when the list is too long to be read', async () => {
    for (let count = 0; count < 2_001; count++) rig.fake.control.credit({ amount: '1' });
    const failure = await failureOf(find(newHash()));
    expect(failure.kind).to.equal('unavailable');
    expect(failure.message).to.include('more than 2000 newer deposits');
  });

  it('is looked for only if it was sent on a chain', async () => {
    expect((await failureOf(find(newHash(), { sentReference: 'order-7' } as object))).kind).to.equal(
      'refused',
    );
    const destination = { clabe: '012180015123456780' };
    expect((await failureOf(find(newHash(), { destination } as object))).kind).to.equal('refused');
  });

  it('is no payer’s deposit: neither by its notice nor by the statement', async () => {
    const { control } = rig.fake;
    const from = new Date(Date.parse(control.state().now) - MINUTE_MS);
    const fids = (['pending', 'complete', 'failed'] as const).map((status) => show(newHash(), { status }));
    const bodies = fids.map((fid) => {
      const payload = control.state().fundings.find((one) => one.fid === fid);
      return Buffer.from(control.notice({ event: 'funding', payload }).body);
    });
    const reports = await Promise.all(rig.bitso.notices!.read(bodies, patience()));
    expect(reports).to.deep.equal(fids.map(() => ({ type: 'nothing' })));
    control.advance({ ms: MINUTE_MS });
    const to = new Date(control.state().now);
    const { lines } = await rig.bitso.listStatement({ from, to, after: undefined }, patience());
    // It shows in reconciling, with nothing to take in.
    const line = lines.find(({ reference }) => reference === fids[1]);
    expect(line).to.deep.include({
      kind: 'deposit',
      asset: 'USDC',
      amount: money('100.5'),
      deposit: undefined,
    });
    expect(lines.filter(({ reference }) => [fids[0], fids[2]].includes(reference))).to.deep.equal([]);
  });
});
