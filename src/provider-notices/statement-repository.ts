import { query, command, named, type Queryable, sql, type Trx, type Tables } from '../db/index.ts';
import { HOUSE_ACCOUNT_ID } from '../ledger/index.ts';
import type { Report } from '../methods/index.ts';

/** The progress of reading a provider's statement. */
export interface StatementProgress {
  /** The end of the part that was read. */
  readTo: Date;
  /** The beginning of the next reading, which is a little earlier, or at a line that failed. */
  nextFrom: Date;
  /** Earlier lines were read after the provider could add any more. */
  completeTo: Date;
  /** The number of times the next period to be completed was read again because of failed lines. */
  retries: number;
}

/** A provider's statement that a worker may read until its claim lapses or another is made. */
export interface ClaimedStatement
  extends StatementProgress, Pick<Tables['provider_statements'], 'provider' | 'leaseToken'> {
  /** The start of this deployment's reading. */
  since: Date;
  /** On the deployment's clock. */
  now: Date;
}

/** The due statements of the given providers. A new provider's is read from now on. */
// One statement begins with those that are new here, finds what is due, locks it, and marks it as being read. A due
// time of more than twice a claim's time ahead was set by a clock that has been set back since.
export const claimStatements = command.all<
  { providers: readonly string[]; leaseMs: number },
  ClaimedStatement
>('provider_statements.claim', (p) =>
  named(
    `insert into provider_statements as s
            (provider, since, read_to, next_from, complete_to, due_at, lease_token)
       select name, service_now(), service_now(), service_now(), service_now(),
              service_now() + :leaseMs * interval '1 millisecond', gen_random_uuid()
         from unnest(:providers::text[]) as name
       on conflict (provider) do update set due_at = excluded.due_at, lease_token = excluded.lease_token
        where s.due_at <= service_now()
           or s.due_at > service_now() + 2 * :leaseMs * interval '1 millisecond'
       returning provider, since, read_to, next_from, complete_to, retries, lease_token, service_now() as now`,
    p,
  ),
);

type Claim = Pick<ClaimedStatement, 'provider' | 'leaseToken'>;

const ownClaim = (p: { [K in keyof Claim]-?: unknown }) =>
  sql('provider_statements').where({ provider: p.provider as never, lease_token: p.leaseToken as never });

const extend = command.run<Claim & { leaseMs: number }>('provider_statements.extend', (p) =>
  ownClaim(p).update({ due_at: named("service_now() + :leaseMs * interval '1 millisecond'", p) }),
);

/** False when another claim was made since; only that one continues. */
export async function extendClaim(
  trx: Trx,
  { provider, leaseToken }: Claim,
  leaseMs: number,
): Promise<boolean> {
  return (await extend(trx, { provider, leaseToken, leaseMs })) === 1;
}

const record = command.run<Claim & StatementProgress & { waitMs: number; error: string | null }>(
  'provider_statements.record',
  (p) =>
    ownClaim(p).update({
      read_to: p.readTo,
      next_from: p.nextFrom,
      complete_to: p.completeTo,
      retries: p.retries,
      due_at: named("service_now() + :waitMs * interval '1 millisecond'", p),
      last_error: p.error,
    }),
);

/**
 * Records the position and the time of the next reading. False when another claim was made since; only that one counts.
 */
export async function recordProgress(
  trx: Trx,
  { provider, leaseToken }: Claim,
  { readTo, nextFrom, completeTo, retries }: StatementProgress,
  next: { waitMs: number; error: string | null },
): Promise<boolean> {
  const progress = { readTo, nextFrom, completeTo, retries };
  return (await record(trx, { ...progress, ...next, provider, leaseToken })) === 1;
}

interface KnownParams {
  provider: string;
  /** References of deposits. */
  deposits: readonly string[];
  /** References of returned payouts and refunds. */
  sent: readonly string[];
  /** References of costs. */
  costs: readonly string[];
  /** References of the deployment's own movements. */
  own: readonly string[];
  /** References of debits that took a deposit back. */
  takenBack: readonly string[];
}

export interface KnownLine {
  kind: Extract<Report['type'], 'deposit' | 'return' | 'cost' | 'other' | 'taken_back'>;
  reference: string;
  /** As it is booked. */
  asset: string;
  /** Decimal, in `asset`. */
  amount: string;
}

// A deposit that was seen, or dropped, can still become final.
const known = query.all<KnownParams & { house: string }, KnownLine>('provider_statements.find_known', (p) =>
  named(
    `select 'deposit' as kind, r.provider_reference as reference, d.asset, coalesce(d.exact_amount, d.amount)::text as amount
       from deposit_references r
       join deposits d on d.account_id = r.account_id and d.id = r.deposit_id
      where r.provider = :provider and r.provider_reference = any(:deposits::text[])
        and d.status not in ('pending', 'failed')
     union all
     select 'deposit', provider_reference, asset, amount::text
       from handed_on_deposits
      where provider = :provider and provider_reference = any(:deposits::text[])
     union all
     select 'return', return_reference,
            case when kind in ('withdrawal', 'refund') then coalesce(to_asset, asset) else asset end,
            case when kind in ('withdrawal', 'refund') then coalesce(to_amount, amount) else amount end::text
       from transfers
      where provider = :provider and provider_reference = any(:sent::text[]) and return_reference is not null
     union all
     select 'cost', reference, asset, amount::text
       from provider_costs
      where account_id = :house and provider = :provider and reference = any(:costs::text[])
     union all
     select 'other', reference, asset, amount::text
       from own_movements
      where account_id = :house and provider = :provider and reference = any(:own::text[])
     union all
     select 'taken_back', reference, asset, amount::text
       from deposits_taken_back
      where provider = :provider and reference = any(:takenBack::text[])`,
    p,
  ),
);

/** The lines of a page that were already processed. */
export function findKnownLines(on: Queryable, params: KnownParams): Promise<KnownLine[]> {
  return known(on, { ...params, house: HOUSE_ACCOUNT_ID });
}
