import { randomBytes } from 'node:crypto';
import { startFakeMono, type FakeMono } from '../../../scripts/fake-mono/server.ts';
import { money } from '../../../src/lib/money.ts';
import type { RawNotice } from '../../../src/methods/providers/provider.ts';
import { describeConformance } from '../providers/conformance.ts';
import type { RailUnderTest, Traits } from '../providers/conformance/rail-under-test.ts';
import { openMonoRig } from './rig.ts';

const TRAITS: Traits = {
  methods: [{ method: 'BREB', kind: 'key', network: null, asset: 'COP', decimals: 2, paysOut: true }],
  notices: true,
  returns: true,
  drops: true,
  changes: false,
};

describeConformance('Mono, by its documentation', openMono, TRAITS);

const TRANSFERS = '/api/v1/outgoing_transfers';
const ENDED = ['successful', 'failed', 'canceled', 'reversed'];
const HOUR_MS = 3_600_000;

async function openMono(): Promise<RailUnderTest> {
  // A second transfer for one id is not excluded, so the stand-in makes one. A minute is too long for a test, and a busy
  // machine may take a second to send a request.
  const rig = await openMonoRig({ settings: { repeated: 'second' } }, { repeatAfterMs: 3_000 });
  const { fake } = rig;
  const { control } = fake;
  const resign = ({ body }: RawNotice, options: { by?: 'stranger'; signed_at?: number }): RawNotice =>
    rig.toRaw({ headers: control.sign({ body: body.toString(), ...options }), body: body.toString() });
  const transferOf = (id: string) => control.state().transfers.find((one) => one.id === id)!;
  return {
    provider: rig.mono,
    reopen: () => Promise.resolve(rig.reopen()),
    async unreachable() {
      const gone = await startFakeMono();
      await gone.close();
      return rig.reopen({ baseUrl: gone.url });
    },
    now: async () => {
      const [row] = await rig.database.query('select service_now() as now');
      return row?.['now'] as Date;
    },
    payIn(_method, place, amount) {
      const paid = control.pay({ key: place.destination, amount: amount.toFixed(2), hold: true })!;
      if (!control.state().attempts.some(({ id, state }) => id === paid.id && state === 'created'))
        throw new Error(JSON.stringify(paid));
      const type = 'collection.attempt_successful';
      return Promise.resolve({
        providerReference: paid.id,
        notice: rig.toRaw(control.notice({ type, data: paid.notice })),
      });
    },
    finalize() {
      for (const { id, state } of control.state().attempts) {
        if (state === 'created') control.settleAttempt({ id, state: 'successful' });
      }
      // All steps of what is on its way out and not held.
      control.advance({ ms: 100 });
      return Promise.resolve();
    },
    drop(id) {
      control.settleAttempt({ id, state: 'failed', reason: 'breb_timeout' });
      return Promise.resolve();
    },
    newDestination: () => ({ key: `@K${randomBytes(6).toString('hex')}` }),
    sentTo(destination) {
      const sent = control
        .state()
        .transfers.filter(
          ({ state, query }) =>
            !['failed', 'canceled'].includes(String(state)) &&
            'key' in destination &&
            (query as { value: string }).value === destination.key,
        );
      return Promise.resolve(
        sent.map(({ amount }) => money(String((amount as { amount: number }).amount)).shiftedBy(-2)),
      );
    },
    sendBack(id) {
      if (transferOf(id)['state'] !== 'reversed') control.moveTransfer({ id, state: 'reversed' });
      const type = 'outgoing_transfer.reversed';
      return Promise.resolve(rig.toRaw(control.notice({ type, data: transferOf(id) })));
    },
    movedOn(id) {
      const type = 'outgoing_transfer.successful';
      return Promise.resolve(rig.toRaw(control.notice({ type, data: transferOf(id) })));
    },
    misbehave(_move, fault) {
      misbehave(fake, fault);
      return Promise.resolve();
    },
    heal() {
      control.clearFaults();
      control.transferWeather({});
      settle(fake, 'successful');
      return Promise.resolve();
    },
    forge: (notice) => resign(notice, { by: 'stranger' }),
    repeat: (notice) => resign(notice, { signed_at: Date.now() + 60_000 }),
    age: (notice) => resign(notice, { signed_at: Date.now() - 10 * HOUR_MS }),
    close: () => rig.close(),
  };
}

function misbehave({ control, ...fake }: FakeMono, fault: Parameters<RailUnderTest['misbehave']>[1]): void {
  switch (fault) {
    case 'hold':
      return control.transferWeather({ fate: { end: 'stuck' } });
    case 'refuse':
      control.fault({ kind: 'refused', code: 'insufficient_funds', on: `POST ${TRANSFERS}`, times: 0 });
      return settle({ control, ...fake }, 'failed');
    case 'lose_answer':
      control.fault({ kind: 'lost', on: `POST ${TRANSFERS}`, acts: true, times: 0 });
      // What looks first finds nothing yet; afterwards, it gets no answer either.
      control.fault({ kind: 'latency', ms: 0, on: `GET ${TRANSFERS}` });
      control.fault({ kind: 'lost', on: `GET ${TRANSFERS}`, times: 0 });
      return;
    case 'dawdle':
      control.fault({ kind: 'latency', on: `POST ${TRANSFERS}`, ms: 60_000, times: 0 });
  }
}

/** Ends all that is held. */
function settle({ control }: FakeMono, state: 'successful' | 'failed'): void {
  for (const transfer of control.state().transfers) {
    if (ENDED.includes(String(transfer['state']))) continue;
    control.moveTransfer({
      id: transfer.id,
      state,
      ...(state === 'failed' ? { reason: 'insufficient_funds' } : {}),
    });
  }
}
