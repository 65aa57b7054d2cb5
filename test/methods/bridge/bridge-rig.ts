import { randomInt, randomUUID } from 'node:crypto';
import { connect, type Database } from '../../../src/db/connect.ts';
import { createLogger } from '../../../src/lib/logger.ts';
import { money } from '../../../src/lib/money.ts';
import { createBridge } from '../../../src/methods/providers/bridge/bridge.ts';
import type { Provider } from '../../../src/methods/providers/provider.ts';
import type {
  Destination,
  InstructionsRequest,
  PayOutRequest,
  RawNotice,
} from '../../../src/methods/providers/provider.ts';
import {
  startFakeBridge,
  type FakeBridge,
  type FakeBridgeOptions,
} from '../../../scripts/fake-bridge/server.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { keepLogs, type LogLine } from '../bitso/rig.ts';

export interface BridgeRig {
  fake: FakeBridge;
  database: TestDatabase;
  db: Database;
  bridge: Provider;
  lines: LogLine[];
  /** As in another process; at another address if asked for. */
  reopen(baseUrl?: string): Provider;
  /** How often the fake was asked, by `METHOD /path`. */
  asked(endpoint: string): number;
  /** The newest event of a transfer, as the service receives it. */
  noticeOf(transferId: string): RawNotice;
  /** The same notice, signed again, by Bridge or somebody else, now or at another time. */
  resign(notice: RawNotice, by: 'us' | 'forger', at?: number): RawNotice;
  close(): Promise<void>;
}

/** The provider on its own database, against the server of the documented contract. */
export async function openBridgeRig(options: FakeBridgeOptions = {}): Promise<BridgeRig> {
  const fake = await startFakeBridge({
    balance: '1000000',
    ...options,
    settings: { stepMs: 10, ...options.settings },
  });
  // The endpoint whose key the notices are signed with.
  await fetch(`${fake.url}/v0/webhooks`, {
    method: 'POST',
    headers: { 'Api-Key': fake.apiKey, 'Idempotency-Key': randomUUID() },
    body: JSON.stringify({
      url: 'https://example.com/',
      event_epoch: 'webhook_creation',
      event_categories: ['transfer'],
    }),
  });
  const database = await createTestDatabase();
  const db = connect({ connectionString: database.url, maxTransactions: 10, logger: createLogger('silent') });
  const { logger, lines } = keepLogs();
  const reopen = (baseUrl = fake.url): Provider =>
    createBridge({
      ...{ db, logger, callsPerSecond: 100_000, noticesUrl: undefined },
      config: {
        ...{ apiKey: fake.apiKey, customerId: fake.customerId, walletId: fake.walletId },
        ...{ webhookPublicKey: undefined, baseUrl },
      },
    });
  const toRaw = ({ headers, body }: { headers: Record<string, string>; body: string }): RawNotice => ({
    headers,
    body: Buffer.from(body),
  });
  return {
    ...{ fake, database, db, lines, reopen, bridge: reopen() },
    asked: (endpoint) => fake.received[endpoint] ?? 0,
    noticeOf(transferId) {
      const event = fake.events.findLast(({ body }) => body['event_object_id'] === transferId);
      if (!event) throw new Error('Bridge told nothing');
      return toRaw(fake.control.notice({ body: JSON.stringify(event.body) }));
    },
    resign: ({ body }, by, at) =>
      toRaw(fake.control.notice({ body: body.toString(), by, ...(at === undefined ? {} : { at }) })),
    async close() {
      await db.close();
      await database.drop();
      await fake.close().catch(() => undefined);
    },
  };
}

/** A US bank account that nothing was sent to yet. */
export function newAccount(changes: object = {}): Extract<Destination, { bank: unknown }> {
  return {
    bank: {
      account_number: String(randomInt(1e11)).padStart(11, '1'),
      routing_number: '101019644',
      account_name: 'María Pérez',
      holder_type: 'individual',
      address: {
        street: '123 Main St',
        city: 'San Francisco',
        state: 'CA',
        postal_code: '94102',
        country: 'US',
      },
      bank_name: 'Lead Bank',
      ...changes,
    },
  };
}

export function numberOf({ bank }: ReturnType<typeof newAccount>): string {
  return (bank as { account_number: string }).account_number;
}

export function newPayout(amount = '150.75', changes: Partial<PayOutRequest> = {}): PayOutRequest {
  return {
    ...{ idempotencyKey: randomUUID(), method: 'WIRE', asset: 'USD', amount: money(amount) },
    ...{ destination: newAccount(), ...changes },
  };
}

export function newPlace(amount = '100'): InstructionsRequest {
  return {
    ...{ idempotencyKey: randomUUID(), method: 'WIRE', kind: 'bank', network: null, asset: 'USD' },
    ...{ amount: money(amount), expiresAt: new Date(Date.now() + 86_400_000), payerName: null },
  };
}
