import { type BankAccount, bankOfClabe, type Destination } from '../../methods/index.ts';

/** Where money is sent to, on one line. */
export function describeDestination(destination: Destination): string {
  if ('clabe' in destination) return withHolder(describeClabe(destination.clabe), destination.beneficiary);
  if ('address' in destination) return `${destination.address} (${destination.network})`;
  if ('key' in destination) return withHolder(destination.key, describeDocument(destination.holder));
  return withHolder(describeAccount(destination.bank), destination.bank.account_name);
}

/** The bank is named because a wrong digit at the beginning sends the money to another one. */
function describeClabe(clabe: string): string {
  const bank = bankOfClabe(clabe);
  return bank === undefined ? clabe : `${clabe} (${bank})`;
}

function describeAccount(bank: BankAccount): string {
  if ('iban' in bank) return bank.bic === undefined ? bank.iban : `${bank.iban} (${bank.bic})`;
  return 'routing_number' in bank
    ? `${bank.account_number} (ABA ${bank.routing_number})`
    : `${bank.account_number} (${bank.bic})`;
}

function describeDocument(
  holder: { document_type: string; document_number: string } | undefined,
): string | undefined {
  return holder && `${holder.document_type} ${holder.document_number}`;
}

function withHolder(account: string, holder: string | undefined): string {
  return holder === undefined ? account : `${account}, ${holder}`;
}
