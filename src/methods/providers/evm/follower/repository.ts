import type { Queryable, Trx } from '../../../../db/connect.ts';
import { columns, limited, named, sql, statement } from '../../../../db/statement.ts';

export type TransferStatus = 'seen' | 'gone' | 'final' | 'dropped';

/** A transfer of a known token to one of our addresses. */
export interface TransferRow {
  network: string;
  transaction_hash: string;
  /** Among the logs of its transaction. */
  position: number;
  status: TransferStatus;
  asset: string;
  sender: string;
  recipient: string;
  /** Decimal, in `asset`. */
  amount: string;
  block_number: string;
  block_hash: string;
}

const knownStatement = statement<{ addresses: readonly string[] }, { address: string }>(
  'evm_addresses.known',
  (p) => sql('evm_addresses').select('address').whereRaw(named('address = any(:addresses::text[])', p)),
);

/** Which of these addresses are ours. */
export async function findOwnAddresses(on: Queryable, addresses: readonly string[]): Promise<Set<string>> {
  return new Set((await knownStatement.all(on, { addresses })).map(({ address }) => address));
}

const upsertStatement = statement<{ rows: string; status: 'seen' | 'final' }>('evm_transfers.upsert', (p) =>
  named(
    `insert into evm_transfers (network, transaction_hash, position, status, asset, sender, recipient, amount,
                                block_number, block_hash, seen_at, final_at, report_at)
     select r.network, r.transaction_hash, r.position, :status, r.asset, r.sender, r.recipient, r.amount,
            r.block_number, r.block_hash, service_now(), case when :status = 'final' then service_now() end,
            service_now()
       from json_populate_recordset(null::evm_transfers, :rows::json) as r
     on conflict (network, transaction_hash, position) do update
        set status = excluded.status, block_number = excluded.block_number, block_hash = excluded.block_hash,
            gone_at = null, final_at = excluded.final_at,
            -- That it was seen is reported once only.
            report_at = case when excluded.status = 'final' then excluded.report_at else evm_transfers.report_at end
      where evm_transfers.status <> 'final'`,
    p,
  ),
);

/** Writes transfers as they are in the chain now. What is final stays as it is. */
export async function upsertTransfers(
  trx: Trx,
  status: 'seen' | 'final',
  rows: readonly Omit<TransferRow, 'status'>[],
): Promise<void> {
  if (rows.length > 0) await upsertStatement.run(trx, { status, rows: JSON.stringify(rows) });
}

interface RangeRead {
  network: string;
  from: number;
  to: number;
  hashes: readonly string[];
  positions: readonly number[];
}

const goneStatement = statement<RangeRead>('evm_transfers.mark_gone', (p) =>
  named(
    `update evm_transfers t set status = 'gone', gone_at = service_now()
      where t.network = :network and t.status = 'seen' and t.block_number between :from and :to
        and not exists (select from unnest(:hashes::text[], :positions::integer[]) as read (hash, position)
                         where read.hash = t.transaction_hash and read.position = t.position)`,
    p,
  ),
);

/** Those seen in a range of blocks that are not there any more: a reorganisation has taken them out. */
export async function markGone(
  trx: Trx,
  { network, from, to }: Pick<RangeRead, 'network' | 'from' | 'to'>,
  present: readonly Omit<TransferRow, 'status'>[],
): Promise<void> {
  await goneStatement.run(trx, {
    network,
    from,
    to,
    hashes: present.map((row) => row.transaction_hash),
    positions: present.map((row) => row.position),
  });
}

const dropStatement = statement<{ network: string; afterMs: number }>('evm_transfers.drop', (p) =>
  sql('evm_transfers')
    .where({ network: p.network, status: sql.raw("'gone'") })
    .whereRaw(named("gone_at <= service_now() - :afterMs * interval '1 millisecond'", p))
    .update({ status: sql.raw("'dropped'"), gone_at: null, report_at: null }),
);

/** Gives up those that have been gone for so long that they will hardly come back. */
export async function dropGone(trx: Trx, network: string, afterMs: number): Promise<void> {
  await dropStatement.run(trx, { network, afterMs });
}

/** The payment method of a transfer's asset on its network, or the one that comes nearest. */
const METHOD = `(select method from payment_methods m
                  where m.kind = 'on_chain'
                  order by (m.asset = t.asset and m.network = t.network) desc, m.asset = t.asset desc, m.position
                  limit 1) as method`;

/** With its payment method. */
export type FoundTransfer = TransferRow & { method: string };

export type TransferKey = Pick<TransferRow, 'network' | 'transaction_hash' | 'position'>;

const unreportedStatement = statement<{ limit: number }, TransferKey>('evm_transfers.list_unreported', (p) =>
  limited(
    sql('evm_transfers')
      .whereRaw("report_at <= service_now() and status in ('seen', 'final')")
      .orderBy(['report_at', 'block_number', 'position'])
      .select('network', 'transaction_hash', 'position'),
    p.limit,
  ),
);

/** Transfers that are to be reported now, in the order in which they came. */
export function listUnreported(on: Queryable, limit: number): Promise<TransferKey[]> {
  return unreportedStatement.all(on, { limit });
}

const lockStatement = statement<TransferKey, FoundTransfer>('evm_transfers.lock_unreported', (p) =>
  sql('evm_transfers as t')
    .where({ ...columns(p, ['network', 'transaction_hash', 'position']) })
    .whereRaw("report_at <= service_now() and status in ('seen', 'final')")
    .forUpdate('t')
    .skipLocked()
    .select('t.*', sql.raw(METHOD)),
);

/** Undefined when it was reported meanwhile, or somebody is doing so. */
export function lockUnreported(trx: Trx, key: TransferKey): Promise<FoundTransfer | undefined> {
  return lockStatement.first(trx, key);
}

const reportStatement = statement<TransferKey & { waitMs: number | null }>('evm_transfers.report', (p) =>
  sql('evm_transfers')
    .where({ ...columns(p, ['network', 'transaction_hash', 'position']) })
    .whereNotNull('report_at')
    .update({ report_at: named("service_now() + :waitMs::bigint * interval '1 millisecond'", p) }),
);

/** Its status was reported. */
export async function markReported(trx: Trx, key: TransferKey): Promise<void> {
  await reportStatement.run(trx, { ...keyOf(key), waitMs: null });
}

/** Its status could not be reported; others are first for a while. */
export async function postponeReport(trx: Trx, key: TransferKey, waitMs: number): Promise<void> {
  await reportStatement.run(trx, { ...keyOf(key), waitMs });
}

function keyOf({ network, transaction_hash, position }: TransferKey): TransferKey {
  return { network, transaction_hash, position };
}

const findTransferStatement = statement<TransferKey, TransferRow>('evm_transfers.find', (p) =>
  sql('evm_transfers')
    .where({ ...columns(p, ['network', 'transaction_hash', 'position']) })
    .select('*'),
);

export function findTransfer(on: Queryable, key: TransferKey): Promise<TransferRow | undefined> {
  return findTransferStatement.first(on, key);
}

/** A place in the list of final transfers: behind one of them. */
export type FinalCursor = TransferKey & { final_at: string };
export const FROM_THE_START: FinalCursor = {
  final_at: '-infinity',
  network: '',
  transaction_hash: '',
  position: -1,
};

/** `exact_final_at`: with microseconds, for cursors. */
export type FinalTransfer = FoundTransfer & { final_at: Date; exact_final_at: string };

const finalStatement = statement<FinalCursor & { from: Date; to: Date; limit: number }, FinalTransfer>(
  'evm_transfers.list_final',
  (p) =>
    named(
      `select t.*, t.final_at::text as exact_final_at, ${METHOD}
         from evm_transfers t
        where final_at >= :from and final_at < :to
          and (final_at, network, transaction_hash, position)
              > (:final_at::timestamptz, :network, :transaction_hash, :position)
        order by final_at, network, transaction_hash, position limit :limit`,
      p,
    ),
);

/** What became final within a period, oldest first. */
export function listFinalTransfers(
  on: Queryable,
  range: { from: Date; to: Date; after: FinalCursor; limit: number },
): Promise<FinalTransfer[]> {
  const { after, ...period } = range;
  return finalStatement.all(on, { ...period, ...after });
}
