// Stands in for Mono's Bre-B Participant API: see README.md for what it is worth.
import { randomBytes } from 'node:crypto';
import { createChance } from '../chaos/chance.ts';
import { createFaults } from '../stand-in/faults.ts';
import { createClock } from '../stand-in/clock.ts';
import { serveStandIn } from '../stand-in/server.ts';
import type { Changes } from '../stand-in/settings.ts';
import { accountEndpoints } from './apis/accounts.ts';
import { createAttempts } from './apis/attempts.ts';
import { createCollections } from './apis/collections.ts';
import { createOauth, type Client } from './apis/oauth.ts';
import { createTransfers } from './apis/transfers.ts';
import { createControl, type Control } from './control.ts';
import { monoManner, type Endpoint } from './http/dispatch.ts';
import { createNotices } from './notices.ts';
import { OWN_SOURCE, SOURCE_HEADER, SOURCES } from './sources.ts';
import { defaultSettings, type Settings } from './state/settings.ts';
import { newId, type World } from './state/world.ts';

export interface FakeMonoOptions {
  /** 0: any free one. */
  port?: number;
  /** For all that happens by chance. */
  seed?: number;
  settings?: Changes<Settings>;
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
  const { url, close } = await serveStandIn({
    ...monoManner({ settings, faults, received, admit: oauth.admit, settle: clock.settle }),
    port: options.port,
    endpoints,
    describe: ({ source }) => SOURCES[source],
    control,
    ownLabel: [SOURCE_HEADER, OWN_SOURCE],
    elsewhere: (path) => ({ code: '404', message: `No ${path} here`, id: 'log_none', errors: [] }),
    close: [clock.close, notices.close],
  });
  return {
    ...{ url, client, webhookSecret, control, endpoints, close },
    ...{ receivingAccount: world.receiving.id, sendingAccount: world.sending.id },
    noticesAtRest: () => notices.atRest(),
  };
}
