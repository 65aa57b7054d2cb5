import { query, sql } from '../db/index.ts';

/** What may still lead to the cell that an account has left. */
export type NameKind = 'key' | 'link' | 'qr' | 'token' | 'place';

export interface Moved {
  accountId: string;
  /** The cell that the account is in now. */
  cell: number;
}

/**
 * Where an account is by now, by a name that led here: the public id of a key, the code of a link, the id of a QR code, the
 * hash in hex of a one-time token, or the key of a destination. Undefined unless the account has left this cell.
 */
export const findMovedName = query.first<{ kind: NameKind; name: string }, Moved>('moved_names.find', (p) =>
  sql('moved_names as n')
    .join('account_moves as m', 'm.account_id', 'n.account_id')
    .where({ 'n.kind': p.kind, 'n.name': p.name })
    .whereIn('m.state', ['gone', 'arriving'])
    .first('m.account_id', 'm.cell'),
);

/** The same, by the account itself. */
export const findMovedAccount = query.first<{ accountId: string }, Moved>('account_moves.find', (p) =>
  sql('account_moves')
    .where({ account_id: p.accountId })
    .whereIn('state', ['gone', 'arriving'])
    .first('account_id', 'cell'),
);
