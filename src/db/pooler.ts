import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type pg from 'pg';
import { StartupError } from '../lib/errors/errors.ts';
import { probe } from './hosts.ts';

const HEARD_TIMEOUT_MS = 2_000;

/**
 * Throws StartupError if a pooler gives the connection's server process to others between transactions. Settings, the
 * role among them, prepared statements, locks and notifications would be lost or shared.
 */
export async function requireSession(client: pg.Client, connectionString: string): Promise<void> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  // A pooler reports numbers of its own to its clients.
  if (rows[0]?.pid === processOf(client)) return;
  // Without a server process between transactions, no notification arrives.
  const channel = `payments_session_${randomUUID()}`;
  await client.query(`listen "${channel}"`);
  const heard = once(client, 'notification', { signal: AbortSignal.timeout(HEARD_TIMEOUT_MS) });
  heard.catch(() => undefined);
  await probe(connectionString, (other) => other.query('select pg_notify($1, null)', [channel]));
  await heard.catch((error: unknown) => {
    throw new StartupError(
      'The pooler before the database shares sessions between its clients, which is not supported. For this service, set pool_mode = session (PgBouncer), or connect to Postgres itself (docs/reference/database.md, "PgBouncer").',
      { cause: error },
    );
  });
  await client.query('unlisten *');
}

/** The number of the server process in the protocol, which pg's types leave out. */
function processOf(client: pg.Client): number | null {
  return (client as pg.Client & { processID: number | null }).processID;
}
