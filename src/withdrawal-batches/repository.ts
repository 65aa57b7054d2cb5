import {
  columns,
  command,
  mayChange,
  named,
  narrow,
  newestFirst,
  noteChange,
  query,
  sql,
  type ColumnTypes,
  type Placeholders,
  type Tables,
  type Trx,
} from '../db/index.ts';
import type { Destination } from '../methods/index.ts';

export interface BatchKey {
  accountId: string;
  id: string;
}

type Stored = Tables['withdrawal_batches'];
export type BatchStatus = Stored['status'];

/** A batch as it is stored; its days are like 2026-11-20, in the account's time zone. */
export interface StoredBatch extends Omit<Stored, 'executeOn' | 'repeatsUntil'> {
  executeOn: string;
  repeatsUntil: string | null;
}

/** The number of a batch's lines, and what has become of them. */
interface Progress {
  lines: number;
  /** The sum of all lines, in the batch's asset. */
  total: string;
  /** Lines that wait for a person's approval or for a time. */
  waiting: number;
  /** When those that wait are sent without an approval; null: only after one. */
  goesAt: Date | null;
  /** Until when those that wait can be approved; null: until they are sent. */
  approveBy: Date | null;
  /** Lines that can still be cancelled, because no provider was asked to send them. */
  unsent: number;
  /** Lines that a provider was asked to send, and has not reported on. */
  underway: number;
  completed: number;
  failed: number;
  returned: number;
}

export interface Batch extends StoredBatch, Progress {
  requestedByEmail: string | null;
  endedByEmail: string | null;
}

const COLUMNS = [
  'accountId',
  'id',
  'title',
  'asset',
  'digest',
  'status',
  'executeOn',
  'dueAt',
  'repeats',
  'monthDay',
  'repeatsUntil',
  'runsLeft',
  'seriesId',
  'requestedBy',
  'createdAt',
] as const;

type NewBatch = Pick<StoredBatch, (typeof COLUMNS)[number]>;

const insertStatement = command.run<NewBatch>('withdrawal_batches.insert', (p) =>
  sql('withdrawal_batches').insert(columns(p, COLUMNS)),
);

export async function insertBatch(trx: Trx, batch: NewBatch): Promise<void> {
  noteChange(trx, batch.accountId);
  await insertStatement(trx, batch);
}

const LIST_COLUMNS = [
  'b.account_id',
  'b.id',
  'b.title',
  'b.asset',
  'b.digest',
  'b.status',
  sql.raw(`to_char(b.execute_on, 'YYYY-MM-DD') as execute_on`),
  'b.due_at',
  'b.failure_reason',
  'b.repeats',
  'b.month_day',
  sql.raw(`to_char(b.repeats_until, 'YYYY-MM-DD') as repeats_until`),
  'b.runs_left',
  'b.series_id',
  'b.requested_by',
  'b.created_at',
  'b.started_at',
  'b.ended_by',
  'b.ended_at',
];

const PROGRESS = `
  select count(*)::integer as lines, coalesce(sum(l.amount), 0) as total,
         (count(*) filter (where t.status = 'held' and r.waits_for is not null and r.decision is null))::integer as waiting,
         max(r.goes_at) filter (where t.status = 'held' and r.waits_for is not null and r.decision is null) as goes_at,
         max(r.expires_at) filter (where t.status = 'held' and r.waits_for is not null and r.decision is null) as approve_by,
         (count(*) filter (where t.status = 'held'))::integer as unsent,
         (count(*) filter (where t.status = 'sent'))::integer as underway,
         (count(*) filter (where t.status = 'settled'))::integer as completed,
         (count(*) filter (where t.status = 'failed'))::integer as failed,
         (count(*) filter (where t.status = 'returned'))::integer as returned
    from withdrawal_batch_lines l
    left join transfers t on t.account_id = l.account_id and t.id = l.withdrawal_id
    left join transfer_requests r on r.account_id = l.account_id and r.transfer_id = l.withdrawal_id
   where l.account_id = b.account_id and l.batch_id = b.id`;

const batchesOf = (accountId: unknown) =>
  sql('withdrawal_batches as b')
    .leftJoin('users as asked', 'asked.id', 'b.requested_by')
    .leftJoin('users as ended', 'ended.id', 'b.ended_by')
    .joinRaw(`cross join lateral (${PROGRESS}) as progress`)
    .where({ 'b.account_id': accountId as string })
    .select(LIST_COLUMNS)
    .select('progress.*', 'asked.email as requested_by_email', 'ended.email as ended_by_email');

export const findBatch = query.first<BatchKey, Batch>('withdrawal_batches.find', (p) =>
  batchesOf(p.accountId).where('b.id', p.id),
);

const MOST_WAITING = 1_000;

/** Those with lines that wait, which this user neither requested nor has approved, the oldest first, at most 1,000. */
export const listBatchesToApprove = query.all<{ accountId: string; userId: string }, Batch>(
  'withdrawal_batches.to_approve',
  (p) =>
    batchesOf(p.accountId)
      .whereRaw(
        named(
          `b.id in (
             select r.batch_id from transfer_requests r
               join transfers t on t.account_id = r.account_id and t.id = r.transfer_id and t.status = 'held'
              where r.account_id = :accountId and r.batch_id is not null
                and r.waits_for is not null and r.decision is null
                and r.requested_by is distinct from :userId and r.first_approved_by is distinct from :userId)`,
          p,
        ),
      )
      .orderBy('b.created_at')
      .limit(MOST_WAITING),
);

export interface BatchFilters {
  status: BatchStatus | undefined;
}

interface BatchQuery extends BatchFilters {
  accountId: string;
  afterTime: Date | undefined;
  afterId: string | undefined;
  limit: number;
}

/** Newest first. */
export const listBatches = query.filtered<BatchQuery, Batch>('withdrawal_batches.list', (p, given) => {
  const list = batchesOf(p.accountId);
  narrow(list, p, given, { status: 'b.status' });
  const after = given.has('afterId') ? ([p.afterTime, p.afterId] as const) : undefined;
  return newestFirst(list, { time: 'b.created_at', id: 'b.id', idType: 'uuid' }, after, p.limit);
});

/** The run of a series that is still to come. */
export const findNextRun = query.first<
  { accountId: string; seriesId: string },
  { id: string; executeOn: string }
>('withdrawal_batches.next_run', (p) =>
  sql('withdrawal_batches')
    .where({ account_id: p.accountId, series_id: p.seriesId, status: sql.raw("'scheduled'") })
    .orderBy('execute_on')
    .select('id', sql.raw(`to_char(execute_on, 'YYYY-MM-DD') as execute_on`))
    .limit(1),
);

/** The newest batch with the same lines that was requested since a time, and neither cancelled nor failed. */
export const findSameBatch = query.first<
  { accountId: string; digest: string; since: Date },
  { id: string; title: string; createdAt: Date }
>('withdrawal_batches.same', (p) =>
  sql('withdrawal_batches')
    .where({ account_id: p.accountId, digest: p.digest })
    .whereRaw(named(`created_at >= :since and status in ('scheduled', 'started') and ended_at is null`, p))
    .orderBy('created_at', 'desc')
    .select('id', 'title', 'createdAt')
    .limit(1),
);

export const lockBatch = command.first<BatchKey, StoredBatch>('withdrawal_batches.lock', (p) =>
  sql('withdrawal_batches as b')
    .where({ 'b.account_id': p.accountId, 'b.id': p.id })
    .forUpdate()
    .select(LIST_COLUMNS),
);

/** One that is due, locked; rows that another worker holds are skipped. */
export const lockDue = command.first<Record<string, never>, StoredBatch>('withdrawal_batches.lock_due', () =>
  sql('withdrawal_batches as b')
    .whereRaw(`b.due_at <= service_now() and ${mayChange('b.account_id')}`)
    .orderBy('b.due_at')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .select(LIST_COLUMNS),
);

const update = command.run<
  BatchKey & Pick<Stored, 'status' | 'dueAt' | 'failureReason' | 'startedAt' | 'endedBy' | 'endedAt'>
>('withdrawal_batches.update', (p) =>
  sql('withdrawal_batches')
    .where({ account_id: p.accountId, id: p.id })
    .update(columns(p, ['status', 'dueAt', 'failureReason', 'startedAt', 'endedBy', 'endedAt'])),
);

/** Writes the state of a locked batch. */
export async function updateBatch(trx: Trx, batch: Parameters<typeof update>[1]): Promise<void> {
  noteChange(trx, batch.accountId);
  await update(trx, batch);
}

type LineRow = Tables['withdrawal_batch_lines'];

export interface NewLine extends Omit<LineRow, 'accountId' | 'batchId' | 'withdrawalId' | 'destination'> {
  destination: Destination;
}

const LINE: ColumnTypes<Omit<NewLine, 'destination'> & { destination: string }> = {
  line: 'smallint',
  amount: 'numeric',
  method: 'text',
  destination: 'jsonb',
  destinationId: 'uuid',
  reference: 'text',
  note: 'text',
};

interface BatchLines<L> {
  accountId: string;
  batchId: string;
  lines: readonly L[];
}

const insertLinesStatement = command.run<BatchLines<Omit<NewLine, 'destination'> & { destination: string }>>(
  'withdrawal_batch_lines.insert',
  (p) =>
    sql.raw(
      `insert into withdrawal_batch_lines
         (account_id, batch_id, line, amount, method, destination, destination_id, reference, note)
       select ?::uuid, ?::uuid, g.line, g.amount, g.method, g.destination, g.destination_id, g.reference, g.note from ?`,
      [p.accountId, p.batchId, p.lines as never],
    ),
  { lines: LINE },
);

export async function insertLines(trx: Trx, { lines, ...batch }: BatchLines<NewLine>): Promise<void> {
  const rows = lines.map((line) => ({ ...line, destination: JSON.stringify(line.destination) }));
  await insertLinesStatement(trx, { ...batch, lines: rows });
}

/** Names the withdrawals that the lines have become. */
export const nameWithdrawals = command.run<BatchLines<{ line: number; withdrawalId: string }>>(
  'withdrawal_batch_lines.start',
  (p) =>
    sql.raw(
      `update withdrawal_batch_lines l set withdrawal_id = g.withdrawal_id from ?
        where l.account_id = ?::uuid and l.batch_id = ?::uuid and l.line = g.line`,
      [p.lines as never, p.accountId, p.batchId],
    ),
  { lines: { line: 'smallint', withdrawalId: 'uuid' } },
);

/** The lines of a batch for its next run. */
export const copyLines = command.run<{ accountId: string; batchId: string; nextId: string }>(
  'withdrawal_batch_lines.copy',
  (p) =>
    named(
      `insert into withdrawal_batch_lines
         (account_id, batch_id, line, amount, method, destination, destination_id, reference, note)
       select account_id, :nextId::uuid, line, amount, method, destination, destination_id, reference, note
         from withdrawal_batch_lines where account_id = :accountId and batch_id = :batchId`,
      p,
    ),
);

type TransferColumns = Tables['transfers'];
type RequestColumns = Tables['transfer_requests'];

/** A line, with what has become of it; null for what it does not have yet. */
export interface BatchLine extends Omit<LineRow, 'accountId' | 'batchId' | 'destination'> {
  destination: Destination;
  destinationLabel: string | null;
  /** Whether the saved destination was removed. */
  isRemoved: boolean;
  status: TransferColumns['status'] | null;
  fee: string | null;
  toAsset: string | null;
  toAmount: string | null;
  failureReason: TransferColumns['failureReason'];
  providerReference: string | null;
  trackingKey: string | null;
  finishedAt: Date | null;
  waitsFor: RequestColumns['waitsFor'];
  decision: RequestColumns['decision'];
}

/** In the order of the file. */
export const listLines = query.all<{ accountId: string; batchId: string }, BatchLine>(
  'withdrawal_batch_lines.list',
  (p: Placeholders<{ accountId: string; batchId: string }>) =>
    sql('withdrawal_batch_lines as l')
      .leftJoin('withdrawal_destinations as d', (on) =>
        on.on('d.account_id', 'l.account_id').andOn('d.id', 'l.destination_id'),
      )
      .leftJoin('transfers as t', (on) =>
        on.on('t.account_id', 'l.account_id').andOn('t.id', 'l.withdrawal_id'),
      )
      .leftJoin('transfer_requests as r', (on) =>
        on.on('r.account_id', 'l.account_id').andOn('r.transfer_id', 'l.withdrawal_id'),
      )
      .where({ 'l.account_id': p.accountId, 'l.batch_id': p.batchId })
      .orderBy('l.line')
      .select(
        'l.line',
        'l.amount',
        'l.method',
        'l.destination',
        'l.destination_id',
        'l.reference',
        'l.note',
        'l.withdrawal_id',
        'd.label as destination_label',
        sql.raw('d.removed_at is not null as is_removed'),
        't.status',
        't.fee',
        't.to_asset',
        't.to_amount',
        't.failure_reason',
        't.provider_reference',
        't.tracking_key',
        't.finished_at',
        'r.waits_for',
        'r.decision',
      ),
);

/** The batch and the line that a withdrawal came from; undefined for one that was requested by itself. */
export const findBatchOf = query.first<
  { accountId: string; withdrawalId: string },
  { id: string; title: string; line: number; reference: string | null; note: string | null }
>('withdrawal_batches.of_withdrawal', (p) =>
  sql('withdrawal_batch_lines as l')
    .join('withdrawal_batches as b', (on) =>
      on.on('b.account_id', 'l.account_id').andOn('b.id', 'l.batch_id'),
    )
    .where({ 'l.account_id': p.accountId, 'l.withdrawal_id': p.withdrawalId })
    .select('b.id', 'b.title', 'l.line', 'l.reference', 'l.note'),
);
