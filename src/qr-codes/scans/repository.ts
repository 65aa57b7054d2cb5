import { columns, command, named, type Queryable, sql, statement, type Trx } from '../../db/index.ts';

/** A scan that opened a link, and by whom. */
export interface ScanRow {
  account_id: string;
  link_code: string;
  qr_code_id: string;
  payer_hash: Buffer;
  network_hash: Buffer;
}

export const insertScan = command.run<ScanRow>('qr_scans.insert', (p) =>
  sql('qr_scans').insert(columns(p, ['account_id', 'link_code', 'qr_code_id', 'payer_hash', 'network_hash'])),
);

const lockStatement = statement<{ lock: string }>('qr_scans.lock', (p) =>
  sql.select(named('pg_advisory_xact_lock(:lock::bigint)', p)),
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
    .whereRaw(named("l.expires_at > service_now() + :leastLeftS * interval '1 second'", p))
    .orderBy('s.scanned_at', 'desc')
    .limit(1)
    .select('s.link_code'),
);

/** The payer's latest link for this counter code and amount that stays active for more than `leastLeftS` seconds. */
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
    .whereRaw(named("s.scanned_at > now() - :windowS * interval '1 second'", p))
    .select(
      named('count(*) filter (where s.qr_code_id = :qrCodeId)::integer as of_code', p),
      sql.raw('count(*)::integer as of_account'),
    ),
);

/** How many links a network has opened recently and not paid, for this code and for all of the account's codes. */
export async function countUnpaid(on: Queryable, key: NetworkKey): Promise<Counted> {
  return (await countStatement.first(on, key)) ?? { of_code: 0, of_account: 0 };
}

const purgeStatement = statement<{ limit: number }>('qr_scans.purge', (p) =>
  named(
    `delete from qr_scans where (account_id, link_code) in (
       select account_id, link_code from qr_scans where scanned_at < now() - interval '1 day'
        order by scanned_at limit :limit for update skip locked)`,
    p,
  ),
);

/** Deletes scans that no limit or link depends on any longer. Returns how many, at most `limit`. */
export function purgeScans(on: Queryable, limit: number): Promise<number> {
  return purgeStatement.run(on, { limit });
}
