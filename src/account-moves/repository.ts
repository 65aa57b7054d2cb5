import { named, query, sql } from '../db/index.ts';

export interface Moved {
  accountId: string;
  /** The cell that the account is in now. */
  cell: number;
}

/**
 * Where the account works that something names which this cell has issued: the public id of a key, the code of a link, the id
 * of a QR code, or the hash of a one-time token. Undefined unless the account has left this cell: then the statements that
 * find it for requests no longer do (`worksHere`).
 */
export const movedBy = {
  key: query.first<{ name: string }, Moved>('account_moves.by_key', (p) =>
    named(movedFrom('credentials', 'o.public_id = :name'), p),
  ),
  link: query.first<{ name: string }, Moved>('account_moves.by_link', (p) =>
    named(movedFrom('payment_links', 'o.code = :name and o.deleted_at is null'), p),
  ),
  qr: query.first<{ name: string }, Moved>('account_moves.by_qr_code', (p) =>
    named(movedFrom('qr_codes', 'o.id = :name::uuid and o.deleted_at is null'), p),
  ),
  token: query.first<{ name: Buffer }, Moved>('account_moves.by_token', (p) =>
    named(movedFrom('one_time_links', 'o.token_hash = :name'), p),
  ),
};

/** The same, by the account itself. */
export const findMovedAccount = query.first<{ accountId: string }, Moved>('account_moves.find', (p) =>
  sql('account_moves')
    .where({ account_id: p.accountId, still_until: sql.raw("'infinity'") })
    .first('account_id', 'cell'),
);

function movedFrom(table: string, condition: string): string {
  return `select m.account_id, m.cell from ${table} o join account_moves m on m.account_id = o.account_id
           where ${condition} and m.still_until = 'infinity'`;
}
