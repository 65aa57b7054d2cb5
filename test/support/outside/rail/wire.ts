import { money } from '../../../../src/lib/money.ts';
import type {
  ReportedDeposit,
  ReturnedTransfer,
  TakenBack,
} from '../../../../src/methods/providers/provider.ts';

/** What a payer may write and the rail's own books, which are in Postgres, cannot hold, with what stands for it there. */
const STANDS_FOR = { '\0': '\u2400', '\ud83d ': '\u2401', '\udc00': '\u2402', '\ud800': '\u2403' };

/** A text as the rail's books hold it. */
export function toBooks(text: string): string {
  return Object.entries(STANDS_FOR).reduce((held, [sent, mark]) => held.replaceAll(sent, mark), text);
}

/** JSON as the rail sends it. */
export function toWire(value: unknown): string {
  return Object.entries(STANDS_FOR).reduce(
    (json, [sent, held]) => json.replaceAll(held, JSON.stringify(sent).slice(1, -1)),
    JSON.stringify(value),
  );
}

/** Amounts and times travel as text; these make of them what the port takes and returns. */
export const moneyIn = (...names: string[]) => reviving(money, names);
export const timesIn = (...names: string[]) => reviving((text) => new Date(text), names);

export const readDeposit = moneyIn('amount') as (value: unknown) => ReportedDeposit;
export const readReturn = moneyIn('amount') as (value: unknown) => ReturnedTransfer;
export const readTakenBack = moneyIn('amount') as (value: unknown) => TakenBack;

function reviving(revive: (text: string) => unknown, names: readonly string[]) {
  return (value: any): any => {
    const revived = names.filter((name) => typeof value[name] === 'string');
    return { ...value, ...Object.fromEntries(revived.map((name) => [name, revive(value[name] as string)])) };
  };
}
