import type { Knex } from 'knex';
import {
  asRecordset,
  columns,
  command,
  named,
  noteChange,
  query,
  type Queryable,
  sql,
  summed,
  type Trx,
  type ColumnTypes,
  type Tables,
  mayChange,
  worksHere,
} from '../db/index.ts';
import type { LinkMethod } from './quote-repository.ts';
import type { LinkStatus, LinkTrigger } from './transitions.ts';

export interface PaymentLink extends Pick<
  Tables['payment_links'],
  | 'accountId'
  | 'code'
  | 'status'
  | 'amount'
  | 'currency'
  | 'description'
  | 'feeBearer'
  | 'returnUrl'
  | 'payerName'
  | 'customerId'
  | 'checkoutUrl'
  | 'requestId'
  | 'createdAt'
  | 'expiresAt'
  | 'paidAt'
  | 'paidWithMethod'
> {
  /** The account's own reference; several links may have the same. */
  reference: string | null;
  metadata: Record<string, string>;
  /** The QR code of the page's URL, stored only with older links. */
  qrSvg: string | null;
  /** The credit of its payment, if that is not exactly `amount` (D40); else null. */
  amountReceived: string | null;
  /** The part of the received amount that was refunded, or is being refunded. */
  refundTotal: string;
  /** The number of its state changes. */
  revision: number;
  /** The names of its methods, in order. */
  acceptedMethods: readonly string[];
}

/** A link as the list shows it, without the fields of the detail alone. */
export type PaymentLinkSummary = Omit<
  PaymentLink,
  'qrSvg' | 'returnUrl' | 'payerName' | 'revision' | 'refundTotal'
>;

/**
 * A link past its expiry is expired, whether or not the worker has marked it yet (D6). The time is read once, in a
 * subquery, because reading it for each row of a list would cost more than the row.
 */
export const EFFECTIVE_STATUS = `case when l.status = 'active' and l.expires_at <= (select service_now()) then 'expired' else l.status end`;

/** The links for which less than the amount due has arrived and waits for a decision (D7). */
export const PARTLY_PAID = `select distinct payment_link_code from deposits
  where account_id = :accountId and status = 'unmatched' and unmatched_reason = 'UNDERPAID'`;

export const SUMMARY_COLUMNS = [
  'l.account_id',
  'l.code',
  'l.amount',
  'l.currency',
  'l.description',
  'l.reference',
  'l.metadata',
  'l.customer_id',
  'l.fee_bearer',
  'l.checkout_url',
  'l.request_id',
  'l.created_at',
  'l.expires_at',
  'l.paid_at',
  'l.paid_with_method',
  'l.amount_received',
  'l.accepted_methods',
];

/** The links of one currency. */
export interface LinkSum {
  currency: string;
  amount: string;
  count: number;
}

/** The sums of a list of links (`LinkSum`). */
export const summedByCurrency = (list: Knex.Raw): Knex.QueryBuilder => summed(list, ['currency'], ['amount']);

const DETAIL_COLUMNS = [
  ...SUMMARY_COLUMNS,
  'l.return_url',
  'l.payer_name',
  'l.qr_svg',
  'l.revision',
  'l.refund_total',
];

export const links = (): Knex.QueryBuilder => sql('payment_links as l').whereNull('l.deleted_at');

export type NewLink = Omit<
  PaymentLink,
  'status' | 'paidAt' | 'paidWithMethod' | 'amountReceived' | 'revision' | 'refundTotal' | 'qrSvg'
> & {
  /** The counter code whose scan created it. */
  qrCodeId: string | null;
};

interface InsertParams extends Omit<NewLink, 'metadata'> {
  metadata: string;
  methods: string;
}

const insert = command.run<InsertParams>('payment_links.insert', (p) =>
  sql
    .with(
      'link',
      sql('payment_links')
        .insert({
          ...columns(p, [
            'accountId',
            'code',
            'amount',
            'currency',
            'description',
            'reference',
            'metadata',
            'feeBearer',
            'returnUrl',
            'payerName',
            'checkoutUrl',
            'requestId',
            'createdAt',
            'expiresAt',
            'acceptedMethods',
            'qrCodeId',
            'customerId',
          ]),
          status: sql.raw("'active'"),
        })
        .returning('code'),
    )
    .from('payment_link_methods')
    .insert(
      named(
        'select m.* from json_populate_recordset(null::payment_link_methods, :methods::json) as m',
        p,
      ) as never,
    ),
);

/** Writes a link with its methods, in one statement. */
export async function insertLink(trx: Trx, link: NewLink, methods: readonly LinkMethod[]): Promise<void> {
  noteChange(trx, link.accountId);
  await insert(trx, {
    methods: asRecordset(methods),
    ...link,
    metadata: JSON.stringify(link.metadata),
  });
}

export const findLink = query.first<{ accountId: string; code: string }, PaymentLink>(
  'payment_links.find',
  (p) =>
    sql('payment_links as l')
      .where({ 'l.account_id': p.accountId, 'l.code': p.code })
      // A plain condition would let a plan made before the first ANALYZE search the index of lists, entry by entry.
      .whereRaw('case when l.deleted_at is null then true end')
      .select(DETAIL_COLUMNS)
      .select(sql.raw(`${EFFECTIVE_STATUS} as status`)),
);

export interface LinkKey {
  accountId: string;
  code: string;
}

const LINK_KEY: ColumnTypes<LinkKey> = { accountId: 'uuid', code: 'text' };

/** The stored row; a link past its expiry still says `active` until it is marked. */
export type StoredLinkRow = PaymentLink & { lapsed: boolean; deletedAt: Date | null };

/** Until the transaction ends, no other transaction can change the link. Finds deleted ones too. */
export const lockedLinks = command.lookup<LinkKey, StoredLinkRow>('payment_links.lock', LINK_KEY, () =>
  sql('payment_links as l')
    .whereRaw('l.account_id = g.account_id and l.code = g.code')
    .select(DETAIL_COLUMNS)
    .select('l.status', 'l.deleted_at', sql.raw('l.expires_at <= service_now() as lapsed'))
    .forUpdate('l'),
);

const findAccount = query.first<{ code: string }, { accountId: string }>('payment_links.find_account', (p) =>
  links().where('l.code', p.code).whereRaw(worksHere('l.account_id')).select('l.account_id'),
);

/** By the code alone, for payers and the operator. Does not find deleted links. */
export async function findLinkAccount(on: Queryable, code: string): Promise<string | undefined> {
  return (await findAccount(on, { code }))?.accountId;
}

export interface LinkMove extends LinkKey {
  /** Before the move. */
  revision: number;
  trigger: LinkTrigger;
  from: LinkStatus;
  to: LinkStatus | 'deleted';
  /** The status to write. A deleted link keeps the one it had. */
  status: LinkStatus;
  paidAt: Date | null;
  paidWithMethod: string | null;
  amountReceived: string | null;
  deletedAt: Date | null;
  at: Date;
}

/** Writes changes of state, one per link, with their steps in the links' histories. */
// If a link has moved on meanwhile, the revision in its history is null, which the database refuses.
export const writeMoves = command.rows<LinkMove>(
  'payment_links.move',
  {
    ...LINK_KEY,
    revision: 'integer',
    trigger: 'text',
    from: 'text',
    to: 'text',
    status: 'text',
    paidAt: 'timestamptz',
    paidWithMethod: 'text',
    amountReceived: 'numeric',
    deletedAt: 'timestamptz',
    at: 'timestamptz',
  },
  (moves) =>
    sql.raw(
      `with g as not materialized (
         select * from ?
       ), moved as (
         update payment_links l
            set status = g.status, paid_at = g.paid_at, paid_with_method = g.paid_with_method,
                amount_received = g.amount_received, deleted_at = g.deleted_at, revision = l.revision + 1
           from g where l.account_id = g.account_id and l.code = g.code and l.revision = g.revision
         returning l.account_id, l.code, l.revision
       )
       insert into payment_link_transitions
              (account_id, link_code, revision, trigger, from_status, to_status, created_at)
       select g.account_id, g.code, moved.revision, g.trigger, g."from", g."to", g.at
         from g left join moved using (account_id, code)`,
      [moves],
    ),
);

export type LinkChange = Pick<
  PaymentLink,
  'description' | 'reference' | 'metadata' | 'returnUrl' | 'expiresAt' | 'customerId'
>;

const change = command.run<
  Omit<LinkChange, 'metadata'> & { metadata: string; accountId: string; code: string }
>('payment_links.change', (p) =>
  sql('payment_links')
    .where({ account_id: p.accountId, code: p.code })
    .update(columns(p, ['description', 'reference', 'metadata', 'returnUrl', 'expiresAt', 'customerId'])),
);

export async function changeLink(
  trx: Trx,
  { accountId, code }: Pick<PaymentLink, 'accountId' | 'code'>,
  { description, reference, metadata, returnUrl, expiresAt, customerId }: LinkChange,
): Promise<void> {
  await change(trx, {
    accountId,
    code,
    description,
    reference,
    metadata: JSON.stringify(metadata),
    returnUrl,
    expiresAt,
    customerId,
  });
}

/** Adds a refund that starts; a negative amount reverts a failed one. The database refuses more than was received. */
export const addLinkRefund = command.run<{ accountId: string; code: string; amount: string }>(
  'payment_links.add_refunded',
  (p) =>
    sql('payment_links')
      .where({ account_id: p.accountId, code: p.code })
      .update({ refund_total: named('refund_total + :amount::numeric', p) }),
);

/**
 * One statement finds links past their expiry, locks them (skipping what other workers hold), marks them and writes
 * their history. Returns how many links it marked, at most `limit`.
 */
export const expireLinks = command.run<{ limit: number }>('payment_links.expire', (p) =>
  named(
    `with due as (
       select l.account_id, l.code
         from payment_link_states s join payment_links l on l.account_id = s.account_id and l.code = s.link_code
        where s.status = 'active' and s.expires_at <= service_now() and l.status = 'active'
          and ${mayChange('l.account_id')}
        order by s.expires_at limit :limit
        for update of l skip locked
     ), expired as (
       update payment_links l set status = 'expired', revision = l.revision + 1
         from due where l.account_id = due.account_id and l.code = due.code
       returning l.account_id, l.code, l.revision
     )
     insert into payment_link_transitions
       (account_id, link_code, revision, trigger, from_status, to_status, created_at)
     select account_id, code, revision, 'expire', 'active', 'expired', service_now() from expired`,
    p,
  ),
);

/** Sets the refunded part of the link's amount, for a link that was paid in another family's asset. */
export const setLinkRefund = command.run<{ accountId: string; code: string; total: string }>(
  'payment_links.set_refunded',
  (p) =>
    sql('payment_links').where({ account_id: p.accountId, code: p.code }).update({ refund_total: p.total }),
);
