import type { Destination } from '../methods/index.ts';
import type { DestinationParts } from './destination.ts';

/** A destination by its last digits: mail can be read in transit. */
export function describeShortly(destination: Destination): string {
  if ('clabe' in destination) return `CLABE …${destination.clabe.slice(-4)}`;
  if ('bank' in destination) return `…${destination.bank.account_number.slice(-4)}`;
  return `${destination.address.slice(0, 6)}…${destination.address.slice(-4)} (${destination.network})`;
}

/** A saved destination in the form of a withdrawal request. */
export function partsOf(destination: Destination): DestinationParts {
  if ('bank' in destination) {
    const { account_number, routing_number, account_name } = destination.bank;
    return {
      bankAccountNumber: account_number,
      bankRoutingNumber: routing_number,
      bankAccountName: account_name,
    };
  }
  return destination;
}

/** Whether both lead to the same account; names and an address's case do not matter. */
export function isSameDestination(one: Destination, other: Destination): boolean {
  return keyOf(one) === keyOf(other);
}

function keyOf(destination: Destination): string {
  if ('clabe' in destination) return `clabe ${destination.clabe}`;
  if ('bank' in destination) {
    return `bank ${destination.bank.routing_number} ${destination.bank.account_number}`;
  }
  return `${destination.network} ${destination.address.toLowerCase()}`;
}
