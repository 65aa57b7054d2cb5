// Stands in for Bitso Business and Juno: see README.md for what it is worth.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { createChance } from '../chaos/chance.ts';
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
import { createFaults } from './http/faults.ts';
import { createGate, type Credentials } from './http/gate.ts';
import { Refusal } from './http/refusal.ts';
import { addEndpoint, type Endpoint } from './http/router.ts';
import { describeSources, OWN_SOURCE, SOURCE_HEADER, SOURCES } from './sources.ts';
import { createNotices } from './notices/notices.ts';
import { createBooks } from './state/books.ts';
import { createClabes } from './state/clabes.ts';
import { createClock } from './state/clock.ts';
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
  const app = express().disable('x-powered-by');
  for (const endpoint of endpoints) {
    addEndpoint(app, endpoint, { settings, gate, faults, received, settle: clock.settle });
  }
  addControl(app, control, endpoints);
  app.use((request, response) => {
    received['elsewhere'] = (received['elsewhere'] ?? 0) + 1;
    response
      .status(404)
      .set(SOURCE_HEADER, describeSources(['elsewhere']))
      .json({ success: false, error: { code: '1401', message: `No ${request.path} here` } });
  });

  if (options.chain) deposits.watch(options.chain);
  const server = app.listen(options.port ?? 0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    ...{ url: `http://127.0.0.1:${port}`, ...owners, control, endpoints },
    noticesAtRest: () => notices.atRest(),
    async close() {
      await deposits.close();
      clock.close();
      notices.close();
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

function addControl(app: express.Express, control: Control, endpoints: readonly Endpoint[]): void {
  app.use('/control', (_request, response, next) => {
    response.set(SOURCE_HEADER, OWN_SOURCE);
    next();
  });
  app.get('/control/endpoints', (_request, response) => {
    response.json(
      endpoints.map(({ method, path, source }) => ({ method, path, source, ...SOURCES[source] })),
    );
  });
  app.get('/control/state', (_request, response) => {
    response.json(control.state());
  });
  app.post('/control/:name', express.json({ type: () => true }), (request, response) => {
    const { name } = request.params;
    if (!Object.hasOwn(control, name)) {
      response
        .status(404)
        .json({ error: `There is no ${name}; there are ${Object.keys(control).join(', ')}` });
      return;
    }
    try {
      const acts = control as Record<string, (input: any) => unknown>;
      response.json(acts[name]!(request.body ?? {}) ?? {});
    } catch (error) {
      response.status(error instanceof Refusal ? 400 : 500).json({ error: (error as Error).message });
    }
  });
}

function newCredentials(): Credentials {
  return { key: randomBytes(8).toString('hex'), secret: randomBytes(24).toString('hex') };
}
