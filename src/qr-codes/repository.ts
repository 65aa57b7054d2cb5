import type { Knex } from 'knex';
import {
  columns,
  command,
  mayExpire,
  newestFirst,
  query,
  type Queryable,
  sql,
  type Trx,
  named,
  type Tables,
  narrow,
  worksHere,
} from '../db/index.ts';

export type QrCodeStatus = 'active' | 'disabled';

export interface QrCode extends Pick<
  Tables['qr_codes'],
  | 'accountId'
  | 'id'
  | 'name'
  | 'storeLabel'
  | 'externalReference'
  | 'currency'
  | 'status'
  | 'url'
  | 'svg'
  | 'createdAt'
> {
  /** Null if the payer enters it. */
  fixedAmount: string | null;
}

/** A code as the list shows it, without its image. */
export type QrCodeSummary = Omit<QrCode, 'svg'>;

interface CodeKey {
  accountId: string;
  id: string;
}

const SUMMARY_COLUMNS = [
  'accountId',
  'id',
  'name',
  'storeLabel',
  'externalReference',
  'currency',
  'fixedAmount',
  'status',
  'url',
  'createdAt',
] as const;
const DETAIL_COLUMNS = [...SUMMARY_COLUMNS, 'svg'] as const;

const codes = () => sql('qr_codes').whereNull('deleted_at');

/** Throws `qr_code_reference_taken` when another code of the account has the same reference. */
export const insertCode = command.run<QrCode>('qr_codes.insert', (p) =>
  sql('qr_codes').insert(columns(p, DETAIL_COLUMNS)),
);

export const findCode = query.first<CodeKey, QrCode>('qr_codes.find', (p) =>
  codes().where({ account_id: p.accountId, id: p.id }).select(DETAIL_COLUMNS),
);

/** By the id alone, for payers. */
// A disabled code is not found, like one that was deleted or never existed, so payers see no difference.
export const findActiveCode = query.first<{ id: string }, QrCode>('qr_codes.find_active', (p) =>
  codes()
    .where({ id: p.id, status: sql.raw("'active'") })
    .whereRaw(worksHere('account_id'))
    .select(DETAIL_COLUMNS),
);

/** For changes by its owner; it cannot be scanned until then. */
export const lockCode = command.first<CodeKey, QrCode>('qr_codes.lock', (p) =>
  codes().where({ account_id: p.accountId, id: p.id }).select(DETAIL_COLUMNS).forUpdate(),
);

/**
 * Locks a code for a scan, so that its owner cannot change it meanwhile, but others can scan it. Undefined unless it is
 * active.
 */
export const holdActiveCode = command.first<CodeKey, QrCode>('qr_codes.hold', (p) =>
  codes()
    .where({ account_id: p.accountId, id: p.id, status: sql.raw("'active'") })
    .select(DETAIL_COLUMNS)
    .forShare(),
);

/** Writes the fields of a locked code that may change. */
export const updateCode = command.run<
  Pick<QrCode, 'accountId' | 'id' | 'name' | 'storeLabel' | 'fixedAmount' | 'status'>
>('qr_codes.update', (p) =>
  sql('qr_codes')
    .where({ account_id: p.accountId, id: p.id })
    .update(columns(p, ['name', 'storeLabel', 'fixedAmount', 'status'])),
);

const deleteCommand = command.run<CodeKey & { at: Date }>('qr_codes.delete', (p) =>
  sql('qr_codes').where({ account_id: p.accountId, id: p.id }).update({ deleted_at: p.at }),
);

export async function deleteCode(trx: Trx, accountId: string, id: string): Promise<void> {
  await deleteCommand(trx, { accountId, id, at: await trx.now });
}

export interface QrCodeFilters {
  status: QrCodeStatus | undefined;
  externalReference: string | undefined;
  createdAfter: Date | undefined;
  createdBefore: Date | undefined;
}

export interface QrCodeQuery extends QrCodeFilters {
  accountId: string;
  afterTime: Date | undefined;
  afterId: string | undefined;
  limit: number;
}

export const listCodes = query.filtered<QrCodeQuery, QrCodeSummary>('qr_codes.list', (p, given) => {
  const query = codes().where('account_id', p.accountId).select(SUMMARY_COLUMNS);
  narrow(query, p, given, {
    status: 'status',
    externalReference: 'external_reference',
    createdAfter: ['created_at', '>='],
    createdBefore: ['created_at', '<='],
  });
  const after = given.has('afterId') ? ([p.afterTime, p.afterId] as const) : undefined;
  const order = { time: 'created_at', id: 'id', idType: 'uuid' } as const;
  return newestFirst(query, order, after, p.limit);
});

const hasCollectedQuery = query.first<CodeKey, { found: boolean }>('qr_codes.has_collected', (p) =>
  sql.select(
    sql.raw('exists ? as found', [
      sql('payment_link_states')
        .where({ account_id: p.accountId, qr_code_id: p.id })
        .whereNotNull('paid_at')
        .select(sql.raw('1')) as unknown as Knex.Value,
    ]),
  ),
);

export async function hasCollected(trx: Trx, accountId: string, id: string): Promise<boolean> {
  return (await hasCollectedQuery(trx, { accountId, id }))?.found ?? false;
}

const unpaid = query.all<CodeKey, { code: string }>('qr_codes.unpaid_links', (p) =>
  sql('payment_link_states')
    .where({ account_id: p.accountId, qr_code_id: p.id })
    .whereRaw("status in ('active', 'processing')")
    .orderBy('link_code')
    .select('link_code as code'),
);

/** The codes of the links that payers may be paying right now. */
export async function listUnpaidLinks(trx: Trx, accountId: string, id: string): Promise<string[]> {
  return (await unpaid(trx, { accountId, id })).map(({ code }) => code);
}

/** A paid link that a scan of the code opened, with the deposit that paid it. */
export interface Collection {
  paymentLinkCode: string;
  amount: string;
  currency: string;
  method: string;
  depositId: string;
  /** When it was paid; the list is ordered by this. */
  createdAt: Date;
}

export interface CollectionQuery {
  accountId: string;
  id: string;
  createdAfter: Date | undefined;
  createdBefore: Date | undefined;
  afterTime: Date | undefined;
  afterId: string | undefined;
  limit: number;
}

export const listCollections = query.filtered<CollectionQuery, Collection>(
  'qr_codes.collections',
  (p, given) => {
    const query = sql('payment_link_states as s')
      .join('payment_links as l', (on) =>
        on.on('l.account_id', 's.account_id').andOn('l.code', 's.link_code'),
      )
      .join('deposits as d', (on) =>
        on
          .on('d.account_id', 'l.account_id')
          .andOn('d.payment_link_code', 'l.code')
          .andOnVal('d.status', sql.raw("'credited'") as never),
      )
      .where({ 's.account_id': p.accountId, 's.qr_code_id': p.id })
      .whereNotNull('s.paid_at')
      // The last one, where several paid the link together.
      .whereRaw(
        `not exists (select from deposits later where later.account_id = d.account_id and later.id > d.id
           and later.payment_link_code = d.payment_link_code and later.status = 'credited' offset 0)`,
      )
      .select(
        'l.code as payment_link_code',
        sql.raw('coalesce(l.amount_received, l.amount) as amount'),
        'l.currency',
        'l.paid_with_method as method',
        'd.id as deposit_id',
        's.paid_at as created_at',
      );
    narrow(query, p, given, { createdAfter: ['s.paid_at', '>='], createdBefore: ['s.paid_at', '<='] });
    const after = given.has('afterId') ? ([p.afterTime, p.afterId] as const) : undefined;
    const order = { time: 's.paid_at', id: 's.link_code', idType: 'text' } as const;
    return newestFirst(query, order, after, p.limit);
  },
);

/** A scan that opened a link, with its payer. */
export interface ScanRow {
  accountId: string;
  linkCode: string;
  qrCodeId: string;
  payerHash: Buffer;
  networkHash: Buffer;
}

export const insertScan = command.run<ScanRow>('qr_scans.insert', (p) =>
  sql('qr_scans').insert(columns(p, ['accountId', 'linkCode', 'qrCodeId', 'payerHash', 'networkHash'])),
);

const lockCommand = command.run<{ lock: string }>('qr_scans.lock', (p) =>
  sql.select(named('pg_advisory_xact_lock(:lock::bigint)', p)),
);

/** Until the transaction ends, no other scan with this hash opens a link. */
export async function lockHash(trx: Trx, hash: Buffer): Promise<void> {
  await lockCommand(trx, { lock: hash.readBigInt64BE().toString() });
}

interface OpenLinkKey {
  accountId: string;
  qrCodeId: string;
  payerHash: Buffer;
  amount: string;
  leastLeftS: number;
}

const findOpen = query.first<OpenLinkKey, { linkCode: string }>('qr_scans.find_open', (p) =>
  sql('qr_scans as s')
    .join('payment_links as l', (on) => on.on('l.account_id', 's.account_id').andOn('l.code', 's.link_code'))
    .where({
      's.account_id': p.accountId,
      's.qr_code_id': p.qrCodeId,
      's.payer_hash': p.payerHash,
      'l.amount': p.amount,
      'l.status': sql.raw("'active'"),
    })
    .whereRaw(named("l.expires_at > service_now() + :leastLeftS * interval '1 second'", p))
    .orderBy('s.scanned_at', 'desc')
    .limit(1)
    .select('s.link_code'),
);

/** The payer's latest link for this counter code and amount that stays active for more than `leastLeftS` seconds. */
export async function findOpenLink(on: Queryable, key: OpenLinkKey): Promise<string | undefined> {
  return (await findOpen(on, key))?.linkCode;
}

interface NetworkKey {
  accountId: string;
  qrCodeId: string;
  networkHash: Buffer;
  windowS: number;
}

interface Counted {
  ofCode: number;
  ofAccount: number;
}

const count = query.first<NetworkKey, Counted>('qr_scans.count', (p) =>
  sql('qr_scans as s')
    .join('payment_links as l', (on) => on.on('l.account_id', 's.account_id').andOn('l.code', 's.link_code'))
    .where({ 's.account_id': p.accountId, 's.network_hash': p.networkHash })
    .whereNull('l.paid_at')
    .whereRaw(named("s.scanned_at > now() - :windowS * interval '1 second'", p))
    .select(
      named('count(*) filter (where s.qr_code_id = :qrCodeId)::integer as of_code', p),
      sql.raw('count(*)::integer as of_account'),
    ),
);

/**
 * The number of links that a network has opened recently and not paid, for this code and for all of the account's
 * codes.
 */
export async function countUnpaid(on: Queryable, key: NetworkKey): Promise<Counted> {
  return (await count(on, key)) ?? { ofCode: 0, ofAccount: 0 };
}

/** Deletes scans that no limit or link depends on any longer. Returns how many, at most `limit`. */
export const purgeScans = command.run<{ limit: number }>('qr_scans.purge', (p) =>
  named(
    `delete from qr_scans where (account_id, link_code) in (
       select account_id, link_code from qr_scans
        where scanned_at < now() - interval '1 day' and ${mayExpire('account_id')}
        order by scanned_at limit :limit for update skip locked)`,
    p,
  ),
);
