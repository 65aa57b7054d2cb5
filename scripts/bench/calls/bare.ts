// The bench's calls without the service around them: the same SQL in the same transactions over a plain pg pool, each
// statement named, prepared and sent when the previous one has returned, with byte-for-byte the same responses. Only the
// daily quota is counted in a plainer way.
import { createHash, randomUUID } from 'node:crypto';
import pg from 'pg';
import { readConfig } from '../../../src/config/config.ts';
import type { Handlers } from '../../../src/contract/handler.ts';
import { readQuota } from '../../../src/credentials/quota.ts';
import { findPresentedCredential } from '../../../src/credentials/repository.ts';
import { parseApiKey } from '../../../src/credentials/secret.ts';
import { toCaller, type Caller } from '../../../src/credentials/service.ts';
import {
  APP_ROLE,
  type Command,
  type CommitStage,
  type Queryable,
  type Rows,
  type Trx,
} from '../../../src/db/connect.ts';
import { depositHandlers } from '../../../src/deposits/handlers.ts';
import { createDepositService } from '../../../src/deposits/service.ts';
import { createEventRecorder } from '../../../src/events/record.ts';
import { insertEventsWithDeliveries } from '../../../src/webhooks/deliveries/repository.ts';
import { systemHandlers } from '../../../src/system/handlers.ts';
import { findRecord, insertAnswer, tryLock } from '../../../src/idempotency/repository.ts';
import { ledgerHandlers } from '../../../src/ledger/handlers.ts';
import { toCamelCase } from '../../../src/lib/case.ts';
import { createCursorCodec } from '../../../src/lib/cursor.ts';
import { Keyring } from '../../../src/lib/secrets/keyring.ts';
import { createLogger } from '../../../src/lib/logger.ts';
import { createProviders } from '../../../src/methods/providers/registry.ts';
import { createSimulator } from '../../../src/methods/providers/simulator/simulator.ts';
import { paymentLinkHandlers } from '../../../src/payment-links/handlers.ts';
import { createQuoteService } from '../../../src/payment-links/quotes.ts';
import { createPaymentLinkService } from '../../../src/payment-links/service.ts';

export interface BareRequest {
  method: string;
  /** Includes the query string. */
  url: string;
  authorization: string;
  idempotencyKey: string;
  body: string;
}

export interface BareAnswer {
  status: number;
  text: string;
}

/** The day's operations of a key in one row, which a handler without slots would lock until its commit. */
const CHARGE: Command = {
  name: 'charge',
  text: `insert into money_quotas (account_id, credential_id, day, slot, used, share, quota)
         values ($1, $2, (now() at time zone 'utc')::date, 0, 1, $3, $3)
         on conflict (account_id, credential_id, day, slot) do update set used = money_quotas.used + 1
         returning used`,
};

type Handler = (input: object) => Promise<unknown>;
type Work = (trx: Trx) => Promise<{ status: number; body: unknown }>;

const DAY_MS = 24 * 3600 * 1000;
const UNAUTHORIZED = JSON.stringify({
  error: {
    type: 'authentication_error',
    code: 'invalid_api_key',
    message: 'The API key is missing, malformed, unknown, revoked, expired or not allowed from this address.',
    request_id: 'req_00000000000000000000000000000000',
  },
});

/** Runs one call on a connection from the pool, or on the given one. */
export function createBareCalls(
  pool: pg.Pool | pg.PoolClient,
): (request: BareRequest) => Promise<BareAnswer> {
  const read = queryableOf(pool);
  const db = { read, listRead: () => read } as never;
  const simulator = createSimulator({ db });
  const providers = createProviders([simulator]);
  const keyring = Keyring.parse(readConfig(process.env).secretsKey ?? Keyring.generate());
  const cursors = createCursorCodec(keyring);
  const paymentLinks = createPaymentLinkService({
    read,
    providers,
    checkoutBaseUrl: () => 'http://127.0.0.1:3000',
    logger: createLogger('silent'),
  });
  const deposits = createDepositService({
    screens: false,
    providers,
    events: createEventRecorder({ livemode: false, insertEvents: insertEventsWithDeliveries }),
    logger: createLogger('silent'),
  });
  const handlers: Partial<Handlers> = {
    ...systemHandlers({ environment: 'test' }),
    ...paymentLinkHandlers({
      db,
      cursors,
      paymentLinks,
      quotes: createQuoteService({ read, providers, logger: createLogger('silent') }),
    }),
    ...ledgerHandlers({ db, cursors }),
    ...depositHandlers({ db, cursors, deposits, simulator }),
  };

  return async (request) => {
    const { operation, code, query } = route(request.url, request.method);
    const parts = parseApiKey(request.authorization.slice('Bearer '.length));
    const credential = parts && (await findPresentedCredential(read, { publicId: parts.publicId }));
    if (!parts || !credential?.presented) return { status: 401, text: UNAUTHORIZED };
    const caller = toCaller(credential, parts);
    const handler = handlers[operation] as Handler;
    const body = request.body === '' ? undefined : (JSON.parse(request.body) as object);
    const key = request.idempotencyKey;
    const input = {
      caller,
      path: { code },
      query,
      body: operation === 'createPaymentLink' ? { fee_bearer: 'merchant', ...body } : body,
      requestId: `req_${randomUUID().replaceAll('-', '')}`,
      idempotencyKey: key,
    };
    if (request.method === 'GET') {
      const reply = (await handler(input)) as { status: number; body: unknown };
      return { status: reply.status, text: JSON.stringify(reply.body) };
    }
    const work = (await handler(input)) as Work;
    return mutate(pool, caller, key, request.body, operation === 'createPaymentLink', work);
  };
}

function route(url: string, method: string) {
  const [path = '', query = ''] = url.split('?');
  const [, , resource = '', name = '', code = ''] = path.split('/');
  const params = Object.fromEntries(new URLSearchParams(query));
  const limit = params['limit'] === undefined ? {} : { limit: Number(params['limit']) };
  const known = {
    'GET ping': 'getPing',
    'POST ping': 'postPing',
    'GET balances': 'listBalances',
    'POST payment_links': 'createPaymentLink',
    'GET payment_links': name === '' ? 'listPaymentLinks' : 'getPaymentLink',
    'POST test_helpers': 'simulateDeposit',
  } as const;
  return {
    operation: known[`${method} ${resource}` as keyof typeof known],
    code: resource === 'test_helpers' ? code : name,
    query: { ...params, ...limit },
  };
}

async function mutate(
  pool: pg.Pool | pg.PoolClient,
  caller: Caller,
  key: string,
  body: string,
  usesMoneyQuota: boolean,
  work: Work,
): Promise<BareAnswer> {
  const client = pool instanceof pg.Pool ? await pool.connect() : pool;
  const on = queryableOf(client);
  try {
    await on.query({ text: 'begin' });
    const { rows } = await on.query<{ now: Date }>({ name: 'now', text: 'select service_now() as now' });
    const now = rows[0]?.now ?? new Date();
    const deferred: Promise<unknown>[] = [];
    const finishes: Record<CommitStage, (() => Promise<void>)[]> = { books: [], events: [], versions: [] };
    const trx: Trx = {
      ...on,
      now: Promise.resolve(now),
      defer: (write) => void deferred.push(write),
      gather: (write, row) => void deferred.push(write(trx, [row])),
      beforeCommit: (stage, finish) => void finishes[stage].push(finish),
      leave: () => undefined,
    };
    await tryLock(trx, createHash('sha256').update(key).digest().readBigInt64BE().toString());
    const stored = await findRecord(trx, { accountId: caller.accountId, key });
    const reply = stored ? undefined : await work(trx);
    const text = stored?.body ?? JSON.stringify(reply?.body);
    const status = stored?.status ?? reply?.status ?? 0;
    for (const finish of [...finishes.books, ...finishes.events]) await finish();
    await Promise.all(deferred);
    if (!stored) {
      await insertAnswer(trx, {
        accountId: caller.accountId,
        key,
        requestHash: createHash('sha256').update(body).digest(),
        credentialId: caller.credentialId,
        status,
        headers: '{}',
        body: text,
        sealedBody: null,
        createdAt: now,
        expiresAt: new Date(now.getTime() + DAY_MS),
      });
    }
    if (usesMoneyQuota && !stored) {
      await on.query({
        ...CHARGE,
        values: [caller.accountId, caller.credentialId, caller.moneyOperationsPerDay],
      });
    } else await readQuota(trx, caller);
    await on.query({ text: 'commit' });
    return { status, text };
  } catch (error) {
    await on.query({ text: 'rollback' });
    throw error;
  } finally {
    if (pool instanceof pg.Pool) client.release();
  }
}

function queryableOf(client: pg.Pool | pg.PoolClient): Queryable {
  return {
    async query<R>(command: Command): Promise<Rows<R>> {
      const { name = '', text, values } = command;
      if (!command.camelCase) return client.query<never>(command);
      const query = { name, text, values, rowMode: 'array' as const };
      const { fields, rows, ...result } = await client.query<unknown[]>(query);
      return { ...result, rows: rows.map(asProperties(name, fields)) as R[] };
    },
  };
}

const properties = new Map<string, readonly string[]>();

/** How a statement's rows become objects, as pg itself makes them, but with the names that properties have. */
function asProperties(statement: string, fields: pg.FieldDef[]): (values: unknown[]) => object {
  const names = properties.get(statement) ?? fields.map(({ name }) => toCamelCase(name));
  properties.set(statement, names);
  return (values) => {
    const row: Record<string, unknown> = {};
    for (let at = 0; at < names.length; at++) row[names[at] ?? ''] = values[at];
    return row;
  };
}

export function openPool(connections: number): pg.Pool {
  return new pg.Pool({
    connectionString: process.env['DATABASE_URL'],
    max: connections,
    options: `-c role=${APP_ROLE} -c timezone=UTC`,
  });
}
