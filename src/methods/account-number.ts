import type { BankAccount } from './providers/provider.ts';

/** The account's IBAN or number. */
export function accountNumberOf(bank: BankAccount): string {
  return 'iban' in bank ? bank.iban : bank.account_number;
}
