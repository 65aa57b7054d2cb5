import { ADJUSTMENT_KIND, HOUSE_ACCOUNT_ID } from '../ledger/index.ts';
import { check, type Check } from './checks.ts';

const HOUSE = `'${HOUSE_ACCOUNT_ID}'::uuid`;

/**
 * The movements of each record in each book, by asset. Always joined, because in a correlated subquery it would be
 * computed in full for each record.
 */
const MOVED = `(
  select e.account_id, e.source_object, e.source_id, p.asset,
         coalesce(sum(p.amount) filter (where p.book like 'rail:%' or p.book = 'rail'), 0) as rail,
         coalesce(sum(p.amount) filter (where p.book = 'available'), 0) as available,
         coalesce(sum(p.amount) filter (where p.book = 'pending'), 0) as pending,
         coalesce(sum(p.amount) filter (where p.book = 'unmatched'), 0) as unmatched,
         coalesce(sum(p.amount) filter (where p.book = 'in_transit'), 0) as in_transit
    from ledger_entries e join ledger_postings p on p.account_id = e.account_id and p.entry_id = e.id
   group by e.account_id, e.source_object, e.source_id, p.asset)`;

/** Whether each record agrees with its postings, and vice versa (D6, D7, D10). */
export const RECORD_CHECKS: Record<string, Check> = {
  'every deposit is booked as its status says': check(
    'deposits_against_postings',
    `with booked as (
       select d.*, coalesce(t.amount, 0) as taken, coalesce(m.rail, 0) as rail, coalesce(m.pending, 0) as pending, coalesce(m.unmatched, 0) as unmatched
         from deposits d
         left join ${MOVED} m on m.account_id = d.account_id and m.source_object = 'deposit'
                             and m.source_id = d.id::text and m.asset = d.asset
         left join deposits_taken_back t on t.account_id = d.account_id and t.deposit_id = d.id)
     select account_id,
            format('deposit %s of %s %s is %s, but its postings moved rail %s, pending %s, unmatched %s',
                   id, amount, asset, status, rail, pending, unmatched) as detail
       from booked
      where rail <> case when status = 'failed' then 0 else taken - amount end
         or pending <> case when status = 'pending' then amount else 0 end
         or unmatched <> case when status in ('unmatched', 'refunding', 'refunded') then amount else 0 end`,
  ),

  // A deposit that was seen as one asset can be final as another.
  'no deposit left anything behind in another asset': check(
    'deposits_in_other_assets',
    `select d.account_id, format('deposit %s is of %s, but its postings moved %s: rail %s, pending %s, unmatched %s',
                                 d.id, d.asset, m.asset, m.rail, m.pending, m.unmatched) as detail
       from ${MOVED} m
       join deposits d on d.account_id = m.account_id and d.id::text = m.source_id
      where m.source_object = 'deposit' and m.asset <> d.asset
        and (m.rail <> 0 or m.pending <> 0 or m.unmatched <> 0)`,
  ),

  'every transfer is booked as its status says': check(
    'transfers_against_postings',
    `with own as (
       select p.*, case p.kind when 'payment_conversion' then 'conversion' else p.kind end as object,
              coalesce(d.status <> 'credited', false) as of_unmatched
         from transfers p left join deposits d on d.account_id = p.account_id and d.id = p.deposit_id
     ), booked as (
       select own.*, coalesce(m.available, 0) as available, coalesce(m.pending, 0) as pending,
              coalesce(m.unmatched, 0) as unmatched
         from own
         left join ${MOVED} m on m.account_id = own.account_id and m.source_object = own.object
                             and m.source_id = own.id::text and m.asset = own.asset)
     select account_id,
            format('%s %s of %s %s is %s, but its postings moved available %s, pending %s, unmatched %s',
                   object, id, amount, asset, status, available, pending, unmatched) as detail
       from booked
      where available <> case when kind not in ('payment_conversion', 'rebalancing') and not of_unmatched
                               and status in ('held', 'sent', 'settled') then -amount else 0 end
         or pending <> case when kind not in ('payment_conversion', 'rebalancing') and not of_unmatched
                             and status in ('held', 'sent') then amount else 0 end
         or unmatched <> case when of_unmatched and status = 'settled' then -amount else 0 end`,
  ),

  'nothing was credited or sent that screening has not allowed': check(
    'screenings_against_records',
    `select s.account_id, format('%s %s is %s, but its screening says %s', s.subject, s.subject_id,
                                 coalesce(d.status, t.status), s.decision) as detail
       from screenings s
       left join deposits d on s.subject = 'deposit' and d.account_id = s.account_id and d.id = s.subject_id
       left join transfers t on s.subject = 'transfer' and t.account_id = s.account_id and t.id = s.subject_id
      where s.decision <> 'allow' and d.status in ('credited', 'accepted')
         or s.decision = 'refuse' and t.status in ('settled', 'returned')`,
  ),

  'every entry has the record that caused it': check(
    'entries_without_record',
    `select e.account_id, format('entry %s of type %s names the %s %s, which is not there', e.id, e.type,
                                 e.source_object, e.source_id) as detail
       from ledger_entries e
       left join (select account_id, 'deposit' as object, id::text as id from deposits
                  union all
                  select account_id, kind, id::text from transfers
                  union all
                  select account_id, 'provider_cost', id::text from provider_costs
                  union all
                  select account_id, 'own_movement', id::text from own_movements
                  union all
                  select ${HOUSE}, 'handed_on_deposit', id::text from handed_on_deposits
                  union all
                  -- What a migration moved between books, and what an account's move closed and opened.
                  select account_id, source_object, source_id from ledger_entries
                   where source_object in ('migration', 'account_move')
                  union all
                  select ${HOUSE}, 'adjustment', id::text from operator_requests
                   where kind = '${ADJUSTMENT_KIND}' and decision = 'approved') r
         on r.account_id = e.account_id and r.object = e.source_object and r.id = e.source_id
      where r.id is null`,
  ),

  // A payment handed back to the reporting cell posts no movement.
  'every deposit that was handed on is owed to its cell': check(
    'handed_on_against_postings',
    `select h.account_id, format('%s %s of %s were handed on to cell %s by %s, but %s are booked as owed to it', h.amount,
                                 h.asset, h.provider, h.cell, h.id, coalesce(b.amount, 0)) as detail
       from handed_on_deposits h
       left join (select e.source_id, p.book, p.asset, sum(p.amount) as amount
                    from ledger_entries e
                    join ledger_postings p on p.account_id = e.account_id and p.entry_id = e.id
                   where e.account_id = ${HOUSE} and e.source_object = 'handed_on_deposit'
                   group by e.source_id, p.book, p.asset) b
         on b.source_id = h.id::text and b.asset = h.asset and b.book = 'rail:cell-' || h.cell
      where coalesce(b.amount, 0) <> case h.provider when 'cell-' || h.cell then 0 else trunc(h.amount, 8) end`,
  ),

  'every cost is booked, and all of them together to a unit of the ledger': check(
    'costs_against_postings',
    `with booked as (
       select c.account_id, c.asset, c.id, c.booked, coalesce(m.rail, 0) as rail
         from provider_costs c
         left join ${MOVED} m on m.account_id = c.account_id and m.source_object = 'provider_cost'
                             and m.source_id = c.id::text and m.asset = c.asset
     ), excess as (
       select account_id, asset, sum(booked - amount) as total from provider_costs group by account_id, asset)
     select account_id, format('cost %s counts %s %s as booked, but its postings moved %s', id, booked, asset, rail)
              as detail
       from booked where booked <> rail
     union all
     select account_id, format('%s more %s was booked than it cost, but %s is noted', coalesce(e.total, 0), asset,
                               coalesce(r.excess, 0))
       from excess e full join provider_cost_roundings r using (account_id, asset)
      where coalesce(e.total, 0) <> coalesce(r.excess, 0)`,
  ),

  'every movement of the deployment is booked': check(
    'own_movements_against_postings',
    `select o.account_id, format('own movement %s is of %s %s, but its postings moved rail %s', o.id, o.amount, o.asset,
                                 coalesce(m.rail, 0)) as detail
       from own_movements o
       left join ${MOVED} m on m.account_id = o.account_id and m.source_object = 'own_movement'
                           and m.source_id = o.id::text and m.asset = o.asset
      where coalesce(m.rail, 0) <> -o.amount`,
  ),

  'every account owes what was taken back and not settled': check(
    'owed_against_taken_back',
    `select coalesce(b.account_id, t.account_id) as account_id,
            format('%s %s are owed for deposits taken back, the books have %s', coalesce(t.owed, 0),
                   coalesce(t.asset, b.asset), coalesce(-b.balance, 0)) as detail
       from (select * from ledger_balances where book = 'owed') b
       full join (select account_id, asset, sum(owed) as owed from deposits_taken_back
                   where settled_at is null group by account_id, asset) t
         on t.account_id = b.account_id and t.asset = b.asset
      where coalesce(t.owed, 0) <> coalesce(-b.balance, 0)`,
  ),

  'every rebalancing is booked as its status says': check(
    'rebalancings_against_postings',
    `select b.account_id,
            format('rebalancing %s of %s %s is %s with %s arrived, but its postings moved rail %s, in transit %s', b.transfer_id,
                   b.amount, b.asset, b.status, coalesce(b.arrived_amount, 0), coalesce(m.rail, 0),
                   coalesce(m.in_transit, 0)) as detail
       from rebalancings b
       join transfers t on t.account_id = b.account_id and t.id = b.transfer_id
       left join ${MOVED} m on m.account_id = b.account_id and m.source_object = 'rebalancing'
                           and m.source_id = b.transfer_id::text and m.asset = b.asset
      where coalesce(m.rail, 0) <> case when b.status in ('sending', 'failed') then 0
                                        else b.amount - coalesce(b.arrived_amount, 0) end
         or coalesce(m.in_transit, 0) <> case b.status when 'in_transit' then -b.amount
                                                       when 'short' then b.arrived_amount - b.amount else 0 end
         or (b.status = 'failed') <> (t.status in ('failed', 'returned'))
         or (b.status = 'sending') <> (t.status in ('held', 'sent'))`,
  ),

  'every adjustment is booked as it was approved, and no other': check(
    'adjustments_against_postings',
    `with approved as (
       select r.id::text as id, line.book, r.details ->> 'asset' as asset,
              line.sign * (r.details ->> 'amount')::numeric as amount
         from operator_requests r
        cross join lateral (values ('rail:' || (r.details ->> 'provider'), -1), (r.details ->> 'book', 1)) as line (book, sign)
        where r.kind = '${ADJUSTMENT_KIND}' and r.decision = 'approved'
     ), booked as (
       select e.account_id, e.source_id as id, p.asset, sum(p.amount) as amount,
              -- Before there was one per provider, it was just the rail.
              case p.book when 'rail' then 'rail:' || (r.details ->> 'provider') else p.book end as book
         from ledger_entries e
         join ledger_postings p on p.account_id = e.account_id and p.entry_id = e.id
         left join operator_requests r on r.id::text = e.source_id
        where e.type = 'adjustment' or e.source_object = 'adjustment'
        group by e.account_id, e.source_id, 5, p.asset)
     select coalesce(b.account_id, ${HOUSE}) as account_id,
            format('adjustment %s was approved as %s %s %s, but moved %s', id, book, coalesce(a.amount, 0), asset,
                   coalesce(b.amount, 0)) as detail
       from approved a full join booked b using (id, book, asset)
      where a.amount is distinct from b.amount or b.account_id <> ${HOUSE}`,
  ),

  // By one deposit, or by several that were accepted together (D7).
  'every paid link was paid once, and every processing one has one payment': check(
    'links_against_deposits',
    `select l.account_id, format('payment link %s is %s, with %s credited and %s pending deposits', l.code, l.status,
                                 count(*) filter (where d.status = 'credited'),
                                 count(*) filter (where d.status = 'pending')) as detail
       from payment_links l
       left join deposits d on d.account_id = l.account_id and d.payment_link_code = l.code
                           and d.status in ('credited', 'pending')
      group by l.account_id, l.code, l.status
     having case when l.status <> 'paid' then count(*) filter (where d.status = 'credited') > 0
                 else count(*) filter (where d.status = 'credited') = 0
                      or count(*) filter (where d.status = 'credited') > 1
                         and not bool_and(d.accepted_by in ('person', 'rest')) filter (where d.status = 'credited') end
         or count(*) filter (where d.status = 'pending') <> case when l.status = 'processing' then 1 else 0 end`,
  ),

  'every paid link brought its amount': check(
    'links_against_movements',
    `select l.account_id, format('payment link %s is paid with %s %s, but %s became available', l.code,
                                 coalesce(l.amount_received, l.amount), l.currency, coalesce(sum(p.amount), 0)) as detail
       from payment_links l
       left join ledger_postings p on p.account_id = l.account_id and p.payment_link_code = l.code
                                  and p.book = 'available' and p.type = 'payment' and p.asset = l.currency
      where l.status = 'paid'
      group by l.account_id, l.code, l.amount, l.amount_received, l.currency
     having coalesce(sum(p.amount), 0) <> coalesce(l.amount_received, l.amount)`,
  ),

  'every payment is what was due, or was accepted in its place': check(
    'payments_against_due',
    `select d.account_id, format('deposit %s of %s %s paid payment link %s, of which %s %s were due', d.id, d.amount, d.asset,
                                 d.payment_link_code, coalesce(m.amount_due::text, 'nothing'), m.asset) as detail
       from deposits d
       left join payment_link_methods m on m.account_id = d.account_id and m.link_code = d.payment_link_code
                                       and m.method = d.method
      where d.status = 'credited' and d.accepted_by is null
        and (d.asset, d.amount) is distinct from (m.asset, m.amount_due)`,
  ),

  // A paid link's method keeps the promised rate; the account itself bears a part of any shortfall.
  'what conversions brought above or below the promised rate is in the fx book': check(
    'fx_against_conversions',
    `with borne as (
       select t.account_id, coalesce(t.payment_link_code, '') as code, t.to_asset as asset,
              sum(case when t.account_bears_price then greatest(d.difference, 0) else d.difference end) as difference
         from transfers t
         left join payment_link_methods m on m.account_id = t.account_id and m.link_code = t.payment_link_code
                                         and m.method = t.method and t.kind = 'payment_conversion'
        cross join lateral (
          select coalesce(t.brought, t.to_amount)
                 - case t.kind when 'conversion' then t.to_amount else trunc(t.amount * m.exchange_rate, 8) end
                 as difference) d
        where t.kind in ('conversion', 'payment_conversion') and t.status = 'settled'
        group by t.account_id, coalesce(t.payment_link_code, ''), t.to_asset
     ), booked as (
       select account_id, coalesce(payment_link_code, '') as code, asset, sum(amount) as total
         from ledger_postings where book = 'fx' and type <> 'adjustment'
        group by account_id, coalesce(payment_link_code, ''), asset)
     select account_id, format('%s brought %s %s above the promised rate, fx has %s',
                               case code when '' then 'conversions of the account' else 'the conversion for payment link ' || code end,
                               coalesce(difference, 0), asset, coalesce(total, 0)) as detail
       from borne full join booked using (account_id, code, asset)
      where coalesce(difference, 0) <> coalesce(total, 0)`,
  ),

  'every link is where its history ends, with no step missing': check(
    'links_against_history',
    `select l.account_id, format('payment link %s is %s at step %s, but its history has %s and ends at %s', l.code,
                                 l.status, l.revision, count(h.*), max(h.to_status) filter (where h.revision = l.revision))
              as detail
       from payment_links l
       left join payment_link_transitions h on h.account_id = l.account_id and h.link_code = l.code
      group by l.account_id, l.code, l.status, l.revision, l.deleted_at
     having count(h.*) <> l.revision
         or l.revision > 0 and l.deleted_at is null
            and max(h.to_status) filter (where h.revision = l.revision) is distinct from l.status`,
  ),

  'every link is listed as what it is': check(
    'links_against_states',
    `select coalesce(l.account_id, s.account_id) as account_id,
            format('payment link %s is %s, but listed as %s', coalesce(l.code, s.link_code), coalesce(l.status, 'deleted'),
                   coalesce(s.status, 'deleted')) as detail
       from (select * from payment_links where deleted_at is null) l
       full join payment_link_states s on s.account_id = l.account_id and s.link_code = l.code
      where (l.currency, l.status, l.created_at, l.expires_at, l.paid_at, l.qr_code_id)
            is distinct from (s.currency, s.status, s.created_at, s.expires_at, s.paid_at, s.qr_code_id)`,
  ),

  'nothing is refunded above what was paid': check(
    'refunds_against_deposits',
    `select d.account_id, format('deposit %s of %s %s counts %s as refunded, its refunds sum to %s', d.id, d.amount,
                                 d.asset, d.refund_total, coalesce(sum(coalesce(r.to_amount, r.amount)), 0)) as detail
       from deposits d
       left join (select r.* from transfers r
                    left join transfers c on c.account_id = r.account_id and c.id = r.conversion_id
                   where r.kind = 'refund' and r.status not in ('failed', 'returned')
                     -- A quote that nobody confirmed refunds nothing.
                     and (r.status <> 'requested' or c.status <> 'requested')) r
         on r.account_id = d.account_id and r.deposit_id = d.id
      group by d.account_id, d.id, d.amount, d.asset, d.refund_total
     having d.refund_total <> coalesce(sum(coalesce(r.to_amount, r.amount)), 0) or d.refund_total > d.amount`,
  ),

  // Across all accounts, because the schema can forbid it only within one.
  'no provider reference was used twice': check(
    'references_used_twice',
    `select (array_agg(account_id order by account_id))[1] as account_id,
            format('%s %s of provider %s is there %s times', what, provider_reference, provider, count(*)) as detail
       from (select account_id, provider, provider_reference, 'deposit' as what from deposits
             union all
             select account_id, provider, provider_reference, kind from transfers where provider_reference is not null) used
      group by provider, provider_reference, what having count(*) > 1`,
  ),
};
