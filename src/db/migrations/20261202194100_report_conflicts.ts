import type { Knex } from 'knex';

/** Providers' reports that contradict an earlier one of the same reference (D27). They name no account. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table report_conflicts (
      id uuid primary key,
      provider text not null,
      kind text not null check (kind in ('deposit', 'return', 'taken_back', 'cost', 'other')),
      reference text not null check (length(reference) between 1 and 300),
      -- What is booked, and what was told instead: amount, asset and whose.
      known text not null check (length(known) between 1 and 300),
      told text not null check (length(told) between 1 and 300),
      created_at timestamptz not null,
      -- When and why an operator closed it.
      settled_at timestamptz,
      settled_because text check (length(settled_because) between 1 and 500),
      constraint report_conflicts_recorded_once unique (provider, kind, reference, told),
      constraint report_conflicts_settled check ((settled_at is null) = (settled_because is null))
    );
    create index report_conflicts_open on report_conflicts (id) where settled_at is null;
    grant select, insert, update (settled_at, settled_because) on report_conflicts to payments_app;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table report_conflicts');
}
