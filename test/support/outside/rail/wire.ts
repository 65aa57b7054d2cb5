import { money } from '../../../../src/lib/money.ts';
import type {
  ReportedDeposit,
  ReturnedTransfer,
  TakenBack,
} from '../../../../src/methods/providers/provider.ts';

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
