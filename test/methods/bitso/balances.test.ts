import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { money } from '../../../src/lib/money.ts';
import type { Balances } from '../../../src/methods/providers/provider.ts';
import { until } from '../../support/poll.ts';
import { patience } from '../simulator/rig.ts';
import { openBitsoRig, type BitsoRig } from './bitso-rig.ts';

const BALANCES = 'GET /mint_platform/v1/balances';

describe('what is held at Bitso and Juno', () => {
  let rig: BitsoRig;
  before(async () => {
    rig = await openBitsoRig({ settings: { mintMs: 30 } });
    rig.fake.control.grantMxnb({ amount: '5000.25' });
  });
  after(() => rig.close());
  afterEach(() => rig.fake.control.clearFaults());

  const read = (keys: readonly string[] = []): Promise<Balances> =>
    rig.bitso.readBalances(
      { sent: keys.map((idempotencyKey) => ({ idempotencyKey, move: 'convert' })), seen: [] },
      patience(),
    );
  const heldOf = ({ holdings }: Balances, wanted: string): string | undefined =>
    holdings.find(({ place, asset }) => `${place} ${asset}` === wanted)?.amount.toFixed();
  const redeem = (idempotencyKey: string) =>
    rig.bitso.convert(
      {
        ...{ idempotencyKey, quoteReference: null, leastToAmount: null },
        ...{ fromAsset: 'MXNB', toAsset: 'MXN', fromAmount: money('1000') },
      },
      patience(),
    );

  it('is read in both places', async () => {
    const balances = await read();
    expect(balances.unread).to.deep.equal([]);
    expect(heldOf(balances, 'Juno MXNB')).to.equal('5000.25');
    expect(heldOf(balances, 'Bitso MXN')).to.equal('1000000');
  });

  it('has no MXNB of what was redeemed, and says so before the service has asked what became of it', async () => {
    const key = `account:${randomUUID()}`;
    expect((await redeem(key)).status).to.equal('pending');
    await until(async () => heldOf(await read(), 'Juno MXNB') === '4000.25', { what: 'Juno has taken it' });
    const balances = await read([key, `account:${randomUUID()}`]);
    expect(balances.left).to.deep.equal([key]);
    expect(heldOf(balances, 'Bitso MXN')).to.equal('1001000');
  });

  it('is known as MXNB under the older name of the token, too', async () => {
    rig.fake.control.set({ junoAsset: 'mxnbj' });
    expect(heldOf(await read(), 'Juno MXNB')).to.equal('4000.25');
  });

  it('is unknown at Juno, and known at Bitso, when Juno cannot be read', async () => {
    for (const kind of ['bad_gateway', 'garbage', 'empty', 'refused'] as const) {
      rig.fake.control.clearFaults();
      rig.fake.control.fault({ on: BALANCES, kind, times: 0 });
      const balances = await read();
      expect(balances.unread.map(({ place, assets }) => ({ place, assets }))).to.deep.equal([
        { place: 'Juno', assets: ['MXNB'] },
      ]);
      expect(heldOf(balances, 'Juno MXNB')).to.equal(undefined);
      expect(heldOf(balances, 'Bitso MXN')).to.equal('1001000');
    }
  });
});
