import { startFakeMono, type FakeMono, type FakeMonoOptions } from '../../../scripts/fake-mono/server.ts';
import { connect, type Database } from '../../../src/db/connect.ts';
import { createLogger } from '../../../src/lib/logger.ts';
import { createMono, type Mono, type MonoOptions } from '../../../src/methods/providers/mono/mono.ts';
import type { RawNotice, Report } from '../../../src/methods/providers/provider.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { keepLogs, type LogLine } from '../bitso/rig.ts';
import { patience } from '../simulator/rig.ts';

export interface MonoRig {
  fake: FakeMono;
  database: TestDatabase;
  db: Database;
  mono: Mono;
  lines: LogLine[];
  /** As in another process. */
  reopen(options?: Partial<MonoOptions> & { baseUrl?: string; clientSecret?: string }): Mono;
  /** How often the fake was asked, by `METHOD /path`. */
  asked(endpoint: string): number;
  /** A notice as the service receives it. */
  toRaw(sent: { headers: Record<string, string>; body: string }): RawNotice;
  /** What a notice is read as. */
  read(notice: { headers: Record<string, string>; body: string }, mono?: Mono): Promise<Report>;
  /** Makes look-ups have found nothing for that long. */
  absentFor(seconds: number): Promise<void>;
  close(): Promise<void>;
}

/** What Mono's variables must be for a stand-in. */
export function variablesOf(fake: FakeMono): Record<string, string> {
  return {
    ...{ MONO_CLIENT_ID: fake.client.id, MONO_CLIENT_SECRET: fake.client.secret },
    ...{ MONO_WEBHOOK_SECRET: fake.webhookSecret, MONO_BASE_URL: fake.url },
    ...{ MONO_RECEIVING_ACCOUNT: fake.receivingAccount, MONO_SENDING_ACCOUNT: fake.sendingAccount },
  };
}

/** The provider on its own database, against the server of the documented contract. */
export async function openMonoRig(
  { settings, ...options }: FakeMonoOptions = {},
  limits: Partial<MonoOptions> = {},
): Promise<MonoRig> {
  const fake = await startFakeMono({
    ...{ balance: '100000000', ...options },
    settings: { callsPerSecond: 1_000_000, readyMs: 20, ...settings },
  });
  const database = await createTestDatabase();
  const db = connect({ connectionString: database.url, maxTransactions: 10, logger: createLogger('silent') });
  const { logger, lines } = keepLogs();
  const reopen: MonoRig['reopen'] = ({
    baseUrl = fake.url,
    clientSecret = fake.client.secret,
    ...more
  } = {}) =>
    createMono({
      ...{ db, logger, windowMs: 0, ...limits, ...more },
      config: {
        ...{ clientId: fake.client.id, clientSecret, webhookSecret: fake.webhookSecret, baseUrl },
        ...{ receivingAccount: fake.receivingAccount, sendingAccount: fake.sendingAccount },
      },
    });
  const toRaw: MonoRig['toRaw'] = ({ headers, body }) => ({
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
    body: Buffer.from(body),
  });
  const mono = reopen();
  return {
    ...{ fake, database, db, mono, lines, reopen, toRaw },
    asked: (endpoint) => fake.control.state().received[endpoint] ?? 0,
    async read(notice, through = mono) {
      const [report] = await Promise.all(through.notices!.read([toRaw(notice).body], patience()));
      return report!;
    },
    async absentFor(seconds) {
      await database.query(`update rail_orders set absent_since = absent_since - $1 * interval '1 second'`, [
        seconds,
      ]);
    },
    async close() {
      await db.close();
      await database.drop();
      await fake.close().catch(() => undefined);
    },
  };
}
