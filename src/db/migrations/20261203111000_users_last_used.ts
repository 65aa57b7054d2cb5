import type { Knex } from 'knex';

/** When a person last used the panel, which outlives their sessions. The program of the last release does not write it. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table users add column last_used_at timestamptz;
    update users u set last_used_at = s.at
      from (select user_id, max(last_used_at) as at from user_sessions group by user_id) s
     where s.user_id = u.id;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table users drop column last_used_at');
}
