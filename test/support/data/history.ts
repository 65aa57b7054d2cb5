import pg from 'pg';

/** How many of each an account has; links include their methods, transitions, deposits and refunds. */
export interface HistorySizes {
  links: number;
  /** With two postings each. */
  movements: number;
  logs: number;
  /** With a delivery and an attempt each. */
  events: number;
  idempotencyRecords: number;
}

const BATCH = 250_000;

/**
 * Gives an account years of history, in bulk, bypassing the service, triggers and foreign keys. Nothing of it is due,
 * so that workers find nothing to do.
 */
export async function writeHistory(
  databaseUrl: string,
  accountId: string,
  sizes: HistorySizes,
): Promise<void> {
  const kinds = Object.entries(sizes) as [keyof HistorySizes, number][];
  // Each kind on its own connection, since Postgres uses one core per connection.
  await Promise.all(
    kinds.map(([kind, count]) =>
      inSession(databaseUrl, async (client) => {
        for (let from = 1; from <= count; from += BATCH) {
          const to = Math.min(count, from + BATCH - 1);
          // In one transaction, since related rows are matched by time.
          await client.query('begin');
          for (const text of ROWS[kind]) await client.query(text, [accountId, from, to, count]);
          await client.query('commit');
        }
      }),
    ),
  );
  await inSession(databaseUrl, async (client) => {
    for (const text of SUMS) await client.query(text, [accountId]);
  });
}

async function inSession(databaseUrl: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(SESSION);
    await work(client);
  } finally {
    await client.end();
  }
}

const SESSION = `
  set session_replication_role = replica;
  set synchronous_commit = off;
  select make_request_log_partitions((now() at time zone 'UTC')::date - 29, (now() at time zone 'UTC')::date + 1);

  -- All simple enough for Postgres to write them out where they are called.
  -- The time of the n-th of so many rows that are spread over a time until now.
  create function pg_temp.at(n bigint, count bigint, span interval) returns timestamptz language sql stable
    return date_trunc('milliseconds', now() - (count - n) * span / count);
  -- Ids that grow with time, as the service's do; the same seed gives the same one.
  create function pg_temp.id(at timestamptz, seed text) returns uuid language sql stable
    return (lpad(to_hex((date_part('epoch', at) * 1000)::bigint), 12, '0') || '70008' || substr(md5(seed), 1, 15))::uuid;
  create function pg_temp.code(account uuid, n bigint) returns text language sql stable
    return 'PL-' || upper(substr(md5(account || ':' || n)::uuid::text, 10, 14));
  create function pg_temp.pick(n bigint, variadic choices text[]) returns text language sql stable
    return choices[1 + n % cardinality(choices)];`;

const LINKS = `
  select n, $1::uuid as account_id, pg_temp.code($1::uuid, n) as code, pg_temp.at(n, $4::bigint, '90 days') as at,
         -- Most are over.
         case when n % 50 = 0 then 'active' when n % 50 = 1 then 'processing' when n % 5 = 2 then 'cancelled'
              when n % 5 = 3 then 'expired' else 'paid' end as status,
         pg_temp.id('2026-01-01', $1 || ':qr:' || n % 7) as qr_code_id
    from generate_series($2::bigint, $3::bigint) as n`;

const ROWS: Record<keyof HistorySizes, readonly string[]> = {
  links: [
    `insert into payment_links (account_id, code, status, amount, currency, description, metadata, fee_bearer,
       checkout_url, qr_svg, accepted_methods, created_at, expires_at, paid_at, paid_with_method, revision, qr_code_id)
     select account_id, code, status, 100, pg_temp.pick(n / 3, 'MXNB', 'MXNB', 'USDC', 'COP'), 'Order ' || n,
            json_build_object('order', n), 'merchant', 'https://pay.example.com/pay/' || code,
            '<svg>' || repeat('M0 0h1v1z', 60) || '</svg>', '{SPEI,USDC}', at,
            case when status = 'active' then now() + (1 + n % 80) * interval '1 day' else at + interval '7 days' end,
            case when status = 'paid' then at end, case when status = 'paid' then 'SPEI' end,
            case when status = 'active' then 0 else 1 end, case when n % 10 = 4 then qr_code_id end
       from (${LINKS}) as link`,
    `insert into payment_link_states
     select account_id, currency, status, created_at, code, expires_at, paid_at, qr_code_id from payment_links
      where account_id = $1 and code in (select code from (${LINKS}) as link)`,
    `insert into payment_link_methods (account_id, link_code, method, provider, asset, position, requires_conversion, amount_due,
       fee, exchange_rate, quote_status, amount_due_expires_at, decimals, instructions, destination, reference, network)
     select account_id, code, method, 'simulator', asset, position, false, 100, 0, 1, 'native', at + interval '7 days', 2,
            json_build_object('reference', n), method || ':' || code, n::text, network
       from (${LINKS}) as link,
            (values ('SPEI', 'MXN', 1, null), ('USDC', 'USDC', 2, 'Polygon')) as m (method, asset, position, network)`,
    `insert into payment_link_terms (account_id, term, created_at, link_code)
     select account_id, term, at, code from (${LINKS}) as link,
            unnest(array['order', '100', 'n' || n, substr(lower(code), 4)]) as term`,
    `insert into payment_link_former_places (account_id, id, link_code, method, destination, reference,
       instructions_issued_at, instructions_expire_at)
     select account_id, pg_temp.id(at, code || ':place'), code, 'SPEI', 'formerly:' || code, n::text, at, at + interval '1 day'
       from (${LINKS}) as link`,
    `insert into payment_link_transitions
       (account_id, link_code, revision, trigger, from_status, to_status, created_at)
     select account_id, code, 1, 'settle', 'active', status, at from (${LINKS}) as link where status <> 'active'`,
    `insert into qr_scans (account_id, link_code, qr_code_id, payer_hash, network_hash, scanned_at)
     select account_id, code, qr_code_id, decode(md5(n::text), 'hex'), decode(md5((n % 1000)::text), 'hex'), now()
       from (${LINKS}) as link where n % 10 = 4`,
    `insert into receipt_mails (account_id, link_code, address_hmac, created_at)
     select account_id, code, sha256(code::bytea), at from (${LINKS}) as link where status = 'paid'`,
    `insert into deposit_references (provider, provider_reference, account_id, deposit_id)
     select 'simulator', code || ':deposit', account_id, pg_temp.id(at, code || ':deposit') from (${LINKS}) as link where status = 'paid' or n % 20 = 3`,
    `insert into deposits (account_id, id, status, unmatched_reason, payment_link_code, method, asset, amount,
       destination, provider, provider_reference, payer, created_at)
     select account_id, pg_temp.id(at, code || ':deposit'), case when status = 'paid' then 'credited' else 'unmatched' end,
            case when status <> 'paid' then 'LINK_EXPIRED' end, code, pg_temp.pick(n / 10, 'SPEI', 'SPEI', 'USDC'),
            pg_temp.pick(n / 10, 'MXN', 'MXN', 'USDC'), 100 + n % 500, 'SPEI:' || code, 'simulator', code || ':deposit', '{}', at
       from (${LINKS}) as link where status = 'paid' or n % 20 = 3`,
    `insert into transfers (account_id, id, kind, status, asset, amount, method, destination, to_asset, to_amount,
       exchange_rate, quote_reference, deposit_id, payment_link_code, provider, provider_reference, attempts, created_at,
       finished_at)
     select account_id, pg_temp.id(at, code || ':transfer'), kind, 'settled', 'MXNB', 10 + n % 500, 'SPEI',
            case when kind = 'withdrawal' then '{"clabe":"032180000118359719"}'::jsonb end,
            case when kind like '%conversion' then 'USDC' when kind = 'withdrawal' then 'MXN' end,
            case when kind <> 'refund' then 10 end, case when kind like '%conversion' then 1 end,
            case when kind like '%conversion' then 'quote' end,
            case when kind in ('refund', 'payment_conversion') then pg_temp.id(at, code || ':deposit') end,
            case when kind in ('refund', 'payment_conversion') then code end, 'simulator', code || ':transfer', 1, at, at
       from (select *, pg_temp.pick(n / 5, 'refund', 'withdrawal', 'conversion', 'payment_conversion') as kind
               from (${LINKS}) as link where status = 'paid' and n % 5 = 4) as transfer`,
    `insert into simulator_operations (operation, idempotency_key, reference, asset, amount, details, created_at)
     select 'deposit', code, code || ':deposit', 'MXN', 100, '{}', at from (${LINKS}) as link where status = 'paid'`,
  ],
  movements: [
    `insert into ledger_entries (account_id, id, type, source_object, source_id, payment_link_code, created_at)
     select account_id, entry_id, type, 'deposit', n::text, link_code, at from (${movements()}) as movement`,
    `insert into ledger_postings
       (account_id, id, entry_id, asset, book, amount, balance_after, type, payment_link_code, created_at)
     select account_id, pg_temp.id(at, $1 || ':' || book || ':' || n), entry_id, asset, book, sign, sign * n, type,
            link_code, at
       from (${movements()}) as movement, (values ('available', 1), ('rail:simulator', -1)) as side (book, sign)`,
  ],
  logs: [
    `insert into request_logs (account_id, created_at, id, method, path, operation, status, duration_ms, ip,
       credential_id, credential_name, credential_last_four, api_version, response_body)
     select $1::uuid, at, pg_temp.id(at, $1 || ':log:' || n), pg_temp.pick(n / 4, 'GET', 'GET', 'POST'),
            case n / 2 % 3 when 0 then '/v1/balances' when 1 then '/v1/transactions'
                 else '/v1/payment_links/' || pg_temp.code($1::uuid, n % 500) end,
            'getBalances', (array[200, 200, 200, 201, 404, 400, 200])[1 + n % 7], 7, '127.0.0.1',
            (array(select pg_temp.id('2026-01-01', 'key:' || key) from generate_series(0, 2) as key))[1 + n % 3],
            'Key', 'abcd', '2026-11-01', '{"object":"list"}'
       from (select n, pg_temp.at(n, $4::bigint, '29 days') as at
               from generate_series($2::bigint, $3::bigint) as n) as log`,
  ],
  events: [
    `insert into events (account_id, id, type, created_at, body, sequence)
     select account_id, event_id, type, at, '{"id":"' || event_id || '","type":"' || type || '","data":{}}', n
       from (${events()}) as event order by n`,
    `insert into webhook_deliveries
       (account_id, id, endpoint_id, event_id, status, attempts, last_attempt_at, last_http_status, created_at)
     select account_id, id, endpoint_id, event_id, case when n % 50 = 0 then 'failed' else 'delivered' end, 1, at, 200, at
       from (${events()}) as event`,
    `insert into webhook_delivery_attempts (account_id, delivery_id, number, ended_at, duration_ms, http_status)
     select account_id, id, 1, at, 20, 200 from (${events()}) as event`,
  ],
  idempotencyRecords: [
    `insert into idempotency_records (account_id, key, request_hash, status, headers, body, created_at, expires_at)
     select $1::uuid, md5($1 || ':key:' || n), '\\x00', 201, '{}', repeat('x', 500), at, at + interval '25 hours'
       from (select n, pg_temp.at(n, $4::bigint, '24 hours') as at
               from generate_series($2::bigint, $3::bigint) as n) as record`,
  ],
};

function movements(): string {
  return `
    select n, $1::uuid as account_id, at, pg_temp.id(at, $1 || ':entry:' || n) as entry_id,
           pg_temp.pick(n / 2, 'payment', 'payment', 'payment', 'fee', 'withdrawal') as type,
           pg_temp.pick(n / 5, 'MXNB', 'MXNB', 'USDC') as asset,
           case when n % 2 = 0 then pg_temp.code($1::uuid, n / 4) end as link_code
      from (select n, date_trunc('milliseconds', now() - ($4::bigint - n) * interval '1 second') as at
              from generate_series($2::bigint, $3::bigint) as n) as moment
      -- Keeps what is worked out here from being worked out again for each posting.
      offset 0`;
}

function events(): string {
  return `
    select n, $1::uuid as account_id, at, 'evt_' || md5($1 || ':event:' || n) as event_id,
           pg_temp.id(at, $1 || ':delivery:' || n) as id, pg_temp.id('2026-01-01', $1 || ':endpoint') as endpoint_id,
           pg_temp.pick(n, 'deposit.completed', 'payment_link.paid', 'balance.updated') as type
      from (select n, pg_temp.at(n, $4::bigint, '29 days') as at
              from generate_series($2::bigint, $3::bigint) as n) as moment`;
}

/** All tables in which a history has many rows. */
export const HISTORY_TABLES = [
  ...new Set(
    Object.values(ROWS).flatMap((texts) => texts.map((text) => /insert into (\w+)/.exec(text)?.[1] ?? '')),
  ),
];

/** What exists once per account, and the sums that the service keeps. */
const SUMS = [
  `insert into payment_link_counts (account_id, status, links)
   select account_id, status, count(*) from payment_links
    where account_id = $1 and deleted_at is null group by account_id, status`,
  `insert into ledger_balances (account_id, asset, book, balance, moved_at)
   select account_id, asset, book, sum(amount), now() from ledger_postings
    where account_id = $1 group by account_id, asset, book`,
  `insert into movement_totals (account_id, day, asset, type, method, amount, movements)
   select account_id, (created_at at time zone 'UTC')::date, asset, type, case when type = 'payment' then 'SPEI' else '' end,
          sum(amount), count(*)
     from ledger_postings where account_id = $1 and book = 'available' group by 1, 2, 3, 4, 5`,
  `insert into movement_quarters (account_id, starts_at, asset, type, method, amount, movements)
   select account_id, date_bin('15 minutes', created_at, 'epoch'), asset, type, case when type = 'payment' then 'SPEI' else '' end,
          sum(amount), count(*)
     from ledger_postings where account_id = $1 and book = 'available' group by 1, 2, 3, 4, 5`,
  `insert into event_sequences (account_id, last_sequence)
   select account_id, max(sequence) from events where account_id = $1 group by account_id
       on conflict (account_id) do update set last_sequence = excluded.last_sequence`,
  `insert into webhook_endpoints (account_id, id, url, description, enabled_events, sealed_secret, created_at)
   select $1::uuid, pg_temp.id('2026-01-01', $1 || ':endpoint'), 'https://example.com', '', '{deposit.completed}', '\\x00', now()`,
  `insert into qr_codes (account_id, id, name, currency, status, url, svg, created_at)
   select $1::uuid, pg_temp.id('2026-01-01', $1 || ':qr:' || n), 'Counter', 'MXNB', 'active', '', '', now()
     from generate_series(0, 6) as n`,
];
