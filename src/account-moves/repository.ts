import { command, named, query, sql, type Tables, type Trx } from '../db/index.ts';

const MAX_LISTED = 1_000;
/** Far above the real number, because accounts are moved by hand. */
const MAX_TRACES = 100_000;

export interface Moved {
  accountId: string;
  /** The cell in which the account is now. */
  cell: number;
  /** `arriving`: a new copy is being made in this cell. */
  state: 'gone' | 'arriving';
  /** Whether that copy is complete; if so, the account has left the other cell, or is about to. */
  isCopied: boolean;
}

const IS_COPIED = 'm.copied_at is not null as is_copied';

/** An account that works here. */
export interface NotMoved {
  state: null;
  /** Whether it came within the last seconds, so that a statement before this one may not have found it yet. */
  hasJustArrived: boolean;
}

/** Longer than a request takes from its first statement to its last. */
const JUST_ARRIVED = "interval '5 seconds'";

/**
 * The cell of the account to which something in a request belongs: the public id of a key, the code of a link, the id
 * of a QR code, or the hash of a one-time token. Undefined when this cell has no such thing. Once an account has left
 * this cell, the statements that find it for requests no longer do (`worksHere`).
 */
export const movedBy = {
  key: query.first<{ name: string }, Moved | NotMoved>('account_moves.by_key', (p) =>
    named(movedFrom('credentials', 'o.public_id = :name'), p),
  ),
  link: query.first<{ name: string }, Moved | NotMoved>('account_moves.by_link', (p) =>
    named(movedFrom('payment_links', 'o.code = :name'), p),
  ),
  qr: query.first<{ name: string }, Moved | NotMoved>('account_moves.by_qr_code', (p) =>
    named(movedFrom('qr_codes', 'o.id = :name::uuid'), p),
  ),
  token: query.first<{ name: Buffer }, Moved | NotMoved>('account_moves.by_token', (p) =>
    named(movedFrom('one_time_links', 'o.token_hash = :name'), p),
  ),
};

function movedFrom(table: string, condition: string): string {
  return `select m.account_id, m.cell, nullif(m.state, 'here') as state, ${IS_COPIED},
                 coalesce(m.state = 'here', false) as has_just_arrived
            from ${table} o
            left join account_moves m on m.account_id = o.account_id
                 and (m.still_until = 'infinity'
                      or m.state = 'here' and m.arrived_at > service_now() - ${JUST_ARRIVED})
           where ${condition}`;
}

/** Like `movedBy`, by the account itself. */
export const findMovedAccount = query.first<{ accountId: string }, Moved>('account_moves.find', (p) =>
  sql('account_moves as m')
    .where({ account_id: p.accountId, still_until: sql.raw("'infinity'") })
    .first('account_id', 'cell', 'state', sql.raw(IS_COPIED)),
);

/** A move of an account, as one of its two cells records it. */
export type Move = Pick<Tables['account_moves'], (typeof COLUMNS_OF_MOVE)[number]>;
const COLUMNS_OF_MOVE = ['id', 'state', 'cell', 'goneAt', 'completedAt', 'copiedAt'] as const;

interface MoveKey {
  accountId: string;
}
/** A particular move of the account; a command of an earlier one changes nothing of it. */
type ThisMove = MoveKey & { id: string };
type NewMove = ThisMove & { cell: number };

export const findMove = query.first<MoveKey, Move>('account_moves.of_account', (p) =>
  sql('account_moves')
    .where({ account_id: p.accountId })
    .first(...COLUMNS_OF_MOVE),
);

/** Returns 0 for an account that does not work here (any more). */
export const beginLeaving = command.run<NewMove>('account_moves.begin_leaving', (p) =>
  named(
    `insert into account_moves as m (account_id, id, state, cell) values (:accountId, :id, 'copying', :cell)
     on conflict (account_id) do update
       set id = excluded.id, state = 'copying', cell = excluded.cell, still_until = null, completed_at = null
      where m.state in ('copying', 'here')`,
    p,
  ),
);

/**
 * While it arrives, requests that name it are still directed to where it works. Returns 0 for an account that works
 * here.
 */
export const beginArriving = command.run<NewMove>('account_moves.begin_arriving', (p) =>
  named(
    `insert into account_moves as m (account_id, id, state, cell, still_until)
     values (:accountId, :id, 'arriving', :cell, 'infinity')
     on conflict (account_id) do update
       set id = excluded.id, state = 'arriving', cell = excluded.cell, still_until = 'infinity', copied_at = null
      where m.state in ('gone', 'arriving')`,
    p,
  ),
);

/** Once committed, the database refuses changes to the account, until the time is over or the account has left. */
export const freeze = command.run<MoveKey & { forMs: number }>('account_moves.freeze', (p) =>
  named(
    `update account_moves set still_until = clock_timestamp() + :forMs * interval '1 millisecond'
      where account_id = :accountId and state = 'copying'`,
    p,
  ),
);

export const thaw = command.run<MoveKey>('account_moves.thaw', (p) =>
  sql('account_moves').where({ account_id: p.accountId, state: 'copying' }).update({ still_until: null }),
);

/** Waits until all transactions have ended that changed the account before it was frozen. */
export const lockLeaving = command.first<MoveKey, Move>('account_moves.lock', (p) =>
  sql('account_moves')
    .where({ account_id: p.accountId, state: 'copying' })
    .forUpdate()
    .first(...COLUMNS_OF_MOVE),
);

export const leave = command.run<MoveKey & { channel: string }>('account_moves.leave', (p) =>
  named(
    `update account_moves set state = 'gone', still_until = 'infinity', gone_at = clock_timestamp()
      where account_id = :accountId and state = 'copying' and pg_notify(:channel, :accountId::text) is not null`,
    p,
  ),
);

/** Returns 0 when it is here already. */
export const arrive = command.run<ThisMove>('account_moves.arrive', (p) =>
  sql('account_moves')
    .where({ account_id: p.accountId, id: p.id, state: 'arriving' })
    .update({ state: 'here', still_until: null, arrived_at: sql.raw('service_now()') }),
);

/** From here on, rows that the account has left behind may expire. */
export const completeLeaving = command.run<ThisMove>('account_moves.complete', (p) =>
  sql('account_moves')
    .where({ account_id: p.accountId, id: p.id, state: 'gone' })
    .whereNull('completed_at')
    .update({ completed_at: sql.raw('clock_timestamp()') }),
);

const forgetPendingDeliveries = command.run<MoveKey>('account_moves.forget_deliveries', (p) =>
  sql('webhook_deliveries').where({ account_id: p.accountId, status: 'pending' }).delete(),
);

const forgetWaitingMails = command.run<MoveKey>('account_moves.forget_mails', (p) =>
  sql('outbox_messages').where({ account_id: p.accountId }).delete(),
);

/**
 * Deletes pending deliveries, which would keep their events for good, and waiting e-mails; the other cell has and sends
 * them.
 */
export async function forgetUnsent(trx: Trx, accountId: string): Promise<void> {
  await forgetPendingDeliveries(trx, { accountId });
  await forgetWaitingMails(trx, { accountId });
}

/**
 * Ends the move before the account has left. Waits for a transaction in which it may be leaving with an unknown
 * outcome. Returns 0 when it has left.
 */
export const stopLeaving = command.run<ThisMove>('account_moves.stop_leaving', (p) =>
  sql('account_moves').where({ account_id: p.accountId, id: p.id, state: 'copying' }).delete(),
);

/** For an account that had left here before. Its new copy is incomplete, so it works where it was. */
export const disownCopy = command.run<ThisMove>('account_moves.disown_copy', (p) =>
  sql('account_moves')
    .where({ account_id: p.accountId, id: p.id, state: 'arriving' })
    .update({ copied_at: null }),
);

/** Returns 0 for an account that had left this cell before, which keeps redirecting to where it works. */
export const stopArriving = command.run<ThisMove>('account_moves.stop_arriving', (p) =>
  sql('account_moves')
    .where({ account_id: p.accountId, id: p.id, state: 'arriving' })
    .whereNull('gone_at')
    .delete(),
);

/**
 * Replaces the arrival of a partial copy, so that rows the account left here earlier redirect to where it works again.
 */
export const leadAway = command.run<NewMove>('account_moves.lead_away', (p) =>
  sql('account_moves')
    .where({ account_id: p.accountId, state: 'arriving' })
    .update({ id: p.id, state: 'gone', cell: p.cell }),
);

/**
 * Marks an account that works elsewhere as having left this restored cell by that move. Returns 0 if it has left
 * already.
 */
export const yieldTo = command.run<NewMove & { goneAt: Date; channel: string }>('account_moves.yield', (p) =>
  named(
    `insert into account_moves as m (account_id, id, state, cell, still_until, gone_at, completed_at)
     select :accountId, :id, 'gone', :cell, 'infinity', :goneAt::timestamptz, clock_timestamp()
      where pg_notify(:channel, :accountId::text) is not null
     on conflict (account_id) do update
       set id = excluded.id, state = 'gone', cell = excluded.cell, still_until = 'infinity',
           gone_at = excluded.gone_at, completed_at = excluded.completed_at
      where m.state in ('copying', 'here')`,
    p,
  ),
);

/** Activates the account here again, by a move that copied nothing. Returns 0 unless it had left by the earlier one. */
export const takeUp = command.run<NewMove & { leftBy: string; channel: string }>(
  'account_moves.take_up',
  (p) =>
    named(
      `update account_moves
        set id = :id, state = 'here', cell = :cell, still_until = null, arrived_at = service_now(), completed_at = null
      where account_id = :accountId and id = :leftBy and state = 'gone'
        and pg_notify(:channel, :accountId::text) is not null`,
      p,
    ),
);

/** Skips event numbers, because clients have read events of this account that are lost. */
export const skipEvents = command.run<MoveKey & { skipped: number }>('account_moves.skip_events', (p) =>
  named(
    `update event_sequences set last_sequence = last_sequence + :skipped where account_id = :accountId`,
    p,
  ),
);

/** A cell's record of an account that has ever moved to it or away. */
export interface Trace {
  accountId: string;
  /** Whether it has its rows, complete or not. */
  isKept: boolean;
  state: Move['state'] | null;
  id: string | null;
  /** The other cell of its last move. */
  other: number | null;
  isCopied: boolean;
  /** The move by which it came, if it is here. */
  arrivedBy: string | null;
}

export const listTraces = query.all<Record<string, never>, Trace>('account_moves.traces', () =>
  sql.raw(
    `select coalesce(m.account_id, s.account_id) as account_id, a.id is not null as is_kept, m.state, m.id,
            m.cell as other, m.copied_at is not null as is_copied, s.arrived_by
       from account_moves m
       full join (select account_id, arrived_by from account_stays where ended_at is null) s on s.account_id = m.account_id
       left join accounts a on a.id = coalesce(m.account_id, s.account_id)
      order by 1 limit ${MAX_TRACES}`,
  ),
);

/** The given accounts that a cell has, moved or not. */
export const listKept = query.all<{ ids: readonly string[] }, { accountId: string }>(
  'account_moves.kept',
  (p) => named('select id as account_id from accounts where id = any (:ids::uuid[])', p),
);

/** Updates the cell to which requests for the account are redirected, after it has moved on from the recorded one. */
export const leadTo = command.run<MoveKey & { cell: number }>('account_moves.lead_to', (p) =>
  sql('account_moves').where({ account_id: p.accountId, state: 'gone' }).update({ cell: p.cell }),
);

/** Lets this transaction write while the account is moved, which no other may. */
export const writeAsMove = command.run<MoveKey>('account_moves.write', (p) =>
  named(
    `select set_config('payments.moving', :accountId::uuid::text, true),
            set_config('idle_in_transaction_session_timeout', '2s', true)`,
    p,
  ),
);

/** An account that is between two cells, as one of them records it. */
export type Between = Pick<Tables['account_moves'], 'accountId' | 'state' | 'cell'>;

/** Accounts that are being copied, and those that have left by a move that is not complete. */
export const listBetween = query.all<Record<string, never>, Between>('account_moves.between', () =>
  sql('account_moves')
    .whereIn('state', ['copying', 'arriving'])
    .orWhereRaw("state = 'gone' and completed_at is null")
    .orderBy('account_id')
    .limit(MAX_LISTED)
    .select('account_id', 'state', 'cell'),
);

/** Open work of an account that can only be completed where it was begun. */
export interface OpenWork {
  transfers: number;
  deposits: number;
  screenings: number;
  owed: number;
}

export const findOpenWork = query.first<MoveKey, OpenWork>('account_moves.open_work', (p) =>
  named(
    `select (select count(*) from transfers
              where account_id = :accountId and status in ('requested', 'held', 'sent'))::integer as transfers,
            (select count(*) from deposits
              where account_id = :accountId and status in ('pending', 'refunding'))::integer as deposits,
            (select count(*) from screenings
              where account_id = :accountId and due_at is not null)::integer as screenings,
            (select count(*) from deposits_taken_back
              where account_id = :accountId and settled_at is null and owed > 0)::integer as owed`,
    p,
  ),
);

/** Deletes rates that the other cell's provider had locked, because this cell's provider exchanges at its own (D28). */
export const forgetQuotes = command.run<MoveKey>('account_moves.forget_quotes', (p) =>
  sql('payment_link_methods')
    .where({ account_id: p.accountId })
    .whereNotNull('quote_reference')
    .update({ quote_reference: null }),
);
