// Stands in for Mono's Bre-B Participant API: see README.md for what it is worth.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import express, { type Express } from 'express';
import { createChance } from '../chaos/chance.ts';
import { createFaults } from '../fake-bitso/http/faults.ts';
import { createClock } from '../fake-bitso/state/clock.ts';
import { accountEndpoints } from './apis/accounts.ts';
import { createAttempts } from './apis/attempts.ts';
import { createCollections } from './apis/collections.ts';
import { createOauth, type Client } from './apis/oauth.ts';
import { createTransfers } from './apis/transfers.ts';
import { createControl, type Control, type PartialSettings } from './control.ts';
import { addEndpoint, type Endpoint } from './http/dispatch.ts';
import { createNotices } from './notices.ts';
import { describeSources, OWN_SOURCE, SOURCE_HEADER, SOURCES } from './sources.ts';
import { defaultSettings } from './state/settings.ts';
import { newId, type World } from './state/world.ts';

export interface FakeMonoOptions {
  /** 0: any free one. */
  port?: number;
  /** For all that happens by chance. */
  seed?: number;
  settings?: PartialSettings;
  /** What the account that sends has at first, in pesos. */
  balance?: string;
}

export interface FakeMono {
  url: string;
  client: Client;
  webhookSecret: string;
  receivingAccount: string;
  sendingAccount: string;
  control: Control;
  endpoints: readonly Endpoint[];
  /** Resolves when no notice is on its way any more. */
  noticesAtRest(): Promise<void>;
  close(): Promise<void>;
}

export async function startFakeMono(options: FakeMonoOptions = {}): Promise<FakeMono> {
  const settings = defaultSettings();
  const client = { id: randomBytes(8).toString('hex'), secret: randomBytes(24).toString('hex') };
  const webhookSecret = `whsec_${randomBytes(24).toString('base64url')}`;
  const clock = createClock();
  const chance = createChance(options.seed ?? 1);
  const notices = createNotices(chance, settings.notices, webhookSecret, clock.now);
  const world: World = {
    ...{ settings, clock, notices },
    receiving: { id: newId('bbtacc'), role: 'receptor', balance: 0 },
    sending: { id: newId('bbtacc'), role: 'originator', balance: 0 },
  };
  const oauth = createOauth(world, client);
  const collections = createCollections(world);
  const attempts = createAttempts(world, collections);
  const transfers = createTransfers(world);
  const faults = createFaults(chance);
  const received: Record<string, number> = {};
  const control = createControl({ world, faults, oauth, collections, attempts, transfers, received });
  control.set(options.settings ?? {});
  if (options.balance !== undefined) control.credit({ amount: options.balance });

  // The list of attempts before the collection of an id: both have its form.
  const endpoints = [
    ...[...oauth.endpoints, ...attempts.endpoints, ...collections.endpoints],
    ...[...transfers.endpoints, ...accountEndpoints(world)],
  ];
  const app = express().disable('x-powered-by');
  const means = { settings, faults, received, recent: [], admit: oauth.admit, settle: () => clock.settle() };
  for (const endpoint of endpoints) addEndpoint(app, endpoint, means);
  addControl(app, control, endpoints);
  app.use((request, response) => {
    response.status(404).set(SOURCE_HEADER, describeSources(['elsewhere']));
    response.json({ code: '404', message: `No ${request.path} here`, id: 'log_none', errors: [] });
  });

  const server = app.listen(options.port ?? 0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    ...{ url: `http://127.0.0.1:${port}`, client, webhookSecret, control, endpoints },
    ...{ receivingAccount: world.receiving.id, sendingAccount: world.sending.id },
    noticesAtRest: () => notices.atRest(),
    async close() {
      clock.close();
      notices.close();
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

function addControl(app: Express, control: Control, endpoints: readonly Endpoint[]): void {
  app.use('/control', (_request, response, next) => {
    response.set(SOURCE_HEADER, OWN_SOURCE);
    next();
  });
  app.get('/control/state', (_request, response) => void response.json(control.state()));
  app.get('/control/endpoints', (_request, response) => {
    response.json(endpoints.map(({ method, path, source }) => ({ method, path, ...SOURCES[source] })));
  });
  app.post('/control/:name', express.json({ type: () => true }), (request, response) => {
    const { name = '' } = request.params;
    const act: unknown = Object.hasOwn(control, name) ? Reflect.get(control, name) : undefined;
    if (typeof act !== 'function') return void response.status(404).json({ error: `There is no ${name}` });
    try {
      const answer: unknown = (act as (options: unknown) => unknown)(request.body ?? {});
      response.json(answer ?? {});
    } catch (error) {
      response.status(400).json({ error: (error as Error).message });
    }
  });
}
