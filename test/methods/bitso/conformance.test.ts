import { randomBytes, randomInt } from 'node:crypto';
import { money } from '../../../src/lib/money.ts';
import { clabeCheckDigit } from '../../../src/methods/clabe.ts';
import type { RawNotice } from '../../../src/methods/providers/provider.ts';
import { describeConformance } from '../providers/conformance.ts';
import type { Move, RailUnderTest, Traits } from '../providers/conformance/rail-under-test.ts';
import { startFakeBitso, type FakeBitso } from '../../../scripts/fake-bitso/server.ts';
import { openBitsoRig } from './bitso-rig.ts';

const TRAITS: Traits = {
  methods: [{ method: 'SPEI', kind: 'clabe', network: null, asset: 'MXN', decimals: 2, paysOut: true }],
  exchange: { fromAsset: 'MXN', fromDecimals: 2, toAsset: 'USDC' },
  notices: true,
  namesPayers: true,
  returns: true,
  drops: false,
  changes: false,
  arrivals: {
    ...{ asset: 'USDC', otherAsset: 'USDT', decimals: 6 },
    destination: { address: '0x52908400098527886E0F7030069857D2E4169EE7', network: 'Polygon' },
    otherDestination: { address: '0x8617E340B3D01FA5F11F306F4090FD50E238070D', network: 'Polygon' },
    newReference: () => `Polygon:0x${randomBytes(32).toString('hex')}`,
  },
};

describeConformance('Bitso, by its documentation', openBitso, TRAITS);

type Fault = Parameters<RailUnderTest['misbehave']>[1];

const WITHDRAWALS = { ask: 'POST /v3/withdrawals', lookUp: 'GET /v3/withdrawals' };
const ENDPOINTS: Record<Move, { ask: string; lookUp: string }> = {
  payOut: WITHDRAWALS,
  refund: WITHDRAWALS,
  convert: { ask: 'POST /rfq/v1/conversions', lookUp: 'GET /rfq/v1/conversions' },
};

async function openBitso(): Promise<RailUnderTest> {
  const rig = await openBitsoRig();
  const { fake } = rig;
  const { control } = fake;
  const noticeOf = (fid: string): RawNotice => {
    const payload = control.state().fundings.find((funding) => funding.fid === fid);
    return rig.toRaw(control.notice({ event: 'funding', payload }));
  };
  return {
    provider: rig.bitso,
    reopen: () => Promise.resolve(rig.reopen()),
    async unreachable() {
      const gone = await startFakeBitso();
      await gone.close();
      return rig.reopen(gone.url);
    },
    now: async () => {
      const [row] = await rig.database.query('select service_now() as now');
      return row?.['now'] as Date;
    },
    payIn(_method, place, amount, payerName) {
      const paid = control.pay({
        ...{ receiver_clabe: place.destination, amount: amount.toFixed(2) },
        ...(payerName !== undefined && { sender_name: payerName }),
      });
      if (!paid.credited || paid.fid === null) throw new Error(JSON.stringify(paid));
      return Promise.resolve({ providerReference: paid.fid, notice: noticeOf(paid.fid) });
    },
    arrive({ sentReference, asset, amount, destination }) {
      if (!('address' in destination)) throw new Error('it arrives on a chain');
      control.arriveOnChain({
        ...{ currency: asset.toLowerCase(), amount: amount.toFixed(), status: 'pending' },
        ...{ tx_hash: sentReference.split(':')[1]!, address: destination.address, network: 'polygon' },
      });
      return Promise.resolve();
    },
    finalize() {
      for (const { fid, status } of control.state().fundings) {
        if (status === 'pending') control.settleFunding({ fid, status: 'complete' });
      }
      // All steps of what is on its way out and not held.
      control.advance({ ms: 50 });
      return Promise.resolve();
    },
    drop: () => Promise.reject(new Error('payments by SPEI are final')),
    newDestination() {
      const digits = `032180${String(randomInt(1e11)).padStart(11, '0')}`;
      return { clabe: digits + clabeCheckDigit(digits) };
    },
    sentTo(destination) {
      const sent = control
        .state()
        .withdrawals.filter(
          ({ status, details }) =>
            status !== 'failed' &&
            'clabe' in destination &&
            (details as { beneficiary_clabe?: string }).beneficiary_clabe === destination.clabe,
        );
      return Promise.resolve(sent.map(({ amount }) => money(amount)));
    },
    sendBack(wid) {
      const [known] = control.state().fundings.filter(({ details }) => details['origin_wid'] === wid);
      const fid = known?.fid ?? control.reverseWithdrawal({ wid }).fid;
      return Promise.resolve(noticeOf(fid));
    },
    movedOn(wid) {
      const payload = control.state().withdrawals.find((one) => one.wid === wid);
      return Promise.resolve(rig.toRaw(control.notice({ event: 'withdrawal', payload })));
    },
    misbehave(move, fault) {
      misbehave(fake, move, fault);
      return Promise.resolve();
    },
    heal() {
      control.clearFaults();
      control.withdrawalWeather({ share: 0, fates: [] });
      control.set({ conversionMs: 20 });
      settle(fake, 'complete');
      return Promise.resolve();
    },
    forge: (notice) => rig.resign(notice, 'forger'),
    repeat: (notice) => rig.resign(notice, 'us'),
    age: () => undefined,
    close: () => rig.close(),
  };
}

function misbehave({ control, ...fake }: FakeBitso, move: Move, fault: Fault): void {
  const { ask, lookUp } = ENDPOINTS[move];
  switch (fault) {
    case 'hold':
      control.withdrawalWeather({ share: 1, fates: [{ end: 'stuck' }] });
      control.set({ conversionMs: 3_600_000 });
      return;
    case 'refuse':
      control.fault({ kind: 'refused', code: '0601', on: ask, times: 0 });
      return settle({ control, ...fake }, 'failed');
    case 'lose_answer':
      control.fault({ kind: 'lost', on: ask, acts: true, times: 0 });
      // What looks first finds nothing yet; afterwards, it gets no answer either.
      if (move !== 'convert') control.fault({ kind: 'latency', ms: 0, on: lookUp });
      control.fault({ kind: 'lost', on: lookUp, times: 0 });
      return;
    case 'dawdle':
      control.fault({ kind: 'latency', on: ask, ms: 60_000, times: 0 });
  }
}

/** Ends all that is held. */
function settle({ control }: FakeBitso, status: 'complete' | 'failed'): void {
  for (const { wid, status: now } of control.state().withdrawals) {
    if (now === 'pending' || now === 'processing') control.settleWithdrawal({ wid, status });
  }
  control.settleConversions({ status });
}
