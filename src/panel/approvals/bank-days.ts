import { type BankingDays, bankingDaysOf, executionDateOf, listMethods } from '../../methods/index.ts';
import type { Fact } from '../frame/detail.tsx';
import type { MemberVisit } from '../request/route.ts';
import type { PanelServices } from '../request/services.ts';
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

/** The same for withdrawals by these methods that were requested; none once all are sent, when `sentAt` is undefined. */
export async function readBankDayFacts(
  visit: MemberVisit,
  { db, providers }: Pick<PanelServices, 'db' | 'providers'>,
  names: readonly string[],
  sentAt: Date | undefined,
): Promise<Fact[]> {
  if (!sentAt) return [];
  const methods = (await listMethods(db.read)).filter(({ name }) => names.includes(name));
  const paid = methods.map((method) => ({ method, bankingDays: bankingDaysOf(providers, method) }));
  return bankDayFacts(visit, paid, sentAt);
}
