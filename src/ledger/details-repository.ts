import { named, type Queryable, statement } from '../db/index.ts';
import { isId } from '../lib/ids.ts';
import { money } from '../lib/money.ts';
import type { Movement } from './repository.ts';

/** The facts that people recognise a movement by, from its link, deposit or transfer. Null where it has none. */
export interface MovementDetails {
  /** The payment link's description. */
  description: string | null;
  reference: string | null;
  metadata: Readonly<Record<string, string>> | null;
  /** The payer's name, or else the account or address that the money came from. */
  payer: string | null;
  method: string | null;
  /**
   * The fee of a payment, which is a movement of its own, or of a withdrawal, whose amount includes it; null for all
   * others.
   */
  fee: string | null;
}

/** The types of movements that have a fee of their own. */
const HAVE_FEES: readonly string[] = ['payment', 'withdrawal'];

export type DetailedMovement = Movement & MovementDetails;

interface DetailsQuery {
  accountId: string;
  ids: string[];
  codes: (string | null)[];
  deposits: (string | null)[];
  transfers: (string | null)[];
  /** The deposits of payments, as entries name them, whose fees are looked up. */
  payments: (string | null)[];
  assets: string[];
}

/** Each record is looked up once per movement, by its key, because Postgres would otherwise join whole tables. */
const detailsStatement = statement<DetailsQuery, MovementDetails & { id: string }>('ledger.details', (p) =>
  named(
    `select m.id, l.description, l.reference, l.metadata, coalesce(d.method, t.method) as method,
            coalesce(d.payer->>'name', l.payer_name, d.payer->>'account', d.payer->>'source_address') as payer,
            coalesce(f.fee, case when t.kind = 'withdrawal' then t.fee end) as fee
       from unnest(:ids::uuid[], :codes::text[], :deposits::uuid[], :transfers::uuid[], :payments::text[],
                   :assets::text[]) as m (id, code, deposit_id, transfer_id, payment, asset)
       left join lateral (select description, reference, metadata, payer_name from payment_links
                           where account_id = :accountId and code = m.code offset 0) l on true
       left join lateral (select kind, method, fee, deposit_id from transfers
                           where account_id = :accountId and id = m.transfer_id offset 0) t on true
       left join lateral (select method, payer from deposits
                           where account_id = :accountId and id = coalesce(m.deposit_id, t.deposit_id) offset 0) d on true
       left join lateral (select -p.amount as fee
                            from ledger_entries e
                            join ledger_postings p on p.account_id = e.account_id and p.entry_id = e.id
                           where e.account_id = :accountId and e.source_object = 'deposit' and e.source_id = m.payment
                             and e.type = 'fee' and p.book = 'available' and p.asset = m.asset
                           offset 0) f on true`,
    p,
  ),
);

/** Adds the facts that people recognise movements by; the order is kept. */
export async function withDetails(
  on: Queryable,
  accountId: string,
  rows: readonly Movement[],
): Promise<DetailedMovement[]> {
  if (rows.length === 0) return [];
  const idOf = (row: Movement, isWanted: boolean): string | null =>
    isWanted && isId(row.sourceId) ? row.sourceId : null;
  const found = await detailsStatement.all(on, {
    accountId,
    ids: rows.map(({ id }) => id),
    codes: rows.map(({ paymentLinkCode }) => paymentLinkCode),
    deposits: rows.map((row) => idOf(row, row.sourceObject === 'deposit')),
    transfers: rows.map((row) => idOf(row, row.sourceObject !== 'deposit')),
    payments: rows.map((row) => idOf(row, row.type === 'payment')),
    assets: rows.map(({ asset }) => asset),
  });
  const byId = new Map(found.map(({ id, ...details }) => [id, details]));
  return rows.map((row) => {
    const details = byId.get(row.id);
    if (!details) throw new Error(`movement ${row.id} was not described`);
    // The reversal of a withdrawal returns its fee with the rest, so it shows none of its own.
    return { ...row, ...details, fee: HAVE_FEES.includes(row.type) ? details.fee : null };
  });
}

/** The net amount of a payment or withdrawal, without its fee. Null for movements without a fee of their own. */
export function netOf({
  type,
  amount,
  fee,
}: Pick<DetailedMovement, 'type' | 'amount' | 'fee'>): string | null {
  if (type === 'payment')
    return money(amount)
      .minus(fee ?? '0')
      .toFixed();
  if (type === 'withdrawal' && fee !== null) return money(amount).plus(fee).toFixed();
  return null;
}
