import { named, query, type Tables } from '../db/index.ts';
import type { DepositStatus } from '../deposits/index.ts';
import type { Transfer } from '../transfers/index.ts';

/** A deposit as a search shows it. */
export interface FoundDeposit extends Pick<
  Tables['deposits'],
  'id' | 'asset' | 'method' | 'paymentLinkCode' | 'unmatchedReason' | 'createdAt'
> {
  status: DepositStatus;
  /** The amount that arrived, to its last digit. */
  amount: string;
  payerName: string | null;
  /** The description of its link. */
  description: string;
}

interface OfMark {
  accountId: string;
  mark: string;
  limit: number;
}

// The index expressions of the migrations, because Postgres uses an index only for the same text.
const PROOF = `coalesce(d.payer ->> 'tracking_key', d.payer ->> 'transaction_hash')`;
const SENDER = `coalesce(d.payer ->> 'account', d.payer ->> 'source_address')`;
const DESTINATION = `coalesce(t.destination ->> 'clabe', t.destination ->> 'address', t.destination ->> 'key',
  t.destination #>> '{bank,iban}', t.destination #>> '{bank,account_number}')`;

/** `which` selects from deposits as `d`, in its order and up to its limit. Each of an account's deposits is for a link. */
const found = (which: string): string =>
  `select d.id, d.status, d.unmatched_reason, coalesce(d.exact_amount, d.amount) as amount, d.asset, d.method,
          d.payment_link_code, d.payer ->> 'name' as payer_name, l.description, d.created_at
     from (${which}) as d
     join payment_links l on l.account_id = d.account_id and l.code = d.payment_link_code
    order by d.created_at desc, d.id desc`;
const newest = (where: string): string =>
  `select d.* from deposits d where d.account_id = :accountId and ${where}
    order by d.created_at desc, d.id desc limit :limit`;

export const findDepositsById = query.all<{ accountId: string; id: string }, FoundDeposit>(
  'search.deposits_by_id',
  (p) => named(found('select d.* from deposits d where d.account_id = :accountId and d.id = :id'), p),
);

export const findDepositsByAmount = query.all<
  { accountId: string; amount: string; limit: number },
  FoundDeposit
>('search.deposits_by_amount', (p) => named(found(newest('d.amount = :amount')), p));

/** By SPEI's tracking key or the hash of the transaction. */
export const findDepositsByProof = query.all<OfMark, FoundDeposit>('search.deposits_by_proof', (p) =>
  named(
    found(newest(`hashtext(lower(${PROOF})) = hashtext(lower(:mark)) and lower(${PROOF}) = lower(:mark)`)),
    p,
  ),
);

/** By the account or address that the money came from. */
export const findDepositsBySender = query.all<OfMark, FoundDeposit>('search.deposits_by_sender', (p) =>
  named(
    found(newest(`hashtext(lower(${SENDER})) = hashtext(lower(:mark)) and lower(${SENDER}) = lower(:mark)`)),
    p,
  ),
);

/** By the provider's own reference. */
export const findDepositsByReference = query.all<OfMark & { providers: string[] }, FoundDeposit>(
  'search.deposits_by_reference',
  (p) =>
    named(
      found(
        `select d.* from deposit_references r
           join deposits d on d.account_id = r.account_id and d.id = r.deposit_id
          where r.account_id = :accountId and r.provider = any(:providers::text[]) and r.provider_reference = :mark
          limit :limit`,
      ),
      p,
    ),
);

export const findDepositsOfLinks = query.all<
  { accountId: string; codes: string[]; limit: number },
  FoundDeposit
>('search.deposits_of_links', (p) => named(found(newest('d.payment_link_code = any(:codes::text[])')), p));

/** By the provider's reference, such as the hash of a transaction with its network. */
export const findTransfersByReference = query.all<
  { accountId: string; providers: string[]; references: string[]; limit: number },
  Transfer
>('search.transfers_by_reference', (p) =>
  named(
    `select t.* from transfers t
      where t.account_id = :accountId and t.provider = any(:providers::text[])
        and t.provider_reference = any(:references::text[])
      limit :limit`,
    p,
  ),
);

/** Withdrawals and refunds by the account or address that they go to. */
export const findTransfersByDestination = query.all<OfMark, Transfer>(
  'search.transfers_by_destination',
  (p) =>
    named(
      `select t.* from transfers t
        where t.account_id = :accountId and t.kind in ('withdrawal', 'refund')
          and hashtext(lower(${DESTINATION})) = hashtext(lower(:mark)) and lower(${DESTINATION}) = lower(:mark)
        order by t.created_at desc, t.id desc limit :limit`,
      p,
    ),
);
