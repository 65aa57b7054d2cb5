import type { Deposit } from '../../deposits/index.ts';
import { named, query, type Queryable, sql, type Tables } from '../../db/index.ts';
import { eventIdsAbout } from '../../events/index.ts';
import type { Conversion, PaymentConversion, Refund } from '../../transfers/index.ts';
import type { DeliveryStatus } from '../../webhooks/index.ts';
import type { LinkStatus, LinkTrigger } from '../../payment-links/index.ts';

/** The maximum per kind in a timeline; far more than a link ever has. */
const MOST = 100;

interface LinkKey {
  accountId: string;
  code: string;
}

export type ScanOrigin = Pick<Tables['qr_codes'], 'id' | 'name' | 'storeLabel'>;

/** The counter code whose scan opened a link; undefined when it was created otherwise. */
export const findScannedCode = query.first<LinkKey, ScanOrigin>('link_timeline.scanned_code', (p) =>
  sql('payment_links as l')
    .join('qr_codes as q', (on) => on.on('q.account_id', 'l.account_id').andOn('q.id', 'l.qr_code_id'))
    .where({ 'l.account_id': p.accountId, 'l.code': p.code })
    .select('q.id', 'q.name', 'q.store_label'),
);

export interface TransitionRow {
  trigger: LinkTrigger;
  toStatus: LinkStatus | 'deleted';
  createdAt: Date;
}

export const listTransitions = query.all<LinkKey, TransitionRow>('link_timeline.transitions', (p) =>
  sql('payment_link_transitions')
    .where({ account_id: p.accountId, link_code: p.code })
    .orderBy('revision')
    .limit(MOST)
    .select('trigger', 'to_status', 'created_at'),
);

export type LinkDepositRow = Pick<
  Deposit,
  | 'id'
  | 'status'
  | 'unmatchedReason'
  | 'acceptedBy'
  | 'assignedFrom'
  | 'method'
  | 'asset'
  | 'network'
  | 'amount'
  | 'provider'
  | 'payer'
  | 'createdAt'
  | 'resolvedAt'
>;

/** All money that was sent for a link, whether or not it paid it. */
export const listLinkDeposits = query.all<LinkKey, LinkDepositRow>('link_timeline.deposits', (p) =>
  sql('deposits')
    .where({ account_id: p.accountId, payment_link_code: p.code })
    .orderBy([
      { column: 'created_at', order: 'desc' },
      { column: 'id', order: 'desc' },
    ])
    .limit(MOST)
    .select(
      'id',
      'status',
      'unmatched_reason',
      'accepted_by',
      'assigned_from',
      'method',
      'asset',
      'network',
      'amount',
      'provider',
      'payer',
      'created_at',
      'resolved_at',
    ),
);

type LinkTransfer = Refund | PaymentConversion | Conversion;

/** The conversions of a link's payment, its refunds, and the conversions that bought what they send. */
export const listLinkTransfers = query.all<LinkKey, LinkTransfer>('link_timeline.transfers', (p) =>
  sql('transfers')
    .where({ account_id: p.accountId, payment_link_code: p.code })
    .orderBy([
      { column: 'created_at', order: 'desc' },
      { column: 'id', order: 'desc' },
    ])
    .limit(MOST)
    .select('*'),
);

interface EventDelivery {
  id: string;
  endpointId: string;
  url: string;
  status: DeliveryStatus;
  attempts: number;
  lastHttpStatus: number | null;
}

export interface LinkEventRow extends Pick<Tables['events'], 'id' | 'type' | 'createdAt'> {
  deliveries: EventDelivery[];
}

const events = query.all<{ accountId: string; ids: readonly string[] }, LinkEventRow>(
  'link_timeline.events',
  (p) =>
    sql('events as e')
      .where('e.account_id', p.accountId)
      .whereRaw(named('e.id = any(:ids::text[])', p))
      .orderBy('e.sequence', 'desc')
      .limit(MOST)
      .select(
        'e.id',
        'e.type',
        'e.created_at',
        // An account has few endpoints.
        sql.raw(
          `coalesce((select json_agg(json_build_object('id', d.id, 'endpointId', d.endpoint_id, 'url', w.url,
                              'status', d.status, 'attempts', d.attempts, 'lastHttpStatus', d.last_http_status)
                              order by w.created_at)
                       from webhook_deliveries d
                       join webhook_endpoints w on w.account_id = d.account_id and w.id = d.endpoint_id
                      where d.account_id = e.account_id and d.event_id = e.id), '[]') as deliveries`,
        ),
      ),
);

/** The events of these objects, with each delivery. */
export function listEventsAbout(
  on: Queryable,
  accountId: string,
  subjects: readonly string[],
): Promise<LinkEventRow[]> {
  const ids = subjects.flatMap((subject) => eventIdsAbout({ accountId, subject }));
  return events(on, { accountId, ids });
}
