import {
  asRecordset,
  columns,
  command,
  limited,
  named,
  query,
  type Queryable,
  sql,
  type Trx,
  type ColumnTypes,
  type Tables,
} from '../../../../db/index.ts';

/** `set_aside`: final, but cannot be a deposit; an operator decides what to do with it. */
export type TransferStatus = 'seen' | 'gone' | 'final' | 'dropped' | 'set_aside';

/** A transfer of a known token to one of our addresses. */
export interface TransferRow extends Pick<
  Tables['evm_transfers'],
  'network' | 'transactionHash' | 'status' | 'asset' | 'sender' | 'recipient' | 'blockNumber' | 'blockHash'
> {
  /** Among the logs of its transaction. */
  position: number;
  /** Decimal, in `asset`. */
  amount: string;
  /** Its first recipient, if that has changed. */
  firstRecipient: string | null;
  /** The reason why it was set aside, or could not be recorded yet. */
  lastError: string | null;
}

/** A transfer as in a block. With a `last_error`, it cannot be a deposit. */
export type ReadTransfer = Omit<TransferRow, 'status' | 'firstRecipient'>;

const known = query.all<{ addresses: readonly string[] }, { address: string }>('evm_addresses.known', (p) =>
  sql('evm_addresses').select('address').whereRaw(named('address = any(:addresses::text[])', p)),
);

/** The given addresses that are ours. */
export async function findOwnAddresses(on: Queryable, addresses: readonly string[]): Promise<Set<string>> {
  return new Set((await known(on, { addresses })).map(({ address }) => address));
}

const upsert = command.run<{ rows: string; status: 'seen' | 'final' }>('evm_transfers.upsert', (p) =>
  named(
    `insert into evm_transfers (network, transaction_hash, position, status, asset, sender, recipient, amount,
                                block_number, block_hash, seen_at, final_at, report_at, last_error)
     select r.network, r.transaction_hash, r.position, s.status, r.asset, r.sender, r.recipient, r.amount,
            r.block_number, r.block_hash, service_now(), case when s.status = 'final' then service_now() end,
            case when s.status <> 'set_aside' then service_now() end, r.last_error
       from json_populate_recordset(null::evm_transfers, :rows::json) as r,
            lateral (select case when r.last_error is null then :status else 'set_aside' end as status) as s
     on conflict (network, transaction_hash, position) do update
        set status = excluded.status, asset = excluded.asset, sender = excluded.sender,
            recipient = excluded.recipient, amount = excluded.amount,
            first_recipient = coalesce(evm_transfers.first_recipient, evm_transfers.recipient),
            block_number = excluded.block_number, block_hash = excluded.block_hash,
            gone_at = null, final_at = excluded.final_at, last_error = excluded.last_error,
            -- That it was seen is reported once, unless it says something else now.
            report_at = case when excluded.status = 'seen'
                              and (evm_transfers.asset, evm_transfers.sender, evm_transfers.recipient, evm_transfers.amount)
                                = (excluded.asset, excluded.sender, excluded.recipient, excluded.amount)
                             then evm_transfers.report_at else excluded.report_at end
      where evm_transfers.status <> 'final'`,
    p,
  ),
);

/**
 * Writes transfers as they are in the chain now. A transaction that a reorganisation executes again can pay
 * differently, so all of its data is written again. Final transfers stay as they are. Those with a `last_error` are set
 * aside.
 */
export async function upsertTransfers(
  trx: Trx,
  status: 'seen' | 'final',
  rows: readonly ReadTransfer[],
): Promise<void> {
  if (rows.length === 0) return;
  await upsert(trx, { status, rows: asRecordset(rows) });
  trx.leave('chain_transfers');
}

interface RangeRead {
  network: string;
  from: number;
  to: number;
  hashes: readonly string[];
  positions: readonly number[];
}

const gone = command.run<RangeRead>('evm_transfers.mark_gone', (p) =>
  named(
    `update evm_transfers t set status = 'gone', gone_at = service_now()
      where t.network = :network and t.status = 'seen' and t.block_number between :from and :to
        and not exists (select from unnest(:hashes::text[], :positions::integer[]) as read (hash, position)
                         where read.hash = t.transaction_hash and read.position = t.position)`,
    p,
  ),
);

/** Marks transfers that were seen in a range of blocks and that a reorganisation has removed. */
export async function markGone(
  trx: Trx,
  { network, from, to }: Pick<RangeRead, 'network' | 'from' | 'to'>,
  present: readonly TransferKey[],
): Promise<void> {
  await gone(trx, { ...listed(present), network, from, to });
}

const replaced = command.run<Omit<RangeRead, 'from' | 'to'>>('evm_transfers.drop_replaced', (p) =>
  named(
    `update evm_transfers t set status = 'dropped', gone_at = null, report_at = null
      where t.network = :network and t.status in ('seen', 'gone') and t.transaction_hash = any(:hashes::text[])
        and not exists (select from unnest(:hashes::text[], :positions::integer[]) as read (hash, position)
                         where read.hash = t.transaction_hash and read.position = t.position)`,
    p,
  ),
);

/** Drops those that are no longer in their transaction, now that it is final with these transfers. */
export async function dropReplaced(trx: Trx, network: string, final: readonly TransferKey[]): Promise<void> {
  if (final.length > 0) await replaced(trx, { ...listed(final), network });
}

function listed(keys: readonly TransferKey[]): Pick<RangeRead, 'hashes' | 'positions'> {
  return {
    hashes: keys.map(({ transactionHash }) => transactionHash),
    positions: keys.map(({ position }) => position),
  };
}

/** Drops those that have been gone for too long to reappear. */
export const dropGone = command.run<{ network: string; afterMs: number }>('evm_transfers.drop', (p) =>
  sql('evm_transfers')
    .where({ network: p.network, status: sql.raw("'gone'") })
    .whereRaw(named("gone_at <= service_now() - :afterMs * interval '1 millisecond'", p))
    .update({ status: sql.raw("'dropped'"), gone_at: null, report_at: null }),
);

/** The payment method of a transfer's asset on its network, or the closest one. */
const METHOD = `(select method from payment_methods m
                  where m.kind = 'on_chain'
                  order by (m.asset = t.asset and m.network = t.network) desc, m.asset = t.asset desc, m.position
                  limit 1) as method`;

/** With its payment method. */
export type FoundTransfer = TransferRow & { method: string };

export type TransferKey = Pick<TransferRow, 'network' | 'transactionHash' | 'position'>;

/** Transfers on a chain that are due for reporting, in order of arrival. */
export const listUnreported = query.all<{ network: string; limit: number }, TransferKey>(
  'evm_transfers.list_unreported',
  (p) =>
    limited(
      sql('evm_transfers')
        .where({ network: p.network })
        .whereRaw("report_at <= service_now() and status in ('seen', 'final')")
        // The same order whether they are seen or final.
        .orderBy(['report_at', 'block_number', 'position', 'transaction_hash'])
        .select('network', 'transaction_hash', 'position'),
      p.limit,
    ),
);

const TRANSFER_KEY: ColumnTypes<TransferKey> = {
  network: 'text',
  transactionHash: 'text',
  position: 'integer',
};

/** None when it was reported meanwhile, or another process is doing so; locked until the transaction ends. */
export const unreported = command.lookup<TransferKey, FoundTransfer>(
  'evm_transfers.lock_unreported',
  TRANSFER_KEY,
  () =>
    sql('evm_transfers as t')
      .whereRaw(
        't.network = g.network and t.transaction_hash = g.transaction_hash and t.position = g.position',
      )
      .whereRaw("t.report_at <= service_now() and t.status in ('seen', 'final')")
      .forUpdate('t')
      .skipLocked()
      .select('t.*', sql.raw(METHOD)),
);

/** Marks transfers as reported with the status that they have. */
export const markReported = command.rows<TransferKey>(
  'evm_transfers.mark_reported',
  TRANSFER_KEY,
  (transfers) =>
    sql.raw(
      `update evm_transfers t set report_at = null, last_error = null
       from ?
      where t.network = g.network and t.transaction_hash = g.transaction_hash and t.position = g.position
        and t.report_at is not null`,
      [transfers],
    ),
);

const postpone = command.run<TransferKey & { waitMs: number; error: string }>(
  'evm_transfers.postpone_report',
  (p) =>
    sql('evm_transfers')
      .where({ ...columns(p, ['network', 'transactionHash', 'position']) })
      .whereNotNull('report_at')
      .update({
        report_at: named("service_now() + :waitMs::bigint * interval '1 millisecond'", p),
        last_error: p.error,
      }),
);

/** Postpones a failed report, so that others are first for a while. */
export async function postponeReport(
  trx: Trx,
  key: TransferKey,
  { waitMs, error }: { waitMs: number; error: string },
): Promise<void> {
  await postpone(trx, { ...keyOf(key), waitMs, error });
}

/** With the time when it was first read. */
export type TroubledTransfer = TransferRow & { seenAt: Date };

/** Transfers that were set aside, or could not be recorded yet, oldest first. */
export const listTroubled = query.all<{ network: string; limit: number }, TroubledTransfer>(
  'evm_transfers.list_troubled',
  (p) =>
    limited(
      sql('evm_transfers')
        .where({ network: p.network })
        .whereNotNull('last_error')
        .orderBy('seen_at')
        .select('*'),
      p.limit,
    ),
);

const countQuery = query.first<Record<string, never>, { count: number }>('evm_transfers.count_troubled', () =>
  sql('evm_transfers').whereNotNull('last_error').select(sql.raw('count(*)::integer as count')),
);

/** Their number, on all chains. */
export async function countTroubled(on: Queryable): Promise<number> {
  return (await countQuery(on))?.count ?? 0;
}

function keyOf({ network, transactionHash, position }: TransferKey): TransferKey {
  return { network, transactionHash, position };
}

export const findTransfer = query.first<TransferKey, TransferRow>('evm_transfers.find', (p) =>
  sql('evm_transfers')
    .where({ ...columns(p, ['network', 'transactionHash', 'position']) })
    .select('*'),
);

/** A position in the list of final transfers, after one of them. */
export type FinalCursor = TransferKey & { finalAt: string };
export const FROM_THE_START: FinalCursor = {
  finalAt: '-infinity',
  network: '',
  transactionHash: '',
  position: -1,
};

/** `exact_final_at`: with microseconds, for cursors. */
export type FinalTransfer = FoundTransfer & { finalAt: Date; exactFinalAt: string };

const finalQuery = query.all<FinalCursor & { from: Date; to: Date; limit: number }, FinalTransfer>(
  'evm_transfers.list_final',
  (p) =>
    named(
      `select t.*, t.final_at::text as exact_final_at, ${METHOD}
         from evm_transfers t
        where final_at >= :from and final_at < :to
          and (final_at, network, transaction_hash, position)
              > (:finalAt::timestamptz, :network, :transactionHash, :position)
        order by final_at, network, transaction_hash, position limit :limit`,
      p,
    ),
);

/** Transfers that became final within a period, oldest first. */
export function listFinalTransfers(
  on: Queryable,
  range: { from: Date; to: Date; after: FinalCursor; limit: number },
): Promise<FinalTransfer[]> {
  const { after, ...period } = range;
  return finalQuery(on, { ...period, ...after });
}
