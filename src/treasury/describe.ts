import { accountNumberOf, type BankAccount, type Destination } from '../methods/index.ts';
import type { DestinationParts } from './destination.ts';

/** A destination by its last digits, because mail can be read in transit. */
export function describeShortly(destination: Destination): string {
  if ('clabe' in destination) return `CLABE …${destination.clabe.slice(-4)}`;
  if ('bank' in destination) return `…${accountNumberOf(destination.bank).slice(-4)}`;
  if ('key' in destination) return `Bre-B …${destination.key.slice(-4)}`;
  return `${destination.address.slice(0, 6)}…${destination.address.slice(-4)} (${destination.network})`;
}

/** A saved destination in the form of a withdrawal request. */
export function partsOf(destination: Destination): DestinationParts {
  if ('bank' in destination) return bankPartsOf(destination.bank);
  if ('key' in destination) {
    return {
      brebKey: destination.key,
      holderDocumentType: destination.holder?.document_type,
      holderDocumentNumber: destination.holder?.document_number,
    };
  }
  return destination;
}

function bankPartsOf(bank: BankAccount): DestinationParts {
  return {
    ...('iban' in bank ? { iban: bank.iban } : { bankAccountNumber: bank.account_number }),
    ...('bic' in bank ? { bic: bank.bic } : {}),
    ...('routing_number' in bank
      ? { bankRoutingNumber: bank.routing_number, bankAccountType: bank.account_type }
      : {}),
    bankAccountName: bank.account_name,
    bankName: bank.bank_name,
    holderType: bank.holder_type,
    holderStreet: bank.address?.street,
    holderCity: bank.address?.city,
    holderState: bank.address?.state,
    holderPostalCode: bank.address?.postal_code,
    holderCountry: bank.address?.country,
  };
}

/** Whether both lead to the same account; names and an address's case do not matter. */
export function isSameDestination(one: Destination, other: Destination): boolean {
  return keyOf(one) === keyOf(other);
}

function keyOf(destination: Destination): string {
  if ('clabe' in destination) return `clabe ${destination.clabe}`;
  if ('bank' in destination) return `bank ${bankOf(destination.bank)} ${accountNumberOf(destination.bank)}`;
  if ('key' in destination) return `key ${destination.key}`;
  return `${destination.network} ${destination.address.toLowerCase()}`;
}

/** The account's bank; nothing for an IBAN, which contains it. */
function bankOf(bank: BankAccount): string {
  if ('iban' in bank) return '';
  return 'routing_number' in bank ? bank.routing_number : bank.bic;
}
