import type pg from 'pg';

/** A table, with what is stored outside its rows, or an index, each with all its partitions. */
export interface Relation {
  name: string;
  table: string;
  bytes: number;
}

/** The service's tables and indexes, and how large each is. */
export async function readRelations(owner: pg.Client): Promise<Relation[]> {
  const { rows } = await owner.query<{ name: string; table: string; bytes: string }>(
    `select coalesce(pg_partition_root(c.oid), c.oid)::regclass::text as name,
            coalesce(pg_partition_root(t.oid), t.oid)::regclass::text as table,
            sum(case when c.relkind = 'i' then pg_relation_size(c.oid) else pg_table_size(c.oid) end) as bytes
       from pg_class c left join pg_index i on i.indexrelid = c.oid join pg_class t on t.oid = coalesce(i.indrelid, c.oid)
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'i')
      group by 1, 2`,
  );
  return rows.map(({ bytes, ...relation }) => ({ ...relation, bytes: Number(bytes) }));
}

/** By how much each has grown. */
export function growthOf(before: readonly Relation[], after: readonly Relation[]): Relation[] {
  const sizes = new Map(before.map(({ name, bytes }) => [name, bytes]));
  return after.map((relation) => ({ ...relation, bytes: relation.bytes - (sizes.get(relation.name) ?? 0) }));
}

/** How many days a row stays, of tables whose rows are deleted when they are old (housekeeping.ts). */
const DAYS_KEPT: Record<string, number> = {
  idempotency_records: 1,
  request_logs: 30,
  events: 30,
  webhook_deliveries: 30,
  webhook_delivery_attempts: 30,
};

/** In days; undefined is for ever. */
export function daysKept({ table }: Relation): number | undefined {
  return DAYS_KEPT[table];
}
