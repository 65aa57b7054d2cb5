import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startReceiver, type Receiver } from '../../test/support/outside/receiver.ts';
import { startServer } from '../../test/support/processes/program.ts';
import { startNewerService } from './newer-service.ts';
import { run } from './run.ts';
import type { SandboxForSdks } from './sdk.ts';

const LINKS = 250;
const AT_ONCE = 10;
const LINK = {
  amount: '1500.50',
  currency: 'MXNB',
  description: 'Order 1042',
  accepted_methods: ['SPEI'],
};
const WIDE_LIMITS = ['--requests-per-minute', '100000', '--money-per-day', '100000'];

export interface Sandbox {
  /** An account of its own for one client's tests. */
  openAccount(language: string): Promise<SandboxForSdks>;
  /** Of an account of its own, and an endpoint with the headers of Standard Webhooks. */
  recordRotation(): Promise<RecordedRotation>;
  close(): Promise<void>;
}

/** A request that arrived at a webhook endpoint. */
export interface RecordedDelivery {
  headers: Record<string, string>;
  body: string;
}

/** What arrived at an endpoint before its signing secret was rotated, and while both secrets were valid. */
export interface RecordedRotation {
  oldSecret: string;
  newSecret: string;
  before: RecordedDelivery;
  during: RecordedDelivery;
}

/** Starts the service in a folder that goes away, with a receiver for its webhooks. */
export async function startSandbox(): Promise<Sandbox> {
  const folder = await mkdtemp(join(tmpdir(), 'payments-sdks-'));
  const receiver = await startReceiver();
  const env = {
    DATA_DIR: join(folder, 'data'),
    WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8',
    WEBHOOK_CA_FILE: receiver.caFile,
    LOG_LEVEL: 'warn',
  };
  const service = await startServer(env);
  const newer = await startNewerService(service.url);
  const payments = async (...args: string[]): Promise<any> =>
    JSON.parse(await run(process.execPath, ['build/cli.js', ...args, '--json'], { cwd: process.cwd(), env }));
  const createKey = async (name: string): Promise<string> => {
    const { id } = await payments('accounts', 'create', '--name', `${name} client`, '--approved');
    const keyOptions = ['--account', id, '--name', name, '--scopes', 'all', ...WIDE_LIMITS];
    return (await payments('keys', 'create', ...keyOptions)).secret;
  };
  return {
    async openAccount(language) {
      const key = await createKey(language);
      const api = apiOf(service.url, key);
      await createLinks(api);
      const file = join(folder, `${language}-webhook.json`);
      await writeFile(file, JSON.stringify(await recordDelivery(api, receiver)));
      return {
        PAYMENTS_BASE_URL: service.url,
        PAYMENTS_API_KEY: key,
        PAYMENTS_NEWER_URL: newer.url,
        PAYMENTS_WEBHOOK_FILE: file,
      };
    },
    async recordRotation() {
      return recordRotation(apiOf(service.url, await createKey('webhooks')), receiver);
    },
    async close() {
      newer.close();
      service.process.kill('SIGTERM');
      await service.exited;
      await receiver.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

type Api = (method: string, path: string, body?: object) => Promise<any>;

function apiOf(url: string, key: string): Api {
  return async (method, path, body) => {
    const response = await fetch(`${url}/v1${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${key}`,
        'Idempotency-Key': randomUUID(),
        'Content-Type': 'application/json',
      },
      body: body ? JSON.stringify(body) : null,
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  };
}

async function createLinks(api: Api): Promise<void> {
  for (let made = 0; made < LINKS; made += AT_ONCE) {
    const batch = Array.from({ length: AT_ONCE }, () =>
      api('POST', '/payment_links', { ...LINK, metadata: { batch: String(LINKS) } }),
    );
    await Promise.all(batch);
  }
}

async function recordDelivery(api: Api, receiver: Receiver): Promise<object> {
  const endpoint = await register(api, receiver);
  const delivery = await payLink(api, receiver);
  await api('DELETE', `/webhook_endpoints/${endpoint.id}`);
  return { secret: endpoint.signing_secret, ...delivery };
}

async function recordRotation(api: Api, receiver: Receiver): Promise<RecordedRotation> {
  const { id, signing_secret: oldSecret } = await register(api, receiver, { standard_webhooks: true });
  const before = await payLink(api, receiver);
  const overlap = { previous_secret_valid_for: 3600 };
  const { signing_secret: newSecret } = await api('POST', `/webhook_endpoints/${id}/rotate_secret`, overlap);
  const during = await payLink(api, receiver);
  await api('DELETE', `/webhook_endpoints/${id}`);
  return { oldSecret, newSecret, before, during };
}

function register(api: Api, { url }: Receiver, fields: object = {}): Promise<any> {
  return api('POST', '/webhook_endpoints', {
    url: `${url}/hooks`,
    enabled_events: ['payment_link.paid'],
    ...fields,
  });
}

/** Pays a link, and returns what arrives at the webhook endpoint. */
async function payLink(api: Api, receiver: Receiver): Promise<RecordedDelivery> {
  const { code } = await api('POST', '/payment_links', LINK);
  const seen = receiver.requests.length;
  await api('POST', `/test_helpers/payment_links/${code}/deposit`, { method: 'SPEI' });
  const { headers, body } = (await receiver.waitFor(seen + 1))[seen]!;
  return { headers: headers as Record<string, string>, body: body.toString() };
}
