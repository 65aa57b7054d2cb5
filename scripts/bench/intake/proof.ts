import type pg from 'pg';
import { verifyLedger } from '../../../src/audit/verify.ts';
import { openFoundation } from '../../../src/composition/foundation.ts';
import { readConfig } from '../../../src/config/config.ts';
import { createLogger } from '../../../src/lib/logger.ts';
import type { Rig } from '../rig.ts';
import { BANK } from './inbox.ts';

/** How many faults are shown. */
const SHOWN = 10;

/** Throws unless each of these facts was taken in exactly once: how many each account had, by its id. */
export async function proveTakenIn(
  rig: Rig,
  owner: pg.Client,
  facts: ReadonlyMap<string, number>,
): Promise<void> {
  const foundation = await openFoundation(readConfig(rig.environment), createLogger('warn'));
  try {
    const { discrepancies } = await foundation.db.snapshot(verifyLedger);
    const { rows } = await owner.query<{ fault: string }>(FAULTS, [
      [...facts.keys()],
      [...facts.values()],
      BANK.name,
    ]);
    const faults = [
      ...rows.map(({ fault }) => fault),
      ...discrepancies.map(({ check, accountId, detail }) => `${check}: ${detail} (account ${accountId})`),
    ];
    if (faults.length === 0) return;
    const some = faults.slice(0, SHOWN).join('\n');
    throw new Error(`what was taken in is not what was told, in ${faults.length} ways:\n${some}`);
  } finally {
    await foundation.close();
  }
}

/** By account: each figure that is not what its facts make it. Sequences begin at 1 and have no gap. */
const FAULTS = `
  with told as (
    select account_id, facts::numeric from unnest($1::uuid[], $2::integer[]) as t (account_id, facts)
  ), found as (
    select t.*,
           (select count(*) from deposits d
             where d.account_id = t.account_id and d.provider = $3 and d.status = 'credited') as deposits,
           (select count(distinct d.provider_reference) from deposits d where d.account_id = t.account_id) as distinct_references,
           (select count(*) from payment_links l where l.account_id = t.account_id and l.status = 'paid') as links,
           (select count(*) from ledger_entries e
             where e.account_id = t.account_id and e.type = 'payment') as entries,
           (select count(*) from events e
             where e.account_id = t.account_id and e.type = 'payment_link.paid') as paid_events,
           (select count(*) from events e
             where e.account_id = t.account_id and e.type = 'deposit.completed') as deposit_events,
           (select sum(m.movements) from movement_totals m
             where m.account_id = t.account_id and m.type = 'payment') as movements,
           (select sum(b.balance) from ledger_balances b
             where b.account_id = t.account_id and b.book = 'available') as available,
           (select sum(l.amount - case l.fee_bearer when 'merchant' then m.fee else 0 end)
              from payment_links l
              join payment_link_methods m
                on m.account_id = l.account_id and m.link_code = l.code and m.method = l.paid_with_method
             where l.account_id = t.account_id and l.status = 'paid') as due,
           (select count(*) from events e where e.account_id = t.account_id) as events,
           (select min(e.sequence) from events e where e.account_id = t.account_id) as first_sequence,
           (select max(e.sequence) from events e where e.account_id = t.account_id) as greatest_sequence,
           (select s.last_sequence from event_sequences s where s.account_id = t.account_id) as last_sequence
      from told t
  )
  select format('account %s: %s is %s, not %s', account_id, what, coalesce(is_now::text, 'missing'), must_be) as fault
    from found, lateral (values
      ('the number of deposits', deposits, facts), ('that of their references', distinct_references, facts),
      ('that of paid links', links, facts), ('that of entries', entries, facts),
      ('that of events payment_link.paid', paid_events, facts),
      ('that of events deposit.completed', deposit_events, facts), ('that of movements by day', movements, facts),
      ('the balance', available, due), ('the first sequence', first_sequence, 1),
      ('the greatest sequence', greatest_sequence, events), ('the last sequence', last_sequence, events)
    ) as figure (what, is_now, must_be)
   where is_now is distinct from must_be
  union all
  select format('notice %s is %s: %s', id, status, last_error) from provider_notices
   where provider = $3 and status <> 'processed'`;
