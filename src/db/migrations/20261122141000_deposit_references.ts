import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Whose a deposit is, by the provider's own name of it, which is unique over the whole deployment. The key does not
    -- start with the account, because it is two accounts that it keeps apart; a distributed database holds the table
    -- whole on each node.
    create table deposit_references (
      provider text not null,
      provider_reference text not null,
      account_id uuid not null,
      primary key (provider, provider_reference),
      constraint deposit_references_of_account unique (account_id, provider, provider_reference)
    );
    grant select, insert on deposit_references to payments_app;

    -- What was told of a deposit under a reference that another has: nothing is credited, and the operator decides.
    create table deposit_conflicts (
      -- Whose destination it names.
      account_id uuid not null references accounts (id),
      id uuid not null,
      provider text not null,
      provider_reference text not null,
      payment_link_code text,
      method text not null,
      destination text not null,
      reference text,
      asset text not null,
      network text,
      -- As it was told, with all its decimals.
      amount numeric not null,
      final boolean not null,
      created_at timestamptz not null,
      primary key (account_id, id),
      constraint deposit_conflicts_one_per_place unique (account_id, provider, provider_reference, destination)
    );
    create index deposit_conflicts_by_time on deposit_conflicts (created_at desc, id desc);
    grant select, insert, update on deposit_conflicts to payments_app;

    -- A reference that several accounts have already stays the first one's, and the operator is shown the others.
    insert into deposit_references (provider, provider_reference, account_id)
      select distinct on (provider, provider_reference) provider, provider_reference, account_id
        from deposits order by provider, provider_reference, created_at, account_id;
    insert into deposit_conflicts
      select d.account_id, d.id, d.provider, d.provider_reference, d.payment_link_code, d.method, d.destination,
             d.reference, d.asset, d.network, d.amount, d.confirmation_due_at is null, d.created_at
        from deposits d join deposit_references r
          on r.provider = d.provider and r.provider_reference = d.provider_reference
       where r.account_id <> d.account_id;

    -- Not valid: those others are there, and stay. What is written from now on is checked.
    alter table deposits add constraint deposits_hold_their_reference
      foreign key (account_id, provider, provider_reference)
      references deposit_references (account_id, provider, provider_reference) not valid;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table deposits drop constraint deposits_hold_their_reference;
    drop table deposit_conflicts, deposit_references;
  `);
}
