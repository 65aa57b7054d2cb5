import { invalidParam } from '../lib/errors/errors.ts';
import { type Destination, isAddress, isClabe, isRoutingNumber, type Method } from '../methods/index.ts';

const MAX_NAME_LENGTH = 140;

/** A destination as given; the method decides which parts are required. */
export interface DestinationParts {
  clabe?: string | undefined;
  /** Of a CLABE; defaults to the transfer's recipient. */
  beneficiary?: string | undefined;
  address?: string | undefined;
  network?: string | undefined;
  bankAccountNumber?: string | undefined;
  bankRoutingNumber?: string | undefined;
  bankAccountName?: string | undefined;
}

/**
 * Checks a destination as far as possible without an external call: a CLABE's and a routing number's check digits, an
 * address's EIP-55 checksum (D10). `holder` is the default holder of a CLABE, if known. Throws `invalid_request` naming
 * what is wrong.
 */
export function requireDestination(
  method: Method,
  parts: DestinationParts,
  holder: string | undefined,
): Destination {
  switch (method.kind) {
    case 'clabe':
      return { clabe: requireClabe(parts.clabe), ...requireBeneficiary(parts.beneficiary, holder) };
    case 'on_chain':
      return requireAddress(method, parts);
    case 'bank':
      return { bank: requireBank(parts) };
    case 'key':
      throw invalidParam('method', `Money cannot be sent by ${method.name}.`);
  }
}

function requireClabe(clabe: string | undefined): string {
  if (clabe === undefined || !isClabe(clabe)) {
    throw invalidParam('clabe', 'The CLABE must have 18 digits, including a valid check digit.');
  }
  return clabe;
}

function requireBeneficiary(given: string | undefined, holder: string | undefined): { beneficiary?: string } {
  if (given !== undefined) {
    return { beneficiary: requireName('beneficiary', "The beneficiary's name", given) };
  }
  const known = holder?.trim().slice(0, MAX_NAME_LENGTH) ?? '';
  return known === '' ? {} : { beneficiary: known };
}

function requireAddress(
  { name, network }: Method,
  parts: DestinationParts,
): { address: string; network: string } {
  if (network === null || parts.network !== network) {
    throw invalidParam('network', `${name} is sent over the network ${network ?? ''}; name that network.`);
  }
  if (parts.address === undefined || !isAddress(parts.address)) {
    throw invalidParam(
      'address',
      'The address must be 0x followed by 40 hexadecimal digits, with a valid checksum if in mixed case.',
    );
  }
  return { address: parts.address, network };
}

function requireBank({ bankAccountNumber, bankRoutingNumber, bankAccountName }: DestinationParts) {
  if (bankAccountNumber === undefined || !/^[0-9]{4,17}$/.test(bankAccountNumber)) {
    throw invalidParam('bank_account_number', 'The bank account number must have 4 to 17 digits.');
  }
  if (bankRoutingNumber === undefined || !isRoutingNumber(bankRoutingNumber)) {
    throw invalidParam(
      'bank_routing_number',
      'The bank routing number must have 9 digits, including a valid check digit.',
    );
  }
  return {
    account_number: bankAccountNumber,
    routing_number: bankRoutingNumber,
    account_name: requireName('bank_account_name', "The bank account holder's name", bankAccountName ?? ''),
  };
}

function requireName(param: string, what: string, given: string): string {
  const name = given.trim();
  if (name === '' || name.length > MAX_NAME_LENGTH) {
    throw invalidParam(param, `${what} must have 1 to ${MAX_NAME_LENGTH} characters.`);
  }
  return name;
}
