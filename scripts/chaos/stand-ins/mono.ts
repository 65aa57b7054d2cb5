import { money } from '../../../src/lib/money.ts';
import { startFakeMono } from '../../fake-mono/server.ts';
import { runCourse } from './course.ts';

/** What the deployment's sending account has before, in pesos. */
const OWN_MONEY = 50_000_000;
const FAULTS = [
  ...[{ kind: 'lost', acts: true } as const, { kind: 'lost' } as const],
  ...[{ kind: 'unknown', acts: true } as const, { kind: 'bad_gateway', acts: true } as const],
  ...[{ kind: 'garbage', acts: true } as const, { kind: 'latency', ms: 1_200 } as const],
];
const MAX_LAG_MS = 3_000;
const BACK = ['failed', 'canceled', 'reversed'];

/** Bre-B at a stand-in for Mono. */
export async function monoUnderChaos(
  durationMs: number,
  seed: number,
): Promise<{ report: object; faults: string[] }> {
  const fake = await startFakeMono({
    ...{ seed, balance: OWN_MONEY.toFixed(2) },
    settings: { callsPerSecond: 200, stepMs: 60, attemptMs: 100 },
  });
  const { control } = fake;
  let payees = 0;
  return runCourse(durationMs, seed, {
    ...{ provider: 'mono', method: 'BREB', currency: 'COP', funds: '9000000', unit: '3' },
    ...{ amounts: ['12000', '450000', '78000.5'], payout: '11000' },
    writers: 6,
    environment: {
      ...{ MONO_CLIENT_ID: fake.client.id, MONO_CLIENT_SECRET: fake.client.secret },
      ...{ MONO_WEBHOOK_SECRET: fake.webhookSecret, MONO_BASE_URL: fake.url },
      ...{ MONO_RECEIVING_ACCOUNT: fake.receivingAccount, MONO_SENDING_ACCOUNT: fake.sendingAccount },
    },
    subscribe(url) {
      control.set({ notices: { url } });
      return Promise.resolve();
    },
    destination: () => ({ brebKey: `@CHAOS${payees++}` }),
    pay({ reference }, amount) {
      const payment = { key: reference, amount: amount.toFixed(2), name: 'Chaos' };
      const attempt = control.pay(payment) as { state: string } | null;
      return attempt !== null && attempt.state !== 'rejected';
    },
    misbehave(chance) {
      control.weather({ share: 0.12, faults: FAULTS });
      if (chance.happens(0.3))
        control.transferFates({
          fates: [{ end: 'failed', reason: chance.pick(['key_not_found', 'breb_timeout']) }],
        });
      if (chance.happens(0.2)) control.transferFates({ fates: [{ end: 'stuck' }] });
      const lag = () => (chance.happens(0.5) ? 0 : Math.floor(MAX_LAG_MS * chance.share()));
      control.set({
        lagMs: { collections: lag(), attempts: lag(), transfers: lag() },
        notices: { lost: 0.25, doubled: 0.3, forged: 0.1, lateMs: 2_000, resigns: chance.happens(0.5) },
        ...{ attemptData: chance.pick(['attempt', 'collection'] as const), paidFirst: chance.happens(0.5) },
        repeated: chance.pick(['duplicated', 'conflict', 'rejected', 'original', 'second'] as const),
        ...{ leavesWhen: chance.pick(['held', 'successful'] as const), readyMs: chance.pick([20, 1_500]) },
      });
      if (chance.happens(0.05)) control.revokeTokens();
    },
    bringPeace() {
      control.clearFaults();
      control.set({
        lagMs: { collections: 0, attempts: 0, transfers: 0 },
        notices: { lost: 0, doubled: 0, forged: 0, lateMs: 0 },
      });
      const transfers = control.state().transfers as { id: string; state: string }[];
      for (const { id, state } of transfers)
        if (state === 'sent_to_breb_provider') control.moveTransfer({ id, state: 'successful' });
    },
    returnSome(chance) {
      if (!chance.happens(0.25)) return 0;
      const transfers = control.state().transfers as { id: string; state: string }[];
      const done = transfers.filter(({ state }) => state === 'successful');
      if (done.length === 0) return 0;
      control.moveTransfer({ id: chance.pick(done).id, state: 'reversed' });
      return 1;
    },
    noticesAtRest: () => fake.noticesAtRest(),
    hasten: 'update rail_orders set watch_at = now() where watch_at is not null',
    arrived: () =>
      (control.state().attempts as any[])
        .filter(({ state }) => state === 'successful')
        .map(({ id, amount }) => ({
          reference: String(id),
          amount: money(String(amount.amount)).div(100),
        })),
    sent: () =>
      (control.state().transfers as any[]).map(({ id, amount, state }) => ({
        ...{ reference: String(id), amount: money(String(amount.amount)).div(100) },
        outcome: BACK.includes(state as string) ? 'back' : state === 'successful' ? 'out' : 'under way',
      })),
    balance() {
      const { receiving, sending } = control.state().balances;
      return money(String(receiving)).plus(String(sending)).div(100).minus(String(OWN_MONEY));
    },
    faults: () => [],
    close: () => fake.close(),
  });
}
