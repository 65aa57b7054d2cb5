import {
  columns,
  command,
  named,
  newestFirst,
  query,
  type Queryable,
  sql,
  statement,
  statementByShape,
  type Trx,
  type Tables,
} from '../db/index.ts';

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
>;

export type NewEndpoint = Omit<
  WebhookEndpoint,
  'enabled' | 'disabledAt' | 'disabledReason' | 'consecutiveFailures'
>;

export const insertEndpoint = command.run<NewEndpoint>('webhook_endpoints.insert', (p) =>
  sql('webhook_endpoints').insert(
    columns(p, ['accountId', 'id', 'url', 'description', 'enabledEvents', 'sealedSecret', 'createdAt']),
  ),
);

const countStatement = statement<{ accountId: string }, { count: number }>('webhook_endpoints.count', (p) =>
  sql('webhook_endpoints').where({ account_id: p.accountId }).select(sql.raw('count(*)::integer as count')),
);

export async function countEndpoints(trx: Trx, accountId: string): Promise<number> {
  return (await countStatement.first(trx, { accountId }))?.count ?? 0;
}

export interface EndpointQuery {
  accountId: string;
  afterTime: Date | undefined;
  afterId: string | undefined;
  limit: number;
}

const listStatement = statementByShape<EndpointQuery, WebhookEndpoint>(
  'webhook_endpoints.list',
  (p, given) => {
    const query = sql('webhook_endpoints').where({ account_id: p.accountId }).select('*');
    const after = given.has('afterId') ? ([p.afterTime, p.afterId] as const) : undefined;
    const order = { time: 'created_at', id: 'id', idType: 'uuid' } as const;
    return newestFirst(query, order, after, p.limit);
  },
);

export function listEndpoints(on: Queryable, query: EndpointQuery): Promise<WebhookEndpoint[]> {
  return listStatement(query).all(on, query);
}

export const findEndpoint = query.first<{ accountId: string; id: string }, WebhookEndpoint>(
  'webhook_endpoints.find',
  (p) => sql('webhook_endpoints').where({ account_id: p.accountId, id: p.id }).select('*'),
);

const dropStatement = statement<{ accountId: string; id: string }>('webhook_deliveries.drop', (p) =>
  named(
    `delete from webhook_deliveries where (account_id, id) in (
       select account_id, id from webhook_deliveries
        where account_id = :accountId and endpoint_id = :id order by account_id, id for update)`,
    p,
  ),
);

const deleteStatement = statement<{ accountId: string; id: string }>('webhook_endpoints.delete', (p) =>
  sql('webhook_endpoints').where({ account_id: p.accountId, id: p.id }).delete(),
);

/** Deletes an endpoint with its deliveries. False when there is no such endpoint. */
export async function deleteEndpoint(trx: Trx, accountId: string, id: string): Promise<boolean> {
  // First the deliveries, in key order, in which a worker that records outcomes locks them too: the cascade alone could
  // deadlock with it.
  trx.defer(dropStatement.run(trx, { accountId, id }));
  return (await deleteStatement.run(trx, { accountId, id })) === 1;
}

export const lockEndpoint = command.first<{ accountId: string; id: string }, WebhookEndpoint>(
  'webhook_endpoints.lock',
  (p) => sql('webhook_endpoints').where({ account_id: p.accountId, id: p.id }).select('*').forNoKeyUpdate(),
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
        'sealedSecret',
        'enabled',
        'disabledAt',
        'disabledReason',
        'consecutiveFailures',
      ]),
    ),
);

const lockAllStatement = statement<{ accountIds: string[]; ids: string[] }, WebhookEndpoint>(
  'webhook_endpoints.lock_all',
  (p) =>
    named(
      `select w.* from webhook_endpoints w
         join unnest(:accountIds::uuid[], :ids::uuid[]) as wanted (account_id, id)
           on wanted.account_id = w.account_id and wanted.id = w.id
        order by w.account_id, w.id for no key update of w`,
      p,
    ),
);

/** Locks several in key order, so that two transactions that lock the same ones cannot deadlock. */
export function lockEndpoints(trx: Trx, keys: readonly EndpointKey[]): Promise<WebhookEndpoint[]> {
  return lockAllStatement.all(trx, {
    accountIds: keys.map(({ accountId }) => accountId),
    ids: keys.map(({ endpointId }) => endpointId),
  });
}

export interface EndpointKey {
  accountId: string;
  endpointId: string;
}
