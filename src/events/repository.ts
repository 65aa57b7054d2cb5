import type { Trx } from '../db/connect.ts';
import { sql, statement } from '../db/statement.ts';

export interface NewEvent {
  accountId: string;
  id: string;
  type: string;
  createdAt: Date;
  body: string;
  requestId: string | null;
}

const insertStatement = statement<NewEvent>('events.insert', (p) =>
  sql
    .with(
      'recorded',
      sql('events')
        .insert({
          account_id: p.accountId,
          id: p.id,
          type: p.type,
          created_at: p.createdAt,
          body: p.body,
          request_id: p.requestId,
        })
        .onConflict(['account_id', 'id'])
        .ignore()
        .returning(['account_id', 'id', 'type', 'created_at']),
    )
    .from(sql.raw('webhook_deliveries (account_id, id, endpoint_id, event_id, next_attempt_at, created_at)'))
    .insert(
      sql('recorded as r')
        .join('webhook_endpoints as w', 'w.account_id', 'r.account_id')
        .where('w.account_id', p.accountId)
        .where('w.enabled', true)
        .whereRaw('r.type = any (w.enabled_events)')
        .select(
          'w.account_id',
          sql.raw('gen_random_uuid()'),
          'w.id',
          'r.id',
          'r.created_at',
          'r.created_at',
        ) as never,
    ),
);

/** Writes the event and a delivery for each endpoint that wants it; an event that exists already writes nothing. */
export async function insertEvent(trx: Trx, event: NewEvent): Promise<void> {
  await insertStatement.run(trx, event);
}
