/** The whole schema, one line per item: columns, constraints, indexes, triggers, functions and grants. */
export async function describeSchema(
  query: (text: string) => Promise<Record<string, unknown>[]>,
): Promise<string[]> {
  const rows = await query(
    `select concat_ws(' ', 'column', table_name, column_name, data_type, numeric_precision, numeric_scale, is_nullable, column_default) as line
       from information_schema.columns where table_schema = 'public'
     union all
     select concat_ws(' ', 'constraint', conrelid::regclass, conname, pg_get_constraintdef(oid))
       from pg_constraint where connamespace = 'public'::regnamespace
     union all
     select concat_ws(' ', 'index', indexdef) from pg_indexes where schemaname = 'public'
     union all
     select concat_ws(' ', 'trigger', pg_get_triggerdef(oid)) from pg_trigger where not tgisinternal
     union all
     select concat_ws(' ', 'function', pg_get_functiondef(oid)) from pg_proc where pronamespace = 'public'::regnamespace
     union all
     select concat_ws(' ', 'grant', grantee, privilege_type, table_name)
       from information_schema.role_table_grants where table_schema = 'public'
     order by 1`,
  );
  return rows.map(({ line }) => String(line));
}
