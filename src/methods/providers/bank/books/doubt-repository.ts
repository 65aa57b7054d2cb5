import { command, named, query, type Tables } from '../../../../db/index.ts';

export interface DoubtfulEntry extends Pick<
  Tables['bank_entries'],
  'id' | 'identity' | 'role' | 'kind' | 'amount' | 'bookingDate' | 'isFinal'
> {
  /** Whether it was not reported yet, so that its meaning can still change. */
  isNew: boolean;
}

/** Entries that could be a payer's text, in all statements of the file of this statement; in the file's order. */
export const listOfTexts = query.all<{ account: string; number: string }, DoubtfulEntry>(
  'bank_entries.list_of_texts',
  (p) =>
    named(
      `select id, identity, role, kind, amount, booking_date, is_final, report_due_at is not null as is_new
         from bank_entries
        where account = :account and (entry ->> 'couldBeText')::boolean
          and statement in (select number from bank_statements
                             where account = :account and number is not null
                               and file_id = (select file_id from bank_statements
                                               where account = :account and number = :number))
        order by id`,
      p,
    ),
);

/** The deployment's own movements and costs above a limit, of a statement that people uploaded. */
export const listByCode = query.all<{ account: string; number: string; limit: string }, DoubtfulEntry>(
  'bank_entries.list_by_code',
  (p) =>
    named(
      `select e.id, e.identity, e.role, e.kind, e.amount, e.booking_date, e.is_final,
              e.report_due_at is not null as is_new
         from bank_entries e
         join bank_statements s on s.account = e.account and s.number = e.statement
         join bank_files f on f.id = s.file_id
        where e.account = :account and e.statement = :number and e.kind in ('other', 'cost')
          and abs(e.amount) > :limit and f.source = 'panel'
        order by e.id`,
      p,
    ),
);

/** The maximum interval between the statements of two accounts that contain the two ends of a movement. */
const NEAR = (one: string, other: string): string =>
  `${one}.learned_at between ${other}.learned_at - interval '5 days' and ${other}.learned_at + interval '5 days'`;

/**
 * The other end of a movement, in the books of another account that was not uploaded by hand; with two equal movements,
 * neither is certain.
 */
export const findOtherEnd = query.first<{ id: string; account: string }, { id: string }>(
  'bank_entries.find_other_end',
  (p) =>
    named(
      `select o.id from bank_entries e
         join bank_entries o on o.account <> e.account and o.currency = e.currency and o.amount = -e.amount
          and o.kind in ('other', 'unknown') and ${NEAR('o', 'e')}
         join bank_statements s on s.account = o.account and s.number = o.statement
         join bank_files f on f.id = s.file_id and f.source <> 'panel'
        where e.id = :id and e.account = :account
          and not exists (select from bank_entries t
                           where t.account = e.account and t.amount = e.amount and t.id <> e.id
                             and t.kind = 'other' and ${NEAR('t', 'e')})
        limit 1`,
      p,
    ),
);

/** Unassigned until two operators decide; a credit keeps its reference, in case it is a payer's after all. */
export const doubt = command.run<{ id: string; account: string }>('bank_entries.doubt', (p) =>
  named(
    `update bank_entries set kind = 'unknown', subject = null, is_final = true
      where id = :id and account = :account and report_due_at is not null`,
    p,
  ),
);
