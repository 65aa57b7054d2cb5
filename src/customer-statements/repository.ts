import { columns, command, named, query, sql } from '../db/index.ts';
import { EFFECTIVE_STATUS, type LinkStatus } from '../payment-links/index.ts';

/** A request, a payment or a refund, with an amount above zero in its asset. */
export interface StatementEntry {
  kind: 'request' | 'payment' | 'refund';
  at: Date;
  linkCode: string;
  description: string;
  reference: string | null;
  /** The status of the link. */
  status: LinkStatus;
  amount: string;
  asset: string;
}

interface EntryQuery {
  accountId: string;
  /** The links' term of the customer (`exactTermsOf`). */
  term: string;
  from: Date;
  /** Excluded. */
  until: Date;
  /** The limit of links that are read, newest first. */
  mostLinks: number;
  limit: number;
}

/** Oldest first. A deposit that paid nothing and was sent back is neither a payment nor a refund. */
export const listEntries = query.all<EntryQuery, StatementEntry>('customer_statements.entries', (p) =>
  named(
    `with named as (
       select account_id, link_code from payment_link_terms
        where account_id = :accountId and term = :term and created_at < :until
        order by created_at desc, link_code desc limit :mostLinks
     ), links as (
       select l.*, ${EFFECTIVE_STATUS} as effective_status
         from named cross join lateral (
           select * from payment_links where account_id = named.account_id and code = named.link_code offset 0) as l
        where l.deleted_at is null
     )
     select * from (
       select 'request' as kind, created_at as at, code as link_code, description, reference,
              effective_status as status, amount, currency as asset
         from links where created_at >= :from
       union all
       select 'payment', paid_at, code, description, reference, effective_status,
              coalesce(amount_received, amount), currency
         from links where paid_at >= :from and paid_at < :until
       union all
       select 'refund', t.finished_at, l.code, l.description, l.reference, l.effective_status, t.amount, t.asset
         from links l cross join lateral (
           select * from transfers
            where account_id = l.account_id and payment_link_code = l.code and kind = 'refund' offset 0) as t
         join deposits d on d.account_id = t.account_id and d.id = t.deposit_id
        where d.status <> 'refunded' and t.status = 'settled' and t.finished_at >= :from and t.finished_at < :until
     ) as entries
     order by at, array_position('{request,payment,refund}', kind), link_code limit :limit`,
    p,
  ),
);

interface Mail {
  accountId: string;
  customerId: string;
}

/** The number of statements that were mailed within a day, to this customer and, up to `most`, by the account. */
export const countMails = query.first<Mail & { most: number }, { ofCustomer: number; ofAccount: number }>(
  'customer_statements.count_mails',
  (p) =>
    named(
      `select count(*) filter (where customer_id = :customerId)::integer as of_customer,
              count(*)::integer as of_account
         from (select customer_id from customer_statement_mails
                where account_id = :accountId and created_at > service_now() - interval '1 day'
                limit :most) as sent`,
      p,
    ),
);

export const insertMail = command.run<Mail & { id: string; createdAt: Date }>(
  'customer_statements.insert_mail',
  (p) => sql('customer_statement_mails').insert(columns(p, ['accountId', 'id', 'customerId', 'createdAt'])),
);
