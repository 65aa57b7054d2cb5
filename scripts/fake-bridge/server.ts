// Stands in for Bridge: see README.md for what it is worth.
import { randomBytes, randomUUID } from 'node:crypto';
import { money } from '../../src/lib/money.ts';
import { createChance } from '../chaos/chance.ts';
import { createFaults, type PlannedFault } from '../stand-in/faults.ts';
import { createClock } from '../stand-in/clock.ts';
import { createAccounts } from './accounts.ts';
import { serveStandIn } from '../stand-in/server.ts';
import { changeSettings, type Changes } from '../stand-in/settings.ts';
import { bridgeManner } from './router.ts';
import { defaultSettings, type Settings } from './settings.ts';
import { createTransfers, type Fate, type Payment, type TransferView } from './transfers.ts';
import { createWebhooks } from './webhooks.ts';
import { balanceOf, book, iso, type World } from './world.ts';

export interface FakeBridgeOptions {
  /** 0: any free one. */
  port?: number;
  /** For all that happens by chance. */
  seed?: number;
  settings?: Changes<Settings>;
  /** The wallet's first balance. */
  balance?: string;
}

export type FakeBridge = Awaited<ReturnType<typeof startFakeBridge>>;

export async function startFakeBridge(options: FakeBridgeOptions = {}) {
  const settings = defaultSettings();
  const chance = createChance(options.seed ?? 1);
  const clock = createClock();
  const apiKey = `sk-test-${randomBytes(12).toString('hex')}`;
  const world: World = {
    ...{ settings, clock, chance, movements: [] },
    customer: { id: randomUUID(), status: 'active', endorsement: 'approved' },
    wallet: { id: randomUUID(), chain: 'base', initiationRequired: false },
  };
  const webhooks = createWebhooks(world);
  const accounts = createAccounts(world);
  const transfers = createTransfers(world, accounts, webhooks);
  const faults = createFaults(chance);
  const received: Record<string, number> = {};
  const credit = ({ amount }: { amount: string }): void =>
    book(world, {
      id: `bwe_${randomUUID()}`,
      type: settings.depositType,
      amount: money(amount),
      transferId: undefined,
    });

  /** What tests and people do to the server that no client of Bridge can: over HTTP, `POST /control/<name>`. */
  const control = {
    pay: (payment: Payment) => transfers.pay(payment),
    settle: (given: { id: string; state: string; reason?: string }) => transfers.settle(given),
    change: (given: { id: string; amount: string }) => transfers.change(given),
    fates: ({ fates }: { fates: Fate[] }) => transfers.planFates(fates),
    weather: (fate: Fate) => transfers.setWeather(fate),
    clearFates: () => transfers.clearFates(),
    fault: (fault: PlannedFault) => faults.plan(fault),
    clearFaults: () => faults.clear(),
    credit,
    requestFunds: accounts.requestFunds,
    addAccount: (body: object) => ({ id: accounts.add(body) }),
    deactivate: ({ id }: { id: string }) => accounts.deactivate(id),
    customer: (given: Partial<World['customer']>) => Object.assign(world.customer, given),
    wallet: (given: Partial<World['wallet']>) => Object.assign(world.wallet, given),
    advance({ ms }: { ms: number }) {
      clock.advance(ms);
      return { now: iso(clock.now()) };
    },
    set: (changes: Changes<Settings>): Settings => changeSettings(settings, changes),
    /** A notice as it would be sent, also by somebody else, or long ago. */
    notice: ({ body, by, at }: { body: string; by?: 'us' | 'forger'; at?: number }) =>
      webhooks.write(body, by, at),
    /** Everything, for whoever compares books. */
    state: () => ({
      now: iso(clock.now()),
      faults: transfers.faults(),
      balance: balanceOf(world).toFixed(),
      received,
      events: webhooks.events.map(({ body }) => body),
      transfers: transfers.all().map(({ id, kind }): TransferView => ({ ...transfers.view(id), kind })),
      movements: world.movements.map(({ amount, balance, ...one }) => ({
        ...one,
        amount: amount.toFixed(),
        balance: balance.toFixed(),
      })),
    }),
  };
  control.set(options.settings ?? {});
  if (options.balance !== undefined) credit({ amount: options.balance });

  const endpoints = [...accounts.endpoints, ...transfers.endpoints, ...webhooks.endpoints];
  const { url, close } = await serveStandIn({
    ...bridgeManner({ world, faults, apiKey, received, settle: clock.settle }),
    port: options.port,
    endpoints,
    describe: ({ source }) => ({ source }),
    control,
    elsewhere: () => ({ code: 'not_found', message: '' }),
    close: [clock.close, webhooks.close],
  });
  return {
    url,
    apiKey,
    customerId: world.customer.id,
    walletId: world.wallet.id,
    control,
    endpoints,
    /** What each payee's bank received, by account number. */
    paidTo: (accountNumber: string): string[] =>
      transfers
        .all()
        .filter(
          (one) =>
            one.kind === 'payout' &&
            one.state !== 'refunded' &&
            accounts.accountOf(String(one.destination['external_account_id']))?.number === accountNumber,
        )
        .map((one) => one.amount!.minus(one.fee).toFixed()),
    /** Single parts of `control.state`, which shows everything each time. */
    received,
    events: webhooks.events,
    transfers: () => transfers.all(),
    noticesAtRest: () => webhooks.atRest(),
    close,
  };
}
