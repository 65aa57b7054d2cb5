import { money } from '../../lib/money.ts';
import type { Foreseen, ForeseenAccount } from '../../methods/index.ts';
import { readTypedAmount } from '../../pages/index.ts';
import type { MemberVisit } from '../request/route.ts';

/** The figures that a person reads at the account's bank and types. A forged file differs in one, or the bank has none. */
export const COMPARED = ['balance', 'credit_count', 'credit_sum', 'debit_count', 'debit_sum'] as const;
export type Compared = (typeof COMPARED)[number];

const COUNT = /^[0-9]{1,6}$/;

/** The form's field of a bank account. */
export function fieldOf(compared: Compared, account: string): string {
  return `${compared}-${account}`;
}

/** The first field in which something else was typed than the file says, to the last digit, and what it is about. */
export function findWrong(
  visit: MemberVisit,
  { accounts }: Foreseen,
): { field: string; about: 'balance' | 'moved' } | undefined {
  for (const account of accounts) {
    for (const compared of COMPARED) {
      const field = fieldOf(compared, account.account);
      const typed = visit.field(field).trim();
      if (!isSame(compared, typed, account))
        return { field, about: compared === 'balance' ? 'balance' : 'moved' };
    }
  }
  return undefined;
}

function isSame(compared: Compared, typed: string, { currency, closing, moved }: ForeseenAccount): boolean {
  const isSum = (told: string | null | undefined): boolean =>
    typeof told === 'string' && readingsOf(typed, currency).some((amount) => money(amount).eq(money(told)));
  const isCount = (told: number | undefined): boolean =>
    told !== undefined && COUNT.test(typed) && Number(typed) === told;
  switch (compared) {
    case 'balance':
      return isSum(closing);
    case 'credit_count':
      return isCount(moved?.credits.count);
    case 'credit_sum':
      return isSum(moved?.credits.sum);
    case 'debit_count':
      return isCount(moved?.debits.count);
    case 'debit_sum':
      return isSum(moved?.debits.sum);
  }
}

/** Reads an amount as in the currency's country, and also with cents, which banks have where payers have none. */
function readingsOf(typed: string, currency: string): string[] {
  const [, sign, figures = ''] = /^([-−]?)(.*)$/.exec(typed) ?? [];
  return [currency, undefined].flatMap((country) => {
    const read = readTypedAmount(figures, country);
    return 'amount' in read ? [`${sign ? '-' : ''}${read.amount}`] : [];
  });
}
