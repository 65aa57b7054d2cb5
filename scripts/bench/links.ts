import type pg from 'pg';

export const LINK = { amount: '1500.50', currency: 'MXNB', description: 'Order 1042' };

/** Creates a link and returns its code. */
export async function createLink(url: string, apiKey: string, idempotencyKey: string): Promise<string> {
  const response = await fetch(`${url}/v1/payment_links`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${apiKey}`,
      'content-type': 'application/json',
      'idempotency-key': idempotencyKey,
    },
    body: JSON.stringify(LINK),
  });
  return ((await response.json()) as { code: string }).code;
}

/** All tables in which copied links have many rows. */
export const LINK_TABLES = ['payment_links', 'payment_link_methods', 'payment_link_states'];

/** Makes many active copies of a link, a second apart, with codes from PL-BEN0-0000-0000 on; newest last. */
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
  const copy = async (table: string, link: string, own: Record<string, string>): Promise<void> => {
    const { rows } = await owner.query<{ name: string }>(
      `select column_name as name from information_schema.columns where table_schema = 'public' and table_name = $1`,
      [table],
    );
    const columns = rows.map(({ name }) => name);
    await owner.query(
      `insert into ${table} (${columns.join(', ')})
       select ${columns.map((column) => own[column] ?? `t.${column}`).join(', ')}
         from ${table} t, generate_series(0, $4::integer - 1) as n
        where t.account_id = $1 and t.${link} = $2`,
      [accountId, template, first, count],
    );
  };
  await owner.query('begin');
  // Without triggers and foreign key checks, which would take most of the time; what triggers maintain is set below.
  await owner.query('set local session_replication_role = replica');
  const createdAt = `now() - ($4::integer - n) * interval '1 second'`;
  await copy('payment_links', 'code', { code, created_at: createdAt });
  await copy('payment_link_states', 'link_code', { link_code: code, created_at: createdAt });
  await copy('payment_link_methods', 'link_code', {
    link_code: code,
    destination: `'bench-' || t.method || '-' || ($3 + n)`,
  });
  await owner.query(
    `insert into payment_link_count_changes (account_id, entered_status, links) values ($1, 'active', $2)`,
    [accountId, count],
  );
  await owner.query('commit');
}

export function copiedCode(number: number): string {
  const digits = String(number).padStart(12, '0');
  return `PL-${digits.slice(0, 4)}-${digits.slice(4, 8)}-${digits.slice(8)}`;
}
