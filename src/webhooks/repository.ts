import {
  columns,
  command,
  named,
  newestFirst,
  query,
  type Queryable,
  sql,
  type Trx,
  type Tables,
  mayChange,
} from '../db/index.ts';
import { DomainError } from '../lib/errors/errors.ts';
import { isId } from '../lib/ids.ts';

export type WebhookEndpoint = Pick<
  Tables['webhook_endpoints'],
  | 'accountId'
  | 'id'
  | 'url'
  | 'description'
  | 'enabledEvents'
  | 'sealedSecret'
  | 'enabled'
  | 'disabledAt'
  | 'disabledReason'
  | 'consecutiveFailures'
  | 'createdAt'
  | 'previousSealedSecret'
  | 'previousValidUntil'
  | 'standardWebhooks'
>;

export type NewEndpoint = Omit<
  WebhookEndpoint,
  | 'enabled'
  | 'disabledAt'
  | 'disabledReason'
  | 'consecutiveFailures'
  | 'previousSealedSecret'
  | 'previousValidUntil'
>;

/** An endpoint's previous secret reads as null once it has ended (D63), so that it can no longer sign. */
const whileItWorks = (column: string): string =>
  `case when w.previous_valid_until > service_now() then w.${column} end as ${column}`;

const COLUMNS = [
  'w.account_id',
  'w.id',
  'w.url',
  'w.description',
  'w.enabled_events',
  'w.sealed_secret',
  'w.enabled',
  'w.disabled_at',
  'w.disabled_reason',
  'w.consecutive_failures',
  'w.created_at',
  'w.standard_webhooks',
  whileItWorks('previous_sealed_secret'),
  whileItWorks('previous_valid_until'),
].join(', ');

const readEndpoints = () => sql('webhook_endpoints as w').select(sql.raw(COLUMNS));

export const insertEndpoint = command.run<NewEndpoint>('webhook_endpoints.insert', (p) =>
  sql('webhook_endpoints').insert(
    columns(p, [
      'accountId',
      'id',
      'url',
      'description',
      'enabledEvents',
      'standardWebhooks',
      'sealedSecret',
      'createdAt',
    ]),
  ),
);

const countQuery = query.first<{ accountId: string }, { count: number }>('webhook_endpoints.count', (p) =>
  sql('webhook_endpoints').where({ account_id: p.accountId }).select(sql.raw('count(*)::integer as count')),
);

export async function countEndpoints(trx: Trx, accountId: string): Promise<number> {
  return (await countQuery(trx, { accountId }))?.count ?? 0;
}

export interface EndpointQuery {
  accountId: string;
  afterTime: Date | undefined;
  afterId: string | undefined;
  limit: number;
}

export const listEndpoints = query.filtered<EndpointQuery, WebhookEndpoint>(
  'webhook_endpoints.list',
  (p, given) => {
    const query = readEndpoints().where({ 'w.account_id': p.accountId });
    const after = given.has('afterId') ? ([p.afterTime, p.afterId] as const) : undefined;
    const order = { time: 'created_at', id: 'id', idType: 'uuid' } as const;
    return newestFirst(query, order, after, p.limit);
  },
);

const findEndpoint = query.first<{ accountId: string; id: string }, WebhookEndpoint>(
  'webhook_endpoints.find',
  (p) => readEndpoints().where({ 'w.account_id': p.accountId, 'w.id': p.id }),
);

/** An endpoint by what a caller names. Throws `webhook_endpoint_not_found`. */
export async function getEndpoint(
  on: Queryable,
  key: { accountId: string; id: string },
): Promise<WebhookEndpoint> {
  const endpoint = isId(key.id) ? await findEndpoint(on, key) : undefined;
  if (!endpoint) throw new DomainError('webhook_endpoint_not_found');
  return endpoint;
}

const drop = command.run<{ accountId: string; id: string }>('webhook_deliveries.drop', (p) =>
  named(
    `delete from webhook_deliveries where (account_id, id) in (
       select account_id, id from webhook_deliveries
        where account_id = :accountId and endpoint_id = :id order by account_id, id for update)`,
    p,
  ),
);

const deleteCommand = command.run<{ accountId: string; id: string }>('webhook_endpoints.delete', (p) =>
  sql('webhook_endpoints').where({ account_id: p.accountId, id: p.id }).delete(),
);

/** Deletes an endpoint with its deliveries. False when there is no such endpoint. */
export async function deleteEndpoint(trx: Trx, accountId: string, id: string): Promise<boolean> {
  // First the deliveries, in key order, in which a worker that records outcomes locks them too, because the cascade
  // alone could deadlock with it.
  trx.defer(drop(trx, { accountId, id }));
  return (await deleteCommand(trx, { accountId, id })) === 1;
}

export const lockEndpoint = command.first<{ accountId: string; id: string }, WebhookEndpoint>(
  'webhook_endpoints.lock',
  (p) => readEndpoints().where({ 'w.account_id': p.accountId, 'w.id': p.id }).forNoKeyUpdate(),
);

/** Writes the columns that can change, of an endpoint that is already locked. */
export const updateEndpoint = command.run<WebhookEndpoint>('webhook_endpoints.update', (p) =>
  sql('webhook_endpoints')
    .where({ account_id: p.accountId, id: p.id })
    .update(
      columns(p, [
        'url',
        'description',
        'enabledEvents',
        'standardWebhooks',
        'sealedSecret',
        'enabled',
        'disabledAt',
        'disabledReason',
        'consecutiveFailures',
        'previousSealedSecret',
        'previousValidUntil',
      ]),
    ),
);

const lockAll = command.all<{ accountIds: string[]; ids: string[] }, WebhookEndpoint>(
  'webhook_endpoints.lock_all',
  (p) =>
    named(
      `select ${COLUMNS} from webhook_endpoints w
         join unnest(:accountIds::uuid[], :ids::uuid[]) as wanted (account_id, id)
           on wanted.account_id = w.account_id and wanted.id = w.id
        order by w.account_id, w.id for no key update of w`,
      p,
    ),
);

/** Locks several in key order, so that two transactions that lock the same ones cannot deadlock. */
export function lockEndpoints(trx: Trx, keys: readonly EndpointKey[]): Promise<WebhookEndpoint[]> {
  return lockAll(trx, {
    accountIds: keys.map(({ accountId }) => accountId),
    ids: keys.map(({ endpointId }) => endpointId),
  });
}

export interface EndpointKey {
  accountId: string;
  endpointId: string;
}

/** Clears previous signing secrets that have ended. Returns how many, at most the limit. */
export const purgePreviousSigningSecrets = command.run<{ limit: number }>(
  'webhook_endpoints.purge_previous',
  (p) =>
    named(
      `update webhook_endpoints set previous_sealed_secret = null, previous_valid_until = null
      where (account_id, id) in (
        select account_id, id from webhook_endpoints where previous_valid_until <= service_now() and ${mayChange('account_id')}
         order by previous_valid_until limit :limit for update skip locked)`,
      p,
    ),
);
