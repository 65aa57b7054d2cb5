import { setTimeout as delay } from 'node:timers/promises';
import { OPERATOR } from '../../../src/audit-log/record.ts';
import type { Foundation } from '../../../src/composition/foundation.ts';
import { DomainError } from '../../../src/lib/errors/errors.ts';
import { money } from '../../../src/lib/money.ts';
import { newId } from '../../../src/lib/ids.ts';
import type { LockedQuote } from '../../../src/methods/providers/provider.ts';
import type { TestRail } from '../../../test/support/outside/rail.ts';
import type { Chance } from '../chance.ts';
import { decideAsTwo } from '../deciding.ts';
import type { Teller } from '../notices.ts';
import { persistently } from '../processes.ts';
import { rowsOf } from '../rows.ts';
import type { Account } from '../writers.ts';

const SHARE_MISQUOTED = 0.02;
const SHARE_SHORT_LIVED = 0.3;
const SHARE_BROKEN = 0.1;
/** Shorter than any method's quote, so that the service locks the price itself. */
const SHORT_LIFE_MS = 5_000;
const TAKE_BACK_EVERY_MS = 1_500;
const DUST_EVERY_MS = 400;
const ACCEPT_EVERY_MS = 1_000;
const DB_TIMEOUT_MS = 30_000;
/** What two operators allow: more than a broken quote lacks, and more than prices jump. */
const ACCEPTED_SLIPPAGE = money('0.4');

export interface QuotesBent {
  /** Both amounts ten times what was asked, at the right price. */
  misquoted: number;
  short_lived: number;
  /** Exchanged for a tenth less or more than was quoted. */
  broken: number;
}

/** South quotes otherwise than it was asked, for seconds only, or what it does not keep to; a repeated key gets the same quote. */
export function bendQuotes(south: TestRail, chance: Chance): QuotesBent {
  const bent: QuotesBent = { misquoted: 0, short_lived: 0, broken: 0 };
  const told = new Map<string, LockedQuote>();
  const bend = async (quote: LockedQuote): Promise<LockedQuote> => {
    const way = chance.share();
    if (way < SHARE_MISQUOTED) {
      bent.misquoted++;
      return { ...quote, fromAmount: quote.fromAmount.times(10), toAmount: quote.toAmount.times(10) };
    }
    if (way < SHARE_MISQUOTED + SHARE_SHORT_LIVED) {
      bent.short_lived++;
      return { ...quote, expiresAt: new Date(Date.now() + SHORT_LIFE_MS) };
    }
    if (way < SHARE_MISQUOTED + SHARE_SHORT_LIVED + SHARE_BROKEN) {
      bent.broken++;
      await south.database.query(
        `update simulator_operations
            set details = jsonb_set(details, '{rate}', to_jsonb(round((details ->> 'rate')::numeric * $2, 18)::text))
          where operation = 'quote' and reference = $1`,
        [quote.reference, chance.pick(['0.9', '1.1'])],
      );
    }
    return quote;
  };
  south.lies.lockQuote = async (quote: LockedQuote) => {
    const known = told.get(quote.reference) ?? (await bend(quote));
    told.set(quote.reference, known);
    return known;
  };
  return bent;
}

/** North takes back one final deposit in so many, whole or in part. Returns how many. */
export async function takeBack(
  north: TestRail,
  teller: Teller,
  chance: Chance,
  isOver: () => boolean,
): Promise<number> {
  let taken = 0;
  const telling: Promise<void>[] = [];
  for (; !isOver(); await delay(TAKE_BACK_EVERY_MS * (0.5 + chance.share()))) {
    const [deposit] = await north.database.query(
      `select o.reference, o.amount::text from simulator_operations o
        where o.operation = 'deposit' and o.refusal is null
          and o.created_at < service_now() - interval '4 seconds' and o.details ->> 'destination' <> 'capital'
          and not exists (select from rail_taken_back t where t.deposit_reference = o.reference)
        order by md5(o.reference) limit 1`,
    );
    if (!deposit) continue;
    const amount = money(String(deposit['amount']));
    const part = chance.happens(0.5) ? amount : amount.times('0.3').decimalPlaces(2);
    const notice = await north.takeBack(String(deposit['reference']), part);
    if (!notice) continue;
    taken++;
    telling.push(teller.tell(north, notice));
  }
  await Promise.all(telling);
  return taken;
}

export interface Dust {
  dust: number;
  dust_refused: number;
}

/** Accounts convert as little of their own as they can, which must set no price. */
export async function convertDust(
  { conversions, db }: Foundation,
  accounts: readonly Account[],
  chance: Chance,
  isOver: () => boolean,
): Promise<Dust> {
  const counts: Dust = { dust: 0, dust_refused: 0 };
  for (; !isOver(); await delay(DUST_EVERY_MS * (0.5 + chance.share()))) {
    const [fromAsset, toAsset] = chance.pick([
      ['MXNB', 'USDC'],
      ['USDC', 'MXNB'],
    ] as const);
    const amount = money(chance.pick(['0.00000271', '0.0003', '0.02', '0.3']));
    const { id: accountId } = chance.pick(accounts);
    const request = { accountId, fromAsset, toAsset, amount, requestId: null };
    try {
      await conversions.check(request, { funds: true });
      const quote = await conversions.requestQuote(request, newId());
      await db.transaction(async (trx) => {
        const { id } = await conversions.create(trx, request, quote);
        await conversions.confirm(trx, OPERATOR, accountId, id);
      });
      counts.dust++;
    } catch (error) {
      // Postgres is being killed meanwhile; what matters here is what is not refused.
      if (error instanceof DomainError) counts.dust_refused++;
    }
  }
  return counts;
}

/** Two operators accept what conversions bring less than was promised, and pay. Returns how many. */
export async function acceptLosses(foundation: Foundation, isOver: () => boolean): Promise<number> {
  const accepted = new Set<string>();
  for (; !isOver(); await delay(ACCEPT_EVERY_MS)) {
    const rows = await persistently(
      () =>
        rowsOf<{ id: string }>(
          foundation,
          `select id::text from transfers where status in ('held', 'sent') and stuck_at is not null
             and to_asset is not null and accepted_slippage is null limit 5`,
        ),
      DB_TIMEOUT_MS,
    );
    for (const { id } of rows) {
      try {
        await decideAsTwo(foundation, id, { retry: true, maxSlippagePercent: ACCEPTED_SLIPPAGE });
        accepted.add(id);
      } catch {
        // It is settled meanwhile, or Postgres was killed: the next round finds it, if it is still there.
      }
    }
  }
  return accepted.size;
}
