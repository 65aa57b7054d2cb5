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
  close(): Promise<void>;
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
  return {
    async openAccount(language) {
      const { id } = await payments('accounts', 'create', '--name', `${language} client`, '--approved');
      const keyOptions = ['--account', id, '--name', language, '--scopes', 'all', ...WIDE_LIMITS];
      const { secret: key } = await payments('keys', 'create', ...keyOptions);
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

/** What arrives at a webhook endpoint when a link is paid. */
async function recordDelivery(api: Api, receiver: Receiver): Promise<object> {
  const endpoint = await api('POST', '/webhook_endpoints', {
    url: `${receiver.url}/hooks`,
    enabled_events: ['payment_link.paid'],
  });
  const { code } = await api('POST', '/payment_links', LINK);
  const seen = receiver.requests.length;
  await api('POST', `/test_helpers/payment_links/${code}/deposit`, { method: 'SPEI' });
  const { headers, body } = (await receiver.waitFor(seen + 1))[seen]!;
  await api('DELETE', `/webhook_endpoints/${endpoint.id}`);
  return { secret: endpoint.signing_secret, headers, body: body.toString() };
}
