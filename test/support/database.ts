import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { Queryable } from '../../src/db/index.ts';
import { toCamelCase } from '../../src/lib/case.ts';

/** The suite's Postgres, started once for all files; its database `template` has only the schema. */
export function clusterUrl(database: string): string {
  const url = process.env['TEST_CLUSTER_URL'];
  if (!url) throw new Error('run the tests with mocha and its configuration, which starts the database');
  return url.replace(/[^/]*$/, database);
}

export interface TestDatabase {
  url: string;
  /** Queries as the owner, without the restrictions of the service's role. */
  query(text: string, values?: unknown[]): Promise<Record<string, unknown>[]>;
  /** Whether new connections are allowed; existing ones stay. */
  allowConnections(allowed: boolean): Promise<void>;
  drop(): Promise<void>;
}

/** Creates a separate database, cloned in milliseconds: one with the schema, or an empty one. */
export async function createTestDatabase(
  template: 'template' | 'template1' = 'template',
): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const admin = new pg.Client({ connectionString: clusterUrl('postgres') });
  // Postgres may be stopped before it is ended.
  admin.on('error', () => undefined);
  await admin.connect();
  // Copying files writes no log, which would have to be flushed when the database is dropped.
  await admin.query(`create database ${name} template ${template} strategy file_copy`);
  const url = clusterUrl(name);
  const owner = new pg.Pool({ connectionString: url, max: 2 });
  // Dropping the database cuts connections that are still closing.
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

/** The server processes that wait for a lock, with a statement that is like this. */
export async function findWaiting({ query }: Pick<TestDatabase, 'query'>, like = '%'): Promise<number[]> {
  const rows = await query(
    `select pid from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like $1`,
    [like],
  );
  return rows.map((row) => row['pid'] as number);
}

/** The server processes that a service's listeners are connected to: told apart by what a listener asks. */
export const LISTENERS = `select pid from pg_stat_activity
  where datname = current_database() and query ~ '^(listen .*|select|select 1)$' and pid <> pg_backend_pid()`;

/** Runs the service's own statements over a connection of the test's. */
export function queryableOver(client: pg.ClientBase): Queryable {
  return {
    async query<R>(command: { text: string; values?: unknown[] }) {
      const result = await client.query<Record<string, unknown>>(command);
      const rows = result.rows.map((row) =>
        Object.fromEntries(Object.entries(row).map(([column, value]) => [toCamelCase(column), value])),
      );
      return { rows: rows as R[], rowCount: result.rowCount, command: result.command };
    },
  };
}
