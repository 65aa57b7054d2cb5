import type pg from 'pg';
import { applySettings, openAsOwner } from '../index.ts';

/** Makes every server write and read rows in the same form, without timeouts. */
const SETTINGS = {
  client_encoding: 'UTF8',
  timezone: 'UTC',
  datestyle: 'ISO',
  intervalstyle: 'postgres',
  bytea_output: 'hex',
  extra_float_digits: '1',
  statement_timeout: '0',
  idle_in_transaction_session_timeout: '0',
};

/** Runs the work on a connection of the database's owner. Throws StartupError if the database cannot be reached. */
export async function withSession<T>(
  connectionString: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = await openAsOwner(connectionString);
  try {
    await applySettings(client, SETTINGS);
    return await work(client);
  } finally {
    await client.end();
  }
}
