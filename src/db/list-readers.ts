import pg from 'pg';
import { DomainError } from '../lib/errors/errors.ts';
import { createSlots } from '../lib/work/slots.ts';
import type { ConnectionConfig } from './hosts.ts';
import { isOutdated, showCaller, type Command, type Rows } from './pg-batch.ts';
import { pipelineOf, Pool, type Watches } from './pool.ts';

/** How long a list waits for a connection, and then for its rows. */
const ACQUIRE_TIMEOUT_MS = 1_000;
const LIST_TIMEOUT_MS = 10_000;
/** The number of lists in progress or waiting, per connection; also the number of waiting lists of one account. */
const MAX_WAITING = 8;
const MAX_QUEUED_PER_ACCOUNT = 64;
const QUERY_CANCELED = '57014';

/** Connections for lists that may take long, one list at a time on each. */
interface ListReaders {
  /**
   * Throws `rate_limit_exceeded` when the account's share of the connections stays in use, or all of them do, and
   * `invalid_request` when the rows are not found in time.
   */
  query<R>(accountId: string, command: Command): Promise<Rows<R>>;
  close(): Promise<void>;
}

export function createListReaders(config: ConnectionConfig, max: number, watches: Watches): ListReaders {
  const settings = { ...config.settings, statement_timeout: `${LIST_TIMEOUT_MS}` };
  const pool = new Pool({ ...config, settings, max, connectionTimeoutMillis: ACQUIRE_TIMEOUT_MS }, watches);
  const perAccount = Math.ceil(max / 2);
  const slots = createSlots({
    perAccount,
    total: max * MAX_WAITING,
    queuePerAccount: MAX_QUEUED_PER_ACCOUNT,
    refusal: () => tooMany(perAccount),
  });

  return {
    async query<R>(accountId: string, command: Command) {
      const release = await slots.take(accountId);
      try {
        const client = await pool.acquire();
        try {
          return await runAlone<R>(client, command);
        } finally {
          client.release();
        }
      } catch (error) {
        throw isTimeout(error) ? tooSlow(error) : watches.presence.judge(showCaller(error, command));
      } finally {
        release();
      }
    },
    close: () => pool.close(),
  };
}

/** Once more if a migration has changed the columns since the statement was prepared. */
async function runAlone<R>(client: pg.PoolClient, command: Command): Promise<Rows<R>> {
  const pipeline = pipelineOf(client);
  try {
    return await pipeline.query<R>(command);
  } catch (error) {
    if (!isOutdated(error)) throw error;
    return await pipeline.query<R>(command);
  }
}

function isTimeout(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === QUERY_CANCELED;
}

function tooMany(perAccount: number): DomainError {
  return new DomainError('rate_limit_exceeded', {
    message: `Only ${perAccount} long lists of an account can be read at the same time. Try again when one of them has finished.`,
    headers: { 'Retry-After': '1' },
  });
}

function tooSlow(cause: unknown): DomainError {
  return new DomainError('invalid_request', {
    message:
      'Finding what matches these filters takes too long. Choose a shorter time between created_after and created_before.',
    cause,
  });
}
