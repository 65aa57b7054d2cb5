import type { Queryable, Trx } from '../../db/connect.ts';
import { sql, statement } from '../../db/statement.ts';

/** A scan that opened a link, and by whom. */
export interface ScanRow {
  account_id: string;
  link_code: string;
  qr_code_id: string;
  payer_hash: Buffer;
  network_hash: Buffer;
}

const insertStatement = statement<ScanRow>('qr_scans.insert', (p) =>
  sql('qr_scans').insert({
    account_id: p.account_id,
    link_code: p.link_code,
    qr_code_id: p.qr_code_id,
    payer_hash: p.payer_hash,
    network_hash: p.network_hash,
  }),
);

export async function insertScan(trx: Trx, scan: ScanRow): Promise<void> {
  await insertStatement.run(trx, scan);
}

const lockStatement = statement<{ lock: string }>('qr_scans.lock', (p) =>
  sql.select(sql.raw('pg_advisory_xact_lock(?::bigint)', [p.lock])),
);

/** Until the transaction ends, no other scan with this hash opens a link. */
export async function lockHash(trx: Trx, hash: Buffer): Promise<void> {
  await lockStatement.run(trx, { lock: hash.readBigInt64BE().toString() });
}

interface OpenLinkKey {
  accountId: string;
  qrCodeId: string;
  payerHash: Buffer;
  amount: string;
  leastLeftS: number;
}

const findOpenStatement = statement<OpenLinkKey, { link_code: string }>('qr_scans.find_open', (p) =>
  sql('qr_scans as s')
    .join('payment_links as l', (on) => on.on('l.account_id', 's.account_id').andOn('l.code', 's.link_code'))
    .where({
      's.account_id': p.accountId,
      's.qr_code_id': p.qrCodeId,
      's.payer_hash': p.payerHash,
      'l.amount': p.amount,
      'l.status': sql.raw("'active'"),
    })
    .whereRaw("l.expires_at > service_now() + ? * interval '1 second'", [p.leastLeftS])
    .orderBy('s.scanned_at', 'desc')
    .limit(1)
    .select('s.link_code'),
);

/** The code of the payer's last link of this code and amount that is still active for some time. */
export async function findOpenLink(on: Queryable, key: OpenLinkKey): Promise<string | undefined> {
  return (await findOpenStatement.first(on, key))?.link_code;
}

interface NetworkKey {
  accountId: string;
  qrCodeId: string;
  networkHash: Buffer;
  windowS: number;
}

interface Counted {
  of_code: number;
  of_account: number;
}

const countStatement = statement<NetworkKey, Counted>('qr_scans.count', (p) =>
  sql('qr_scans as s')
    .join('payment_links as l', (on) => on.on('l.account_id', 's.account_id').andOn('l.code', 's.link_code'))
    .where({ 's.account_id': p.accountId, 's.network_hash': p.networkHash })
    .whereNull('l.paid_at')
    .whereRaw("s.scanned_at > now() - ? * interval '1 second'", [p.windowS])
    .select(
      sql.raw('count(*) filter (where s.qr_code_id = ?)::integer as of_code', [p.qrCodeId]),
      sql.raw('count(*)::integer as of_account'),
    ),
);

/** How many links a network has opened of late and not paid, of this code and of all of the account's codes. */
export async function countUnpaid(on: Queryable, key: NetworkKey): Promise<Counted> {
  return (await countStatement.first(on, key)) ?? { of_code: 0, of_account: 0 };
}

const purgeStatement = statement<{ limit: number }>('qr_scans.purge', (p) =>
  sql.raw(
    `delete from qr_scans where (account_id, link_code) in (
       select account_id, link_code from qr_scans where scanned_at < now() - interval '1 day'
        order by scanned_at limit ? for update skip locked)`,
    [p.limit],
  ),
);

/** Forgets who scanned, as soon as no limit and no link goes by it. Answers how many, at most the limit. */
export function purgeScans(on: Queryable, limit: number): Promise<number> {
  return purgeStatement.run(on, { limit });
}
