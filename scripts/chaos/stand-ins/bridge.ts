import { money } from '../../../src/lib/money.ts';
import { startFakeBridge } from '../../fake-bridge/server.ts';
import { createChance } from '../chance.ts';
import { runCourse } from './course.ts';

const FAULTS = [
  ...[{ kind: 'lost', acts: true } as const, { kind: 'lost' } as const],
  ...[{ kind: 'unknown', acts: true } as const, { kind: 'bad_gateway', acts: true } as const],
  ...[{ kind: 'garbage', acts: true } as const, { kind: 'latency', ms: 1_200 } as const],
];
const CALLS = [
  'POST /transfers',
  'GET /transfers',
  'GET /transfers/:id',
  'POST /customers/:customer/external_accounts',
];
const MAX_LAG_MS = 3_000;
/** Whatever has not ended where it should, and was not given back. */
const UNDER_WAY = ['awaiting_funds', 'in_review', 'funds_received', 'payment_submitted', 'payment_processed'];

/** Wires at a stand-in for Bridge. */
export async function bridgeUnderChaos(
  durationMs: number,
  seed: number,
): Promise<{ report: object; faults: string[] }> {
  const fake = await startFakeBridge({ seed, settings: { stepMs: 80 } });
  const { control } = fake;
  const ofKind = (kind: string) => control.state().transfers.filter((one) => one['kind'] === kind);
  const payees = createChance(seed);
  let payments = 0;
  return runCourse(durationMs, seed, {
    ...{ provider: 'bridge', method: 'WIRE', currency: 'USDC', funds: '40000', unit: '0.07' },
    ...{ amounts: ['150', '1200.50', '820'], payout: '120' },
    writers: 3,
    environment: {
      ...{ BRIDGE_API_KEY: fake.apiKey, BRIDGE_CUSTOMER_ID: fake.customerId },
      ...{ BRIDGE_WALLET_ID: fake.walletId, BRIDGE_BASE_URL: fake.url },
    },
    async subscribe(url) {
      const ask = (path: string, method: string, headers: Record<string, string>, body: object) =>
        fetch(`${fake.url}/v0/webhooks${path}`, {
          ...{ method, headers: { 'Api-Key': fake.apiKey, ...headers }, body: JSON.stringify(body) },
        });
      const made = await ask(...(['', 'POST', { 'Idempotency-Key': 'chaos' }] as const), {
        url,
        event_epoch: 'webhook_creation',
        event_categories: ['transfer'],
      });
      const { id } = (await made.json()) as { id: string };
      const enabled = await ask(`/${id}`, 'PUT', {}, { status: 'active' });
      if (!enabled.ok) throw new Error('Bridge’s stand-in sends no notices');
    },
    destination: () => ({
      ...{
        bankAccountNumber: `98765432${10 + Math.floor(payees.share() * 5)}`,
        bankRoutingNumber: '021000021',
      },
      ...{ bankAccountName: 'Maria Perez', holderType: 'individual', bankAccountType: 'checking' },
      ...{ holderStreet: 'Main Street 2', holderCity: 'Dallas', holderState: 'TX' },
      ...{ holderPostalCode: '75001', holderCountry: 'US' },
    }),
    pay({ reference }, amount, chance) {
      const text = chance.pick([reference, `INV 7 ${reference.toLowerCase()}`, `${reference} thanks`]);
      // The first brings what is paid out, before there is any trouble.
      const held = payments++ > 0 && chance.happens(0.2);
      const paid = control.pay({ message: text, amount: amount.toFixed(2), held });
      return 'transfer_id' in paid;
    },
    misbehave(chance) {
      for (const { id, state } of ofKind('deposit'))
        if (state === 'in_review' && chance.happens(0.2)) control.settle({ id, state: 'payment_processed' });
      if (chance.happens(0.7)) control.fault({ ...chance.pick(FAULTS), on: chance.pick(CALLS) });
      if (chance.happens(0.4)) control.fates({ fates: [{ end: 'refunded', reason: 'Account closed' }] });
      if (chance.happens(0.2)) control.fates({ fates: [{ end: 'held', in: 'funds_received' }] });
      const lag = () => (chance.happens(0.5) ? 0 : Math.floor(MAX_LAG_MS * chance.share()));
      control.set({
        ...{ lagMs: { transfers: lag(), history: lag(), events: lag(), accounts: lag() } },
        ...{ notices: { lost: 0.25, doubled: 0.3, lateMs: 2_000 }, escapedKeys: chance.happens(0.5) },
        ...{ eventOrder: chance.pick(['newest', 'oldest'] as const), depositIds: chance.happens(0.5) },
        ...{ endingBefore: chance.pick(['next', 'newest'] as const), repeatsErrors: chance.happens(0.5) },
      });
    },
    bringPeace() {
      control.clearFaults();
      control.clearFates();
      control.set({
        ...{ lagMs: { transfers: 0, history: 0, events: 0, accounts: 0 }, eventOrder: 'newest' },
        notices: { lost: 0, doubled: 0, lateMs: 0 },
      });
      for (const { id, state, kind } of control.state().transfers)
        if (kind !== 'template' && ['in_review', 'funds_received'].includes(state))
          control.settle({ id, state: 'payment_processed' });
    },
    returnSome(chance) {
      if (!chance.happens(0.25)) return 0;
      const done = ofKind('payout').filter(({ state }) => state === 'payment_processed');
      if (done.length === 0) return 0;
      const { id } = chance.pick(done);
      control.settle({ id, state: 'returned' });
      control.settle({ id, state: 'refunded', reason: 'Account closed' });
      return 1;
    },
    noticesAtRest: () => fake.noticesAtRest(),
    hasten: 'update rail_orders set watch_at = now() where watch_at is not null',
    arrived: () =>
      ofKind('deposit')
        .filter(({ state }) => state === 'payment_processed')
        .map((one) => ({ reference: one.id, amount: money(String(one['amount'])) })),
    sent: () =>
      ofKind('payout').map((one) => ({
        ...{ reference: one.id, amount: money(String(one['amount'])) },
        outcome: UNDER_WAY.includes(one.state)
          ? one.state === 'payment_processed'
            ? 'out'
            : 'under way'
          : 'back',
      })),
    balance: () => money(control.state().balance),
    faults: () => control.state().faults,
    close: () => fake.close(),
  });
}
