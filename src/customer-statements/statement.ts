import type { Queryable } from '../db/index.ts';
import { invalidParam } from '../lib/errors/errors.ts';
import { formatAmount, money, type Money, ZERO } from '../lib/money.ts';
import { momentOf, plusDays, type TimeZone } from '../lib/time-zone.ts';
import { customerTerm, readOwed } from '../payment-links/index.ts';
import { listEntries, type StatementEntry } from './repository.ts';

/** A year, because a statement is read, drawn and mailed in one piece. */
const MAX_DAYS = 366;
const MAX_ENTRIES = 2_000;
const MAX_LINKS = 10_000;

/** Whole days like 2026-11-20, both included, in the account's time zone. */
export interface Period {
  timeZone: TimeZone;
  from: string;
  until: string;
}

/** The sums of a period in one asset, and what is owed in it now. */
export interface StatementTotal {
  asset: string;
  asked: string;
  paid: string;
  refunded: string;
  owed: string;
}

export interface CustomerStatement {
  period: Period;
  /** Oldest first. */
  entries: StatementEntry[];
  /** The totals of each asset that is in the period or owed, in alphabetical order. */
  totals: StatementTotal[];
}

/**
 * Reads the statement of a customer. It has their links of the period with the payments and refunds, and the amounts
 * that they owe now (`readOwed`). A cancelled link is listed but not summed. Throws `invalid_request` naming `from` or
 * `until` for days that are not a period of up to a year, and for a period with more than 2,000 entries.
 */
export async function readCustomerStatement(
  on: Queryable,
  { accountId, customerId }: { accountId: string; customerId: string },
  period: Period,
): Promise<CustomerStatement> {
  const range = rangeOf(period);
  const limits = { mostLinks: MAX_LINKS, limit: MAX_ENTRIES + 1 };
  const [entries, owedBy] = await Promise.all([
    listEntries(on, { accountId, term: customerTerm(customerId), ...range, ...limits }),
    readOwed(on, accountId, [customerId]),
  ]);
  const owed = owedBy.get(customerId) ?? [];
  if (entries.length > MAX_ENTRIES)
    throw invalidParam('until', `A statement has up to ${MAX_ENTRIES} entries. Choose a shorter period.`);
  const assets = new Set([...entries.map(({ asset }) => asset), ...owed.map(({ currency }) => currency)]);
  return {
    period,
    entries,
    totals: [...assets].sort().map((asset) => {
      const of = (kind: StatementEntry['kind']) =>
        entries.filter((entry) => entry.asset === asset && entry.kind === kind);
      return {
        asset,
        asked: sumOf(of('request').filter(({ status }) => status !== 'cancelled')),
        paid: sumOf(of('payment')),
        refunded: sumOf(of('refund')),
        owed: owed.find(({ currency }) => currency === asset)?.amount ?? formatAmount(ZERO),
      };
    }),
  };
}

function rangeOf({ timeZone, from, until }: Period): { from: Date; until: Date } {
  const first = startOf(timeZone, 'from', from);
  startOf(timeZone, 'until', until);
  if (until < from) throw invalidParam('until', 'until must not be before from.');
  if (until >= plusDays(from, MAX_DAYS)) throw invalidParam('until', 'A statement is of up to a year.');
  return { from: first, until: startOf(timeZone, 'until', plusDays(until, 1)) };
}

function startOf(timeZone: TimeZone, param: string, day: string): Date {
  const start = /^\d{4}-\d\d-\d\d$/.test(day) ? momentOf(timeZone, day) : undefined;
  if (!start) throw invalidParam(param, `${param} must be a day like 2026-11-20.`);
  return start;
}

function sumOf(entries: readonly StatementEntry[]): string {
  return formatAmount(entries.reduce((sum: Money, { amount }) => sum.plus(money(amount)), ZERO));
}
