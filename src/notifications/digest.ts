import { findHeld, type MonthlyStatement, type MovementType, readStatement } from '../ledger/index.ts';
import type { Queryable } from '../db/index.ts';
import { money, type Money, ZERO } from '../lib/money.ts';
import { dayOf, localTime, type TimeZone } from '../lib/time-zone.ts';
import { formatCount, formatDay, formatMoney, formatQuantity, formatZoned } from '../pages/index.ts';
import type { Role, UserLanguage } from '../people/index.ts';
import { maySee } from './kinds.ts';
import { nameIn } from './messages.ts';
import { TEXTS } from './texts.ts';

/** The decisions that an account's people have to make, as the panel counts them. */
export interface Waiting {
  unmatchedDeposits: number;
  withdrawals: number;
  refunds: number;
  conversions: number;
}

/** The period of a digest, from an hour of one day to the same hour of another. */
export interface DigestPeriod {
  accountId: string;
  timeZone: TimeZone;
  from: Date;
  until: Date;
}

/** The figures of each asset in a period, which add up to its balance. */
export async function readFigures(on: Queryable, period: DigestPeriod): Promise<MonthlyStatement[]> {
  const { accountId, timeZone } = period;
  const { stated } = await findHeld(on, accountId);
  const [from, until] = [localOf(timeZone, period.from), localOf(timeZone, period.until)];
  const statements: MonthlyStatement[] = [];
  for (const asset of stated)
    statements.push(await readStatement(on, { accountId, asset, timeZone, from, until }));
  return statements;
}

function localOf(timeZone: TimeZone, at: Date): string {
  return localTime(timeZone, at).slice(0, '2026-11-20 15:04'.length).replace(' ', 'T');
}

/** A digest in the reader's language. Undefined if nothing moved and nothing waits that they may see. */
export function writeDigest(
  language: UserLanguage,
  of: {
    accountName: string;
    role: Role;
    period: DigestPeriod;
    statements: readonly MonthlyStatement[];
    waiting: Waiting;
    accountUrl: string;
  },
): { subject: string; body: string } | undefined {
  const { digest: texts, why } = TEXTS[language];
  const { timeZone, from, until } = of.period;
  const waits = waitsFor(language, of.waiting, of.role);
  const hasMoved = of.statements.some(({ movements }) => movements > 0);
  if (!hasMoved && waits.length === 0) return undefined;
  const name = nameIn(of.accountName);
  const sections = of.statements
    .filter(({ movements, closing }) => movements > 0 || !money(closing).isZero())
    .map((statement) => sectionOf(language, statement));
  const parts = [
    texts.intro(name, formatZoned(language, from, timeZone), formatZoned(language, until, timeZone)),
    ...(hasMoved ? [] : [texts.still]),
    ...sections,
    ...(waits.length === 0 ? [] : [[texts.waiting, ...aligned(waits)].join('\n')]),
    `${texts.see}\n${of.accountUrl}`,
    `${why}\n${of.accountUrl}/notifications`,
  ];
  // A digest that is sent at midnight is of the day that has just ended.
  const day = dayOf(timeZone, new Date(until.getTime() - 1));
  return { subject: texts.subject(name, formatDay(language, day)), body: `${parts.join('\n\n')}\n` };
}

/** The movements of a period by type, and the balance at its end. */
function sectionOf(language: UserLanguage, { period, totals, closing }: MonthlyStatement): string {
  const { movements: names, balance } = TEXTS[language].digest;
  const types = Object.keys(names) as MovementType[];
  const lines = types.flatMap((type) => {
    const rows = totals.filter((total) => total.type === type);
    const count = rows.reduce((sum, row) => sum + row.movements, 0);
    const amount = rows.reduce<Money>((sum, row) => sum.plus(money(row.amount)), ZERO);
    const written = formatQuantity(language, amount.toFixed(), period.asset);
    return count === 0 ? [] : [[`${names[type]} (${formatCount(count)})`, written] as const];
  });
  const end = [balance, formatMoney(language, closing, period.asset)] as const;
  return [period.asset, ...aligned([...lines, end])].join('\n');
}

function waitsFor(
  language: UserLanguage,
  { unmatchedDeposits: deposits, withdrawals, refunds, conversions }: Waiting,
  role: Role,
): (readonly [string, string])[] {
  const names = TEXTS[language].digest.waitingFor;
  const counts = {
    ...{ deposits, refunds, conversions },
    withdrawals: maySee(role, 'withdrawal') ? withdrawals : 0,
  };
  return (Object.keys(names) as (keyof typeof names)[])
    .filter((name) => counts[name] > 0)
    .map((name) => [names[name], formatCount(counts[name])]);
}

function aligned(lines: readonly (readonly [label: string, value: string])[]): string[] {
  const width = Math.max(...lines.map(([label]) => label.length));
  return lines.map(([label, value]) => `  ${label.padEnd(width)}  ${value}`);
}
