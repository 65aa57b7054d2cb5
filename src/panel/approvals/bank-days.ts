import type { Queryable } from '../../db/index.ts';
import {
  type BankingDays,
  bankingDaysOf,
  executionDateOf,
  listMethods,
  type Providers,
} from '../../methods/index.ts';
import type { Fact } from '../frame/detail.tsx';
import type { MemberVisit } from '../request/route.ts';
import { APPROVALS } from './texts.ts';

/** Withdrawals by one method, and when banks carry them out. */
interface Paid {
  method: { name: string };
  bankingDays: BankingDays | undefined;
}

/** For each method whose payments banks carry out, the day on which they pay what is sent at a moment. */
export function bankDayFacts({ language }: MemberVisit, paid: readonly Paid[], sentAt: Date): Fact[] {
  const texts = APPROVALS[language];
  const byMethod = new Map(paid.map(({ method, bankingDays }) => [method.name, bankingDays]));
  return [...byMethod].flatMap(([method, days]): Fact[] => {
    if (!days) return [];
    const { cutOff, timeZone, holidays } = days;
    const parts = [
      executionDateOf(days, sentAt),
      ...(cutOff === undefined ? [] : [texts.cutOff(cutOff, timeZone)]),
      ...(holidays.size === 0 ? [texts.holidaysUnknown] : []),
    ];
    return [[texts.bankPays(method), parts.join(' · ')]];
  });
}

/** When banks carry out withdrawals by these methods. */
export async function readBankDays(
  on: Queryable,
  providers: Providers,
  names: readonly string[],
): Promise<Paid[]> {
  const methods = await listMethods(on);
  return methods
    .filter(({ name }) => names.includes(name))
    .map((method) => ({ method, bankingDays: bankingDaysOf(providers, method) }));
}
