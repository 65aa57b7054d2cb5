/** The IBAN or number of a bank account. */
export function accountNumberOf(account: { iban: string } | { account_number: string }): string {
  return 'iban' in account ? account.iban : account.account_number;
}
