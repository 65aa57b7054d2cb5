import { judge } from './judge.ts';
import { recordOnNewDatabase, type Migration } from './record.ts';

interface Case extends Omit<Migration, 'name' | 'up'> {
  change: string;
  sql: string | string[];
  /** The rule that refuses it. */
  refusedBy?: string;
  /** Its own name, if another one than `NAME`. */
  name?: string;
}

const FIRST = '20270101000000_payments.ts';
const NAME = '20270201000000_change.ts';
/** Existing tables, as an older program knows them. */
const TABLES = `
  create table payers (id bigint primary key);
  create table payments (id bigint primary key, payer_id bigint, amount numeric not null, note text);
  alter table payments add constraint payments_note_given check (note is not null) not valid;
  create unique index payments_by_note on payments (note);
  create function check_payment() returns trigger language plpgsql as $$ begin return new; end $$;`;
const INDEX = 'create index concurrently payments_by_payer on payments (payer_id)';
const NO_INDEX = 'drop index concurrently if exists payments_by_payer';

const CASES: Case[] = [
  { change: 'a column', sql: 'alter table payments add column state text' },
  {
    change: 'a column with a constraint of its own',
    sql: `alter table payments add column state text not null default 'new' check (state in ('new', 'old'))`,
  },
  {
    change: 'a table with indexes and constraints',
    sql: `create table refunds (id bigint primary key, payment_id bigint not null references payments (id));
          create index refunds_by_payment on refunds (payment_id)`,
  },
  {
    change: 'a column without a default that must not be null',
    sql: 'alter table payments add column state text not null',
    refusedBy: 'adding-required-field',
  },
  {
    change: 'a column with a volatile default',
    sql: 'alter table payments add column key uuid not null default gen_random_uuid()',
    refusedBy: 'adding-field-with-default',
  },
  {
    change: 'an index that blocks writes',
    sql: 'create index payments_by_payer on payments (payer_id)',
    refusedBy: 'require-concurrent-index-creation',
  },
  { change: 'a concurrent index', config: { transaction: false }, sql: [NO_INDEX, INDEX] },
  {
    change: 'a concurrent index that a repetition would find',
    config: { transaction: false },
    sql: INDEX,
    refusedBy: 'transaction',
  },
  {
    change: 'a concurrent index that may be invalid',
    config: { transaction: false },
    sql: [NO_INDEX, INDEX.replace('concurrently', 'concurrently if not exists')],
    refusedBy: 'transaction',
  },
  {
    change: 'a concurrent index, and a column outside a transaction',
    config: { transaction: false },
    sql: [NO_INDEX, INDEX, 'alter table payments add column state text'],
    refusedBy: 'transaction',
  },
  {
    change: 'a constraint that is checked at once',
    oldestProgram: FIRST,
    sql: 'alter table payments add constraint payments_amount check (amount > 0)',
    refusedBy: 'constraint-missing-not-valid',
  },
  {
    change: 'a constraint that an older program may write against',
    sql: 'alter table payments add constraint payments_amount check (amount > 0) not valid',
    refusedBy: 'ban-new-write-restriction',
  },
  {
    change: 'a constraint that an older program keeps to',
    oldestProgram: FIRST,
    sql: 'alter table payments add constraint payments_amount check (amount > 0) not valid',
  },
  {
    change: 'a unique index that an older program may write against',
    config: { transaction: false },
    sql: [NO_INDEX, INDEX.replace('index', 'unique index')],
    refusedBy: 'ban-new-write-restriction',
  },
  {
    change: 'an older program may leave out what must not be null',
    sql: 'alter table payments alter column note set not null',
    refusedBy: 'ban-new-write-restriction',
  },
  {
    change: 'a foreign key that is checked at once',
    oldestProgram: FIRST,
    sql: 'alter table payments add constraint payments_payer foreign key (payer_id) references payers (id)',
    refusedBy: 'adding-foreign-key-constraint',
  },
  {
    change: 'a foreign key that an older program keeps to',
    oldestProgram: FIRST,
    sql: 'alter table payments add constraint payments_payer foreign key (payer_id) references payers (id) not valid',
  },
  {
    change: 'a unique constraint with a new index',
    oldestProgram: FIRST,
    sql: 'alter table payments add constraint payments_note unique (note)',
    refusedBy: 'disallowed-unique-constraint',
  },
  {
    change: 'a column that must not be null any more',
    oldestProgram: FIRST,
    sql: 'alter table payments alter column note set not null',
    refusedBy: 'adding-not-nullable-field',
  },
  {
    change: 'a column that must not be null any more, after a constraint that programs keep to',
    oldestProgram: FIRST,
    sql: `alter table payments validate constraint payments_note_given;
          alter table payments alter column note set not null, drop constraint payments_note_given`,
  },
  {
    change: 'a unique constraint with an index that there is',
    oldestProgram: FIRST,
    sql: 'alter table payments add constraint payments_note unique using index payments_by_note',
  },
  {
    change: 'a dropped index that blocks writes',
    sql: 'drop index payments_by_note',
    refusedBy: 'require-concurrent-index-deletion',
  },
  {
    change: 'a dropped index',
    config: { transaction: false },
    sql: 'drop index concurrently if exists payments_by_note',
  },
  {
    change: 'another type',
    oldestProgram: FIRST,
    sql: 'alter table payments alter column note type bytea using note::bytea',
    refusedBy: 'changing-column-type',
  },
  {
    change: 'a dropped column',
    sql: 'alter table payments drop column note',
    refusedBy: 'ban-drop-column',
  },
  {
    change: 'a dropped column that no program uses',
    oldestProgram: FIRST,
    sql: 'alter table payments drop column note',
  },
  {
    change: 'a renamed column',
    sql: 'alter table payments rename column note to memo',
    refusedBy: 'renaming-column',
  },
  {
    change: 'a renamed column that no program uses',
    oldestProgram: FIRST,
    sql: 'alter table payments rename column note to memo',
  },
  {
    change: 'another function under the same name',
    sql: 'create or replace function check_payment() returns trigger language plpgsql as $$ begin return null; end $$',
    refusedBy: 'ban-replace-view-function',
  },
  {
    change: 'another function that serves older programs, too',
    oldestProgram: FIRST,
    sql: 'create or replace function check_payment() returns trigger language plpgsql as $$ begin return null; end $$',
  },
  {
    change: 'a dropped column in a block',
    sql: 'do $$ begin alter table payments drop column note; end $$',
    refusedBy: 'do',
  },
  {
    change: 'a dropped column with an exception',
    sql: '/* squawk-ignore ban-drop-column */ alter table payments drop column note',
    refusedBy: 'squawk-ignore',
  },
  {
    change: 'a dropped column for programs that never were',
    oldestProgram: '20270101000000_payment.ts',
    sql: 'alter table payments drop column note',
    refusedBy: 'oldestProgram',
  },
  {
    change: 'a dropped column for this program only',
    oldestProgram: NAME,
    sql: 'alter table payments drop column note',
    refusedBy: 'oldestProgram',
  },
];

/** Proves that the linter refuses what breaks an older program or blocks it, and nothing else. Throws otherwise. */
export async function selfTest(postgresUrl: string): Promise<void> {
  const wrong: string[] = [];
  for (const { change, sql, refusedBy, ...rest } of CASES) {
    const migrations = [migrationOf(FIRST, TABLES), { ...migrationOf(NAME, sql), ...rest }];
    const recorded = await recordOnNewDatabase(postgresUrl, migrations);
    const faults = await judge(recorded.at(-1)!, [FIRST, NAME]);
    const rules = new Set(faults.map((fault) => fault.split(': ')[1]));
    const isRight = refusedBy === undefined ? rules.size === 0 : rules.has(refusedBy);
    if (!isRight) {
      wrong.push(`${change}: ${refusedBy ?? 'nothing'} expected, but found ${[...rules].join(', ')}`);
    }
  }
  if (wrong.length > 0) throw new Error(wrong.join('\n'));
  console.log(`self-test: ${CASES.length} changes judged as expected`);
}

function migrationOf(name: string, sql: string | string[]): Migration {
  return {
    name,
    up: async (knex) => {
      for (const statement of [sql].flat()) await knex.raw(statement);
    },
  };
}
