import type { Queryable, Trx } from '../db/connect.ts';
import { limited, sql, statement, statementByShape } from '../db/statement.ts';
import type { FeeBearer } from '../methods/pricing.ts';
import type { Instructions } from '../methods/providers/provider.ts';
import type { LinkStatus } from './transitions.ts';

export interface LinkRow {
  account_id: string;
  code: string;
  status: LinkStatus;
  amount: string;
  currency: string;
  description: string;
  metadata: Record<string, string>;
  fee_bearer: FeeBearer;
  return_url: string | null;
  checkout_url: string;
  qr_svg: string;
  request_id: string | null;
  created_at: Date;
  expires_at: Date;
  paid_at: Date | null;
  paid_with_method: string | null;
  /** The names of its methods, in their order. */
  accepted_methods: string[];
}

/** A link as the list shows it: without what only the detail carries. */
export type LinkSummaryRow = Omit<LinkRow, 'qr_svg' | 'return_url'>;

export type QuoteStatus = 'native' | 'locked' | 'expired' | 'calculating';

export interface LinkMethodRow {
  account_id: string;
  link_code: string;
  method: string;
  asset: string;
  position: number;
  requires_conversion: boolean;
  amount_due: string;
  decimals: number;
  fee: string;
  exchange_rate: string;
  quote_status: QuoteStatus;
  amount_due_expires_at: Date;
  instructions: Instructions;
  destination: string;
  reference: string | null;
  network: string | null;
}

/** A link whose time has passed is expired, whether the worker has come by yet or not (D6). */
const EFFECTIVE_STATUS = `case when l.status = 'active' and l.expires_at <= service_now() then 'expired' else l.status end`;

const SUMMARY_COLUMNS = [
  'l.account_id',
  'l.code',
  'l.amount',
  'l.currency',
  'l.description',
  'l.metadata',
  'l.fee_bearer',
  'l.checkout_url',
  'l.request_id',
  'l.created_at',
  'l.expires_at',
  'l.paid_at',
  'l.paid_with_method',
  'l.accepted_methods',
];
const DETAIL_COLUMNS = [...SUMMARY_COLUMNS, 'l.return_url', 'l.qr_svg'];

const links = () => sql('payment_links as l').whereNull('l.deleted_at');

export type NewLink = Omit<LinkRow, 'status' | 'paid_at' | 'paid_with_method'>;

interface InsertParams extends Omit<NewLink, 'metadata'> {
  metadata: string;
  methods: string;
}

const insertStatement = statement<InsertParams>('payment_links.insert', (p) =>
  sql
    .with(
      'link',
      sql('payment_links')
        .insert({
          account_id: p.account_id,
          code: p.code,
          status: sql.raw("'active'"),
          amount: p.amount,
          currency: p.currency,
          description: p.description,
          metadata: p.metadata,
          fee_bearer: p.fee_bearer,
          return_url: p.return_url,
          checkout_url: p.checkout_url,
          qr_svg: p.qr_svg,
          request_id: p.request_id,
          created_at: p.created_at,
          expires_at: p.expires_at,
          accepted_methods: p.accepted_methods,
        })
        .returning('code'),
    )
    .from('payment_link_methods')
    .insert(
      sql.raw('select m.* from json_populate_recordset(null::payment_link_methods, ?::json) as m', [
        p.methods,
      ]) as never,
    ),
);

/** Writes a link with its methods, in one statement. */
export async function insertLink(trx: Trx, link: NewLink, methods: readonly LinkMethodRow[]): Promise<void> {
  await insertStatement.run(trx, {
    ...link,
    metadata: JSON.stringify(link.metadata),
    methods: JSON.stringify(methods),
  });
}

const findStatement = statement<{ accountId: string; code: string }, LinkRow>('payment_links.find', (p) =>
  links()
    .where({ 'l.account_id': p.accountId, 'l.code': p.code })
    .select(DETAIL_COLUMNS)
    .select(sql.raw(`${EFFECTIVE_STATUS} as status`)),
);

export function findLink(on: Queryable, accountId: string, code: string): Promise<LinkRow | undefined> {
  return findStatement.first(on, { accountId, code });
}

const lockStatement = statement<{ accountId: string; code: string }, LinkRow>('payment_links.lock', (p) =>
  links()
    .where({ 'l.account_id': p.accountId, 'l.code': p.code })
    .select(DETAIL_COLUMNS)
    .select(sql.raw(`${EFFECTIVE_STATUS} as status`))
    .forUpdate('l'),
);

/** Until the transaction ends, nobody else can change the link. */
export function lockLink(trx: Trx, accountId: string, code: string): Promise<LinkRow | undefined> {
  return lockStatement.first(trx, { accountId, code });
}

const lockAnyStatement = statement<{ accountId: string; code: string }, LinkRow>(
  'payment_links.lock_any',
  (p) =>
    sql('payment_links as l')
      .where({ 'l.account_id': p.accountId, 'l.code': p.code })
      .select(DETAIL_COLUMNS)
      .select(sql.raw(`${EFFECTIVE_STATUS} as status`))
      .forUpdate('l'),
);

/** Also a deleted link: money that still arrives for it must find its account. */
export function lockLinkForDeposit(trx: Trx, accountId: string, code: string): Promise<LinkRow | undefined> {
  return lockAnyStatement.first(trx, { accountId, code });
}

const findAccountStatement = statement<{ code: string }, { account_id: string }>(
  'payment_links.find_account',
  (p) => sql('payment_links').where({ code: p.code }).select('account_id'),
);

/** By the code alone, for those who work for no account: payers and the operator. */
export async function findLinkAccount(on: Queryable, code: string): Promise<string | undefined> {
  return (await findAccountStatement.first(on, { code }))?.account_id;
}

const METHOD_COLUMNS = [
  'account_id',
  'link_code',
  'method',
  'asset',
  'position',
  'requires_conversion',
  'amount_due',
  'decimals',
  'fee',
  'exchange_rate',
  'amount_due_expires_at',
  'instructions',
  'destination',
  'reference',
  'network',
  // A quote that has run out is shown as such; it is never renewed by a read (D4).
  sql.raw(
    `case when quote_status = 'locked' and amount_due_expires_at <= service_now() then 'expired' else quote_status end as quote_status`,
  ),
];

const byDestinationStatement = statement<{ destination: string; reference: string | null }, LinkMethodRow>(
  'payment_links.method_by_destination',
  (p) =>
    sql('payment_link_methods')
      .where('destination', p.destination)
      .whereRaw('reference is not distinct from ?', [p.reference])
      .select(METHOD_COLUMNS),
);

/** The only look-up of a payment without an account: where it was sent to is what tells us whose it is. */
export function findMethodByDestination(
  on: Queryable,
  destination: string,
  reference: string | null,
): Promise<LinkMethodRow | undefined> {
  return byDestinationStatement.first(on, { destination, reference });
}

const methodsStatement = statement<{ accountId: string; code: string }, LinkMethodRow>(
  'payment_links.methods',
  (p) =>
    sql('payment_link_methods')
      .where({ account_id: p.accountId, link_code: p.code })
      .orderBy('position')
      .select(METHOD_COLUMNS),
);

export function listLinkMethods(on: Queryable, accountId: string, code: string): Promise<LinkMethodRow[]> {
  return methodsStatement.all(on, { accountId, code });
}

export interface LinkFilters {
  status: LinkStatus | undefined;
  currency: string | undefined;
  createdAfter: Date | undefined;
  createdBefore: Date | undefined;
}

export interface LinkQuery extends LinkFilters {
  accountId: string;
  afterTime: Date | undefined;
  afterCode: string | undefined;
  limit: number;
}

const listStatement = statementByShape<LinkQuery, LinkSummaryRow>('payment_links.list', (p, given) => {
  const query = links()
    .where('l.account_id', p.accountId)
    .select(SUMMARY_COLUMNS)
    .select(sql.raw(`${EFFECTIVE_STATUS} as status`));
  if (given.has('status')) query.whereRaw(`${EFFECTIVE_STATUS} = ?`, [p.status]);
  if (given.has('currency')) query.where('l.currency', p.currency);
  if (given.has('createdAfter')) query.where('l.created_at', '>=', p.createdAfter);
  if (given.has('createdBefore')) query.where('l.created_at', '<=', p.createdBefore);
  if (given.has('afterCode')) query.whereRaw('(l.created_at, l.code) < (?, ?)', [p.afterTime, p.afterCode]);
  return limited(
    query.orderBy([
      { column: 'l.created_at', order: 'desc' },
      { column: 'l.code', order: 'desc' },
    ]),
    p.limit,
  );
});

export function listLinks(on: Queryable, query: LinkQuery): Promise<LinkSummaryRow[]> {
  return listStatement(query).all(on, query);
}

const statsStatement = statement<{ accountId: string }, { status: LinkStatus; count: number }>(
  'payment_links.stats',
  (p) =>
    links()
      .where('l.account_id', p.accountId)
      .groupByRaw('1')
      .select(sql.raw(`${EFFECTIVE_STATUS} as status`), sql.raw('count(*)::integer as count')),
);

export function countLinks(
  on: Queryable,
  accountId: string,
): Promise<{ status: LinkStatus; count: number }[]> {
  return statsStatement.all(on, { accountId });
}

const setStatusStatement = statement<{ accountId: string; code: string; status: LinkStatus }>(
  'payment_links.set_status',
  (p) => sql('payment_links').where({ account_id: p.accountId, code: p.code }).update({ status: p.status }),
);

export async function setLinkStatus(trx: Trx, link: LinkKey, status: LinkStatus): Promise<void> {
  await setStatusStatement.run(trx, { accountId: link.account_id, code: link.code, status });
}

type LinkKey = Pick<LinkRow, 'account_id' | 'code'>;

const markPaidStatement = statement<{ accountId: string; code: string; method: string; paidAt: Date }>(
  'payment_links.mark_paid',
  (p) =>
    sql('payment_links')
      .where({ account_id: p.accountId, code: p.code })
      .update({ status: sql.raw("'paid'"), paid_at: p.paidAt, paid_with_method: p.method }),
);

export async function markLinkPaid(trx: Trx, link: LinkKey, method: string, paidAt: Date): Promise<void> {
  await markPaidStatement.run(trx, { accountId: link.account_id, code: link.code, method, paidAt });
}

const markDeletedStatement = statement<{ accountId: string; code: string; now: Date }>(
  'payment_links.mark_deleted',
  (p) => sql('payment_links').where({ account_id: p.accountId, code: p.code }).update({ deleted_at: p.now }),
);

export async function markLinkDeleted(trx: Trx, link: LinkKey, now: Date): Promise<void> {
  await markDeletedStatement.run(trx, { accountId: link.account_id, code: link.code, now });
}
