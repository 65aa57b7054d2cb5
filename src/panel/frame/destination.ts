import type { Destination } from '../../methods/index.ts';

/** Where money is sent to, on one line. */
export function describeDestination(destination: Destination): string {
  if ('clabe' in destination) return withHolder(destination.clabe, destination.beneficiary);
  if ('address' in destination) return `${destination.address} (${destination.network})`;
  const { account_number, routing_number, account_name } = destination.bank;
  return withHolder(`${account_number} (ABA ${routing_number})`, account_name);
}

function withHolder(account: string, holder: string | undefined): string {
  return holder === undefined ? account : `${account}, ${holder}`;
}
