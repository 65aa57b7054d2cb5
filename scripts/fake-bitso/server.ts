// Stands in for Bitso Business and Juno: see README.md for what it is worth.
import { randomBytes } from 'node:crypto';
import { createChance } from '../chaos/chance.ts';
import { serveStandIn } from '../stand-in/server.ts';
import { accountEndpoints } from './apis/account.ts';
import { createDeposits, type ChainOptions } from './apis/chain.ts';
import { createFundings } from './apis/fundings.ts';
import { createJuno } from './apis/juno.ts';
import { createPayments } from './apis/payments.ts';
import { createRfq } from './apis/rfq.ts';
import { speiV2Endpoints } from './apis/spei-v2.ts';
import { v4ConversionEndpoints } from './apis/v4-conversions.ts';
import { createWithdrawals } from './apis/withdrawals.ts';
import { createControl, type Control } from './control.ts';
import { createFaults } from '../stand-in/faults.ts';
import { createGate, type Credentials } from './http/gate.ts';
import { bitsoManner, type Endpoint } from './http/router.ts';
import { OWN_SOURCE, SOURCE_HEADER, SOURCES } from './sources.ts';
import { createNotices } from './notices/notices.ts';
import { createBooks } from './state/books.ts';
import { createClabes } from './state/clabes.ts';
import { createClock } from '../stand-in/clock.ts';
import { defaultSettings, type Settings } from './state/settings.ts';
import { newId, type World } from './state/world.ts';

export interface FakeBitsoOptions {
  /** 0: any free one. */
  port?: number;
  /** For all that happens by chance. */
  seed?: number;
  /** By default new ones. */
  bitso?: Credentials;
  juno?: Credentials;
  settings?: Omit<Parameters<Control['set']>[0], 'notices'>;
  notices?: Partial<Settings['notices']>;
  /** The account's first balance, in MXN. */
  balance?: string;
  /** What is sent to the account's address there is credited. */
  chain?: ChainOptions;
}

export interface FakeBitso {
  /** Of Bitso and of Juno. */
  url: string;
  bitso: Credentials;
  juno: Credentials;
  control: Control;
  endpoints: readonly Endpoint[];
  /** Resolves when no notice is on its way any more. */
  noticesAtRest(): Promise<void>;
  close(): Promise<void>;
}

export async function startFakeBitso(options: FakeBitsoOptions = {}): Promise<FakeBitso> {
  const settings = defaultSettings();
  const owners = { bitso: options.bitso ?? newCredentials(), juno: options.juno ?? newCredentials() };
  const chance = createChance(options.seed ?? 1);
  const clock = createClock();
  const notices = createNotices(chance, settings.notices, settings);
  const world: World = {
    ...{ settings, clock, chance, notices, clabes: createClabes(), books: createBooks(clock, newId) },
    beneficiary: 'Fake Company SA de CV',
  };
  const fundings = createFundings(world);
  const deposits = createDeposits(world, fundings);
  const payments = createPayments(world, fundings);
  const withdrawals = createWithdrawals(world, fundings);
  const rfq = createRfq(world);
  const juno = createJuno(world, fundings, withdrawals);
  const faults = createFaults(chance);
  const received: Record<string, number> = {};
  const control = createControl({
    ...{ world, faults, fundings, deposits, payments, withdrawals, rfq, juno, received },
  });
  control.set({ ...options.settings, notices: { ...settings.notices, ...options.notices } });
  if (options.balance !== undefined) control.credit({ amount: options.balance });

  const endpoints = [
    ...[...payments.endpoints, ...fundings.endpoints, ...deposits.endpoints, ...withdrawals.endpoints],
    ...[...accountEndpoints(world, fundings, withdrawals), ...speiV2Endpoints(world, fundings, withdrawals)],
    ...[...rfq.endpoints, ...v4ConversionEndpoints(world, rfq), ...notices.endpoints, ...juno.endpoints],
  ];
  const gate = createGate(owners, settings, clock.now);
  if (options.chain) deposits.watch(options.chain);
  const { url, close } = await serveStandIn({
    ...bitsoManner({ settings, gate, faults, received, settle: clock.settle }),
    port: options.port,
    endpoints,
    describe: ({ source }) => ({ source, ...SOURCES[source] }),
    control,
    ownLabel: [SOURCE_HEADER, OWN_SOURCE],
    elsewhere: (path) => ({ success: false, error: { code: '1401', message: `No ${path} here` } }),
    close: [() => deposits.close(), clock.close, notices.close],
  });
  return { url, ...owners, control, endpoints, noticesAtRest: () => notices.atRest(), close };
}

function newCredentials(): Credentials {
  return { key: randomBytes(8).toString('hex'), secret: randomBytes(24).toString('hex') };
}
