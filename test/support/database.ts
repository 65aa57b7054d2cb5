import { randomUUID } from 'node:crypto';
import pg from 'pg';

/** The suite's Postgres, started once for all files; its database `template` has the schema and nothing else. */
export function clusterUrl(database: string): string {
  const url = process.env['TEST_CLUSTER_URL'];
  if (!url)
    throw new Error('run the tests through mocha with its configuration: the database is started there');
  return url.replace(/[^/]*$/, database);
}

export interface TestDatabase {
  url: string;
  /** As the owner, past all that the service's own role may not do. */
  query(text: string, values?: unknown[]): Promise<Record<string, unknown>[]>;
  /** Whoever is connected stays so; whether anybody else can connect. */
  allowConnections(allowed: boolean): Promise<void>;
  drop(): Promise<void>;
}

/** A database of one's own, cloned in milliseconds. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const admin = new pg.Client({ connectionString: clusterUrl('postgres') });
  await admin.connect();
  // Copying its files takes no log, which would have to be written out when the database is dropped.
  await admin.query(`create database ${name} template template strategy file_copy`);
  const url = clusterUrl(name);
  const owner = new pg.Pool({ connectionString: url, max: 2 });
  // Dropping the database cuts off connections that are still being closed.
  owner.on('error', () => undefined);
  return {
    url,
    async query(text, values) {
      return (await owner.query(text, values)).rows as Record<string, unknown>[];
    },
    async allowConnections(allowed) {
      await admin.query(`alter database ${name} allow_connections ${allowed}`);
    },
    async drop() {
      await owner.end();
      await admin.query(`drop database ${name} with (force)`);
      await admin.end();
    },
  };
}
