import { syncBuiltinESMExports } from 'node:module';
import nock from 'nock';
import { connect, type Database } from '../../../src/db/connect.ts';
import { createLogger, type LogFields, type Logger } from '../../../src/lib/logger.ts';
import { createBitsoClient, type BitsoClient } from '../../../src/methods/providers/bitso/client/client.ts';
import { createCredentials } from '../../../src/methods/providers/bitso/client/credentials.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';

// It intercepts from its import on, also for the files that this process runs later.
nock.restore();

/** Lets nock answer for `node:https`, whose functions were imported by name before it replaced them. */
export function interceptHttps(): void {
  if (!nock.isActive()) nock.activate();
  nock.disableNetConnect();
  syncBuiltinESMExports();
}

export function stopIntercepting(): void {
  nock.cleanAll();
  nock.enableNetConnect();
  nock.restore();
  syncBuiltinESMExports();
}

/** Canaries: none of them may be in a log line. */
export const API_KEY = 'canaryKEYxyz';
export const API_SECRET = 'canary-secret-0123456789abcdef';
export const BASE_URL = 'https://api-stage.bitso.com';

export interface LogLine {
  level: string;
  message: string;
  fields: LogFields;
}

/** Keeps what is logged. */
export function keepLogs(): { logger: Logger; lines: LogLine[] } {
  const lines: LogLine[] = [];
  const keep =
    (level: string) =>
    (message: string, fields: LogFields = {}) => {
      lines.push({ level, message, fields });
    };
  return {
    logger: { debug: keep('debug'), info: keep('info'), warn: keep('warn'), error: keep('error') },
    lines,
  };
}

export interface ClientRig {
  database: TestDatabase;
  db: Database;
  lines: LogLine[];
  client: BitsoClient;
  /** As in another process. */
  another(callsPerMinute?: number): BitsoClient;
  close(): Promise<void>;
}

/** The client on its own database, for exchanges that a test defines one by one. */
export async function openClientRig(): Promise<ClientRig> {
  const database = await createTestDatabase();
  const db = connect({
    connectionString: database.url,
    maxTransactions: 10,
    logger: createLogger('silent'),
  });
  const { logger, lines } = keepLogs();
  const credentials = createCredentials(API_KEY, API_SECRET);
  const another = (callsPerMinute?: number): BitsoClient =>
    createBitsoClient({ db, logger, credentials, baseUrl: BASE_URL, callsPerMinute });
  return {
    database,
    db,
    lines,
    client: another(6_000),
    another,
    async close() {
      await db.close();
      await database.drop();
    },
  };
}
