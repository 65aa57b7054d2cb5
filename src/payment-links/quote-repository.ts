import {
  command,
  limited,
  named,
  query,
  type Queryable,
  sql,
  type Trx,
  type Tables,
  mayChange,
} from '../db/index.ts';
import { newId } from '../lib/ids.ts';
import { type Instructions, isPausedSql, type MethodKind } from '../methods/index.ts';
import type { QuoteStatus } from './transitions.ts';

/** The parts of an offer that the provider returns; null until it has. */
export interface OfferColumns extends Pick<
  Tables['payment_link_methods'],
  'amountDue' | 'exchangeRate' | 'amountDueExpiresAt' | 'reference' | 'instructionsIssuedAt'
> {
  /** The fraction of the amount reserved in the exchanging provider's float; null if nothing is exchanged (D38). */
  reservedShare: string | null;
  quoteStatus: QuoteStatus;
  /** The provider's reference for the locked quote; null when the service locked the price itself (D28). */
  quoteReference: string | null;
  /** Null if it expires with the link. */
  quoteExpiresAt: Date | null;
  /** The time at which the worker requests missing parts; null if nothing is missing. */
  quoteDueAt: Date | null;
  instructions: Instructions;
  /** In the normalized form for matching deposits; see `destinationKey`. */
  destination: string | null;
  /** The expiry of the payment instructions. Null if they are valid as long as the link. */
  instructionsExpireAt: Date | null;
}

export interface LinkMethod
  extends
    OfferColumns,
    Pick<
      Tables['payment_link_methods'],
      | 'accountId'
      | 'linkCode'
      | 'method'
      | 'asset'
      | 'position'
      | 'requiresConversion'
      | 'decimals'
      | 'fee'
      | 'network'
    > {
  /** The provider that the method was offered with (D25). */
  provider: string;
  /** The other provider that quotes and exchanges (D38). Null if that is `provider`, or nothing is exchanged. */
  exchangeProvider: string | null;
  /** Whether the operator has paused incoming payments by it (D47), so that payers are told not to send. */
  isPaused: boolean;
  /** The number of requests that the worker has made. */
  quoteAttempts: number;
  /**
   * The sum of what arrived for the link in this method's asset and was too little, while it is held; null if nothing
   * was, or if the account does not ask payers for the rest (D7).
   */
  arrived: string | null;
}

// Only a method that has parts looks for its account and its deposits, so that reading any other costs nothing.
const ARRIVED = 'case when m.has_parts then amount_arrived(m.account_id, m.link_code, m.asset) end';

export const METHOD_COLUMNS = [
  'm.account_id',
  'm.link_code',
  'm.method',
  'm.provider',
  'm.exchange_provider',
  'm.asset',
  'm.position',
  'm.requires_conversion',
  'm.amount_due',
  'm.decimals',
  'm.fee',
  'm.exchange_rate',
  'm.amount_due_expires_at',
  'm.reserved_share',
  'm.quote_reference',
  'm.quote_expires_at',
  'm.quote_due_at',
  'm.quote_attempts',
  'm.instructions',
  'm.destination',
  'm.reference',
  'm.instructions_issued_at',
  'm.instructions_expire_at',
  'm.network',
  sql.raw(
    `${isPausedSql('in', { provider: 'm.provider', method: 'm.method', network: 'm.network' })} as is_paused`,
  ),
  // Expired quotes or instructions are shown as such; a read never renews them (D4).
  sql.raw(
    `case when (select service_now()) >= case m.quote_status when 'locked' then m.amount_due_expires_at
                                                             when 'native' then m.instructions_expire_at end
          then 'expired' else m.quote_status end as quote_status`,
  ),
  sql.raw(`${ARRIVED} as arrived`),
];

export const listLinkMethods = query.all<{ accountId: string; code: string }, LinkMethod>(
  'payment_link_methods.list',
  (p) =>
    sql('payment_link_methods as m')
      .where({ 'm.account_id': p.accountId, 'm.link_code': p.code })
      .orderBy('m.position')
      .select(METHOD_COLUMNS),
);

interface MethodKey {
  accountId: string;
  code: string;
  method: string;
}

/** With the data for calling the provider again, by the current catalogue; `as_of` is the deployment's time. */
export type AskableMethodRow = LinkMethod & {
  kind: MethodKind;
  quoteLifeMs: number;
  spread: string;
  asOf: Date;
};

export const linkMethods = query.lookup<
  Pick<LinkMethod, 'accountId' | 'linkCode' | 'method'>,
  AskableMethodRow
>('payment_link_methods.find', { accountId: 'uuid', linkCode: 'text', method: 'text' }, () =>
  sql('payment_link_methods as m')
    .join('payment_methods as c', 'c.method', 'm.method')
    .whereRaw('m.account_id = g.account_id and m.link_code = g.link_code and m.method = g.method')
    .select(METHOD_COLUMNS)
    .select('c.kind', 'c.quote_life_ms', 'c.spread', sql.raw('service_now() as as_of')),
);

export function findLinkMethod(
  on: Queryable,
  { accountId, code: linkCode, method }: MethodKey,
): Promise<AskableMethodRow | undefined> {
  return linkMethods.first(on, { accountId, linkCode, method });
}

/** A destination that payers of a link's method were given, now or earlier. */
export type MethodInstructions = Pick<
  LinkMethod,
  | 'accountId'
  | 'linkCode'
  | 'method'
  | 'asset'
  | 'network'
  | 'reference'
  | 'instructionsIssuedAt'
  | 'instructionsExpireAt'
> & { destination: string };

/** The cell of an account that was ever moved to another (D74). */
export interface Whereabouts {
  moveState: 'copying' | 'gone' | 'arriving' | 'here' | null;
  otherCell: number | null;
  /** The last time that it left this cell; it may have returned. */
  leftAt: Date | null;
}

const instructionsIn = (table: string) =>
  limited(
    sql(table)
      .whereRaw('destination = g.destination')
      .select(
        'destination',
        'account_id',
        'link_code',
        'method',
        'reference',
        'instructions_issued_at',
        'instructions_expire_at',
      )
      .orderByRaw('instructions_issued_at desc nulls last'),
    sql.raw('100'),
  );

/**
 * All links' instructions with a destination, including replaced ones, at most the newest 100 of each. The only lookup
 * of a payment without an account, because the destination determines the account.
 */
export const issuedInstructions = query.lookup<{ destination: string }, MethodInstructions & Whereabouts>(
  'payment_link_methods.by_destination',
  { destination: 'text' },
  () =>
    sql
      .from(
        sql.raw('((?) union all (?)) as p', [
          instructionsIn('payment_link_methods'),
          instructionsIn('payment_link_former_places'),
        ]),
      )
      .joinRaw('join payment_link_methods m using (account_id, link_code, method)')
      .leftJoin('account_moves as v', 'v.account_id', 'p.account_id')
      .select('p.*', 'm.asset', 'm.network')
      .select({ moveState: 'v.state', otherCell: 'v.cell', leftAt: 'v.gone_at' }),
);

// Replaced instructions are kept, because money can still arrive there.
const setOffers = command.rows<
  Omit<OfferColumns, 'instructions'> & MethodKey & { instructions: string; formerId: string }
>(
  'payment_link_methods.set_offer',
  {
    accountId: 'uuid',
    code: 'text',
    method: 'text',
    formerId: 'uuid',
    quoteStatus: 'text',
    amountDue: 'numeric',
    exchangeRate: 'numeric',
    amountDueExpiresAt: 'timestamptz',
    reservedShare: 'numeric',
    quoteReference: 'text',
    quoteExpiresAt: 'timestamptz',
    quoteDueAt: 'timestamptz',
    instructions: 'jsonb',
    destination: 'text',
    reference: 'text',
    instructionsIssuedAt: 'timestamptz',
    instructionsExpireAt: 'timestamptz',
  },
  (offers) =>
    sql.raw(
      `with g as (
         select * from ?
       ), former as (
         insert into payment_link_former_places
           (account_id, id, link_code, method, destination, reference, instructions_issued_at, instructions_expire_at)
         select m.account_id, g.former_id, m.link_code, m.method, m.destination, m.reference,
                m.instructions_issued_at, m.instructions_expire_at
           from g join payment_link_methods m
             on m.account_id = g.account_id and m.link_code = g.code and m.method = g.method
          where m.destination is not null
            and (m.destination, m.reference) is distinct from (g.destination, g.reference)
       )
       update payment_link_methods m
          set quote_status = g.quote_status, amount_due = g.amount_due, exchange_rate = g.exchange_rate,
              amount_due_expires_at = g.amount_due_expires_at, reserved_share = g.reserved_share, quote_reference = g.quote_reference,
              quote_expires_at = g.quote_expires_at, quote_due_at = g.quote_due_at,
              instructions = g.instructions, destination = g.destination, reference = g.reference,
              instructions_issued_at = g.instructions_issued_at,
              instructions_expire_at = g.instructions_expire_at
         from g where m.account_id = g.account_id and m.link_code = g.code and m.method = g.method`,
      [offers],
    ),
);

export function setOffer(trx: Trx, key: MethodKey, offer: OfferColumns): void {
  const row = { ...offer, ...key, instructions: JSON.stringify(offer.instructions), formerId: newId() };
  trx.gather(setOffers, row, textOf(key));
}

/** Names a method of a link among the records of a transaction. */
function textOf({ accountId, code, method }: MethodKey): string {
  return `${accountId}/${code}/${method}`;
}

/** An amount is valid until its quote, its instructions or the link expires, whichever is first (D4). */
export const moveExpiry = command.run<{ accountId: string; code: string; expiresAt: Date }>(
  'payment_link_methods.move_expiry',
  (p) =>
    sql('payment_link_methods')
      .where({ account_id: p.accountId, link_code: p.code })
      .whereNotNull('amount_due_expires_at')
      // Null means no expiry.
      .update({
        amount_due_expires_at: named('least(quote_expires_at, instructions_expire_at, :expiresAt)', p),
      }),
);

/** Expires instructions early, and their amount with them, so that new ones can be requested. */
export const closeInstructions = command.run<MethodKey>('payment_link_methods.close_place', (p) =>
  sql('payment_link_methods')
    .where({ account_id: p.accountId, link_code: p.code, method: p.method })
    .whereNotNull('instructions_expire_at')
    .update({
      instructions_expire_at: sql.raw('least(instructions_expire_at, service_now())'),
      amount_due_expires_at: sql.raw('least(amount_due_expires_at, service_now())'),
    }),
);

/** A method whose offer still waits for the provider. */
export interface DueMethod extends Pick<Tables['payment_link_methods'], 'accountId' | 'linkCode' | 'method'> {
  /** The number of this attempt; only the latest may record its result. */
  quoteAttempts: number;
}

// Methods of links that can no longer be paid are dropped here, except of processing ones, which may become active
// again.
const claim = command.all<{ limit: number; leaseMs: number }, DueMethod & { active: boolean }>(
  'payment_link_methods.claim',
  (p) =>
    named(
      `with due as (
       select m.account_id, m.link_code, m.method,
              case when l.expires_at <= service_now() then 'expired' else l.status end as link_status
         from payment_link_methods m
         join payment_links l on l.account_id = m.account_id and l.code = m.link_code
        where m.quote_due_at <= service_now() and ${mayChange('m.account_id')}
        order by m.quote_due_at
        limit :limit
        for update of m skip locked
     )
     update payment_link_methods m
        set quote_attempts = m.quote_attempts + 1,
            quote_due_at = case when due.link_status in ('active', 'processing')
                                then service_now() + :leaseMs * interval '1 millisecond' end
       from due
      where m.account_id = due.account_id and m.link_code = due.link_code and m.method = due.method
     returning m.account_id, m.link_code, m.method, m.quote_attempts, due.link_status = 'active' as active`,
      p,
    ),
);

export async function claimDueMethods(trx: Trx, limit: number, leaseMs: number): Promise<DueMethod[]> {
  return (await claim(trx, { limit, leaseMs })).filter(({ active }) => active);
}

const postponeQuotes = command.rows<MethodKey & { attempts: number; waitMs: number }>(
  'payment_link_methods.postpone',
  { accountId: 'uuid', code: 'text', method: 'text', attempts: 'integer', waitMs: 'integer' },
  (due) =>
    sql.raw(
      `update payment_link_methods m set quote_due_at = service_now() + g.wait_ms * interval '1 millisecond'
         from ? where m.account_id = g.account_id and m.link_code = g.code and m.method = g.method
                  and m.quote_attempts = g.attempts and m.quote_due_at is not null`,
      [due],
    ),
);

/** Schedules the next attempt, unless another was made meanwhile. */
export function postponeQuote(trx: Trx, due: DueMethod, waitMs: number): void {
  const key = { accountId: due.accountId, code: due.linkCode, method: due.method };
  trx.gather(postponeQuotes, { ...key, attempts: due.quoteAttempts, waitMs }, textOf(key));
}
