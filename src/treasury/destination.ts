import { invalidParam } from '../lib/errors/errors.ts';
import {
  type BankAccount,
  type Destination,
  isAddress,
  isBic,
  isClabe,
  isIban,
  isRoutingNumber,
  type Method,
  type PostalAddress,
} from '../methods/index.ts';

const MAX_NAME_LENGTH = 140;
const ACCOUNT_TYPES = ['checking', 'savings'] as const;
const HOLDER_TYPES = ['individual', 'business'] as const;

/** A destination as given; the method decides which parts are required. */
export interface DestinationParts {
  clabe?: string | undefined;
  /** For a CLABE; defaults to the transfer's recipient. */
  beneficiary?: string | undefined;
  address?: string | undefined;
  network?: string | undefined;
  bankAccountNumber?: string | undefined;
  bankRoutingNumber?: string | undefined;
  bankAccountType?: string | undefined;
  iban?: string | undefined;
  bic?: string | undefined;
  bankName?: string | undefined;
  bankAccountName?: string | undefined;
  /** For a bank account's holder, like the rest of the address. */
  holderType?: string | undefined;
  holderStreet?: string | undefined;
  holderCity?: string | undefined;
  holderState?: string | undefined;
  holderPostalCode?: string | undefined;
  holderCountry?: string | undefined;
  brebKey?: string | undefined;
  /** For a Bre-B key's holder. */
  holderDocumentType?: string | undefined;
  holderDocumentNumber?: string | undefined;
}

/**
 * Checks a destination as far as possible without an external call. Checks the check digits of a CLABE, a routing
 * number and an IBAN, an address's EIP-55 checksum (D10). `holder` is the default holder of a CLABE, if known. Throws
 * `invalid_request` naming the fault.
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
      return { key: requireKey(parts.brebKey), ...requireKeyHolder(parts) };
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
    return { beneficiary: requireText('beneficiary', "The beneficiary's name", given) };
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

function requireBank(parts: DestinationParts): BankAccount {
  return {
    ...requireAccount(parts),
    account_name: requireText(
      'bank_account_name',
      "The bank account holder's name",
      parts.bankAccountName ?? '',
    ),
    ...(parts.bankName === undefined
      ? {}
      : { bank_name: requireText('bank_name', "The bank's name", parts.bankName) }),
    ...(parts.holderType === undefined
      ? {}
      : { holder_type: requireOneOf('holder_type', parts.holderType, HOLDER_TYPES) }),
    ...requirePostalAddress(parts),
  };
}

/**
 * The account by itself, which is an IBAN or a number with the bank's routing number in the US or its BIC elsewhere.
 */
function requireAccount({
  iban,
  bic,
  bankAccountNumber: number,
  bankRoutingNumber: routing,
  bankAccountType: type,
}: DestinationParts) {
  const known = bic === undefined ? {} : { bic: requireBic(bic) };
  if (iban !== undefined) {
    if (number !== undefined || routing !== undefined) {
      throw invalidParam('iban', 'Give either an IBAN or an account number, not both.');
    }
    if (!isIban(iban)) throw invalidParam('iban', 'The IBAN must be complete, with valid check digits.');
    return { iban, ...known };
  }
  if (known.bic !== undefined && routing === undefined) {
    if (number === undefined || !/^[A-Za-z0-9]{1,34}$/.test(number)) {
      throw invalidParam(
        'bank_account_number',
        'The bank account number must have 1 to 34 letters and digits.',
      );
    }
    return { account_number: number, bic: known.bic };
  }
  if (known.bic !== undefined) {
    throw invalidParam('bic', 'Give either a BIC or a routing number with an account number, not both.');
  }
  if (number === undefined || !/^[0-9]{4,17}$/.test(number)) {
    throw invalidParam('bank_account_number', 'The bank account number must have 4 to 17 digits.');
  }
  if (routing === undefined || !isRoutingNumber(routing)) {
    throw invalidParam(
      'bank_routing_number',
      'The bank routing number must have 9 digits, including a valid check digit.',
    );
  }
  return {
    account_number: number,
    routing_number: routing,
    ...(type === undefined ? {} : { account_type: requireOneOf('bank_account_type', type, ACCOUNT_TYPES) }),
  };
}

function requireBic(bic: string): string {
  if (!isBic(bic)) throw invalidParam('bic', 'The BIC must have 8 or 11 characters, like COBADEFFXXX.');
  return bic;
}

/** All or nothing, because half an address is of no use to a bank. */
function requirePostalAddress(parts: DestinationParts): { address?: PostalAddress } {
  const { holderStreet: street, holderCity: city, holderCountry: country } = parts;
  const { holderState: state, holderPostalCode: postalCode } = parts;
  if ([street, city, country, state, postalCode].every((part) => part === undefined)) return {};
  if (country === undefined || !/^[A-Z]{2}$/.test(country)) {
    throw invalidParam('holder_country', "The holder's country must be two capital letters, like US.");
  }
  return {
    address: {
      street: requireText('holder_street', "The holder's street", street ?? '', 70),
      city: requireText('holder_city', "The holder's city", city ?? '', 35),
      ...(state === undefined ? {} : { state: requireText('holder_state', "The holder's state", state, 35) }),
      ...(postalCode === undefined
        ? {}
        : { postal_code: requireText('holder_postal_code', "The holder's postal code", postalCode, 16) }),
      country,
    },
  };
}

function requireKey(key: string | undefined): string {
  if (key === undefined || !/^[\x21-\x7e]{1,92}$/.test(key)) {
    throw invalidParam('breb_key', 'The Bre-B key must have 1 to 92 characters and no spaces.');
  }
  return key;
}

function requireKeyHolder({ holderDocumentType: type, holderDocumentNumber: number }: DestinationParts) {
  if (type === undefined && number === undefined) return {};
  if (type === undefined || !/^[A-Z]{2,4}$/.test(type)) {
    throw invalidParam(
      'holder_document_type',
      'The document type must be two to four capital letters, like CC.',
    );
  }
  if (number === undefined || !/^[A-Z0-9]{3,20}$/.test(number)) {
    throw invalidParam(
      'holder_document_number',
      'The document number must have 3 to 20 capital letters and digits.',
    );
  }
  return { holder: { document_type: type, document_number: number } };
}

function requireText(param: string, what: string, given: string, most = MAX_NAME_LENGTH): string {
  const text = given.trim();
  if (text === '' || text.length > most || /\p{Cc}/u.test(text)) {
    throw invalidParam(param, `${what} must have 1 to ${most} characters.`);
  }
  return text;
}

function requireOneOf<Value extends string>(param: string, given: string, values: readonly Value[]): Value {
  const value = values.find((one) => one === given);
  if (value === undefined) throw invalidParam(param, `${param} must be one of ${values.join(', ')}.`);
  return value;
}
