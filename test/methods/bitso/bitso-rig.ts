import { connect, type Database } from '../../../src/db/connect.ts';
import { createLogger } from '../../../src/lib/logger.ts';
import { createBitso } from '../../../src/methods/providers/bitso/bitso.ts';
import { openClient, type BitsoClient } from '../../../src/methods/providers/bitso/client/client.ts';
import type { Provider, RawNotice } from '../../../src/methods/providers/provider.ts';
import { startFakeBitso, type FakeBitso, type FakeBitsoOptions } from '../../../scripts/fake-bitso/server.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { keepLogs, type LogLine } from './rig.ts';

/** The provider, and a client of the same API. */
export type Bitso = Provider & { readonly client: BitsoClient };

export interface BitsoRig {
  fake: FakeBitso;
  database: TestDatabase;
  db: Database;
  bitso: Bitso;
  lines: LogLine[];
  /** As in another process; at another address if asked for. */
  reopen(baseUrl?: string): Bitso;
  /** How often the fake was asked, by `METHOD /path`. */
  asked(endpoint: string): number;
  /** A notice as the service receives it. */
  toRaw(sent: { headers: Record<string, string>; body: string }): RawNotice;
  /** The same notice, signed again, by Bitso or somebody else. */
  resign(notice: RawNotice, by: 'us' | 'forger' | 'unknown'): RawNotice;
  close(): Promise<void>;
}

/** The provider on its own database, against the server of the documented contract. */
export async function openBitsoRig(options: FakeBitsoOptions = {}): Promise<BitsoRig> {
  const fake = await startFakeBitso({
    balance: '1000000',
    ...options,
    settings: { requestsPerMinute: 1_000_000, pendingMs: 20, processingMs: 20, ...options.settings },
  });
  const database = await createTestDatabase();
  const db = connect({
    connectionString: database.url,
    maxTransactions: 10,
    logger: createLogger('silent'),
  });
  const { logger, lines } = keepLogs();
  const apiOf = ({ key, secret }: FakeBitso['bitso'], baseUrl: string) => ({
    ...{ apiKey: key, secret: secret, baseUrl },
  });
  const reopen = (baseUrl = fake.url): Bitso => {
    const parts = { db, logger, callsPerMinute: 1_000_000 };
    const config = { ...apiOf(fake.bitso, baseUrl), juno: apiOf(fake.juno, baseUrl) };
    return { ...createBitso({ ...parts, config }), client: openClient(parts, config) };
  };
  const toRaw: BitsoRig['toRaw'] = ({ headers, body }) => ({
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
    body: Buffer.from(body),
  });
  return {
    ...{ fake, database, db, lines, reopen, bitso: reopen(), toRaw },
    asked: (endpoint) => fake.control.state().received[endpoint] ?? 0,
    resign(notice, by) {
      const { event, payload } = JSON.parse(notice.body.toString()) as { event: string; payload: unknown };
      return toRaw(fake.control.notice({ event, payload, by }));
    },
    async close() {
      await db.close();
      await database.drop();
      await fake.close().catch(() => undefined);
    },
  };
}
