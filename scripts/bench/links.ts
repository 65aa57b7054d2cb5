import type pg from 'pg';

/** Many links like one that there is, active, a second apart, with codes from PL-BEN0-0000-0000 on; newest last. */
export async function copyLinks(
  owner: pg.Client,
  {
    accountId,
    template,
    first,
    count,
  }: { accountId: string; template: string; first: number; count: number },
): Promise<void> {
  const code = `'PL-' || regexp_replace(lpad(($3 + n)::text, 12, '0'), '(....)(....)(....)', '\\1-\\2-\\3')`;
  await owner.query('begin');
  // Without triggers and checks of foreign keys, which would be most of the time; what they keep is kept below.
  await owner.query('set local session_replication_role = replica');
  await owner.query(
    `insert into payment_links
     select (jsonb_populate_record(l, jsonb_build_object(
              'code', ${code}, 'created_at', now() - ($4::integer - n) * interval '1 second'))).*
       from payment_links l, generate_series(0, $4::integer - 1) as n
      where l.account_id = $1 and l.code = $2`,
    [accountId, template, first, count],
  );
  await owner.query(
    `insert into payment_link_methods
     select (jsonb_populate_record(m, jsonb_build_object(
              'link_code', ${code}, 'destination', 'bench-' || m.method || '-' || ($3 + n)))).*
       from payment_link_methods m, generate_series(0, $4::integer - 1) as n
      where m.account_id = $1 and m.link_code = $2`,
    [accountId, template, first, count],
  );
  await owner.query(
    `insert into payment_link_counts (account_id, status, change) values ($1, 'active', $2)`,
    [accountId, count],
  );
  await owner.query('commit');
}

export function copiedCode(number: number): string {
  const digits = String(number).padStart(12, '0');
  return `PL-${digits.slice(0, 4)}-${digits.slice(4, 8)}-${digits.slice(8)}`;
}
