import type { BankAccount, PostalAddress } from '../../../index.ts';
import type { Payment } from './batch.ts';
import type { Debtor, PaymentFileProfile } from './profile.ts';

/** The payee and account, in the terms of the kind of payment. */
export interface Creditor {
  name: string;
  account: Debtor['account'];
  /** Undefined if the account identifies its bank. */
  agent: Debtor['agent'] | undefined;
  /** Undefined where the kind of payment has none. */
  address: PostalAddress | undefined;
  isSavings: boolean;
}

/** IBAN countries of SEPA within the European Economic Area. */
const EEA = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK'.split(' '),
);
/** The rest of SEPA, for which payments need addresses. */
const OTHER_SEPA = new Set('AD AL CH GB GI MC MD ME MK RS SM VA'.split(' '));

export function isSepaCountry(iban: string): boolean {
  return isInEea(iban) || OTHER_SEPA.has(iban.slice(0, 2));
}

export function isInEea(iban: string): boolean {
  return EEA.has(iban.slice(0, 2));
}

/** Throws for a destination that the kind cannot reach, which `refusePayment` reports in advance. */
export function creditorOf(profile: Pick<PaymentFileProfile, 'kind'>, { destination }: Payment): Creditor {
  if ('clabe' in destination) {
    const { clabe, beneficiary = '' } = destination;
    return {
      name: beneficiary,
      account: { number: clabe },
      agent: undefined,
      address: undefined,
      isSavings: false,
    };
  }
  if (!('bank' in destination)) throw new Error('a payment file pays to banks only');
  const { bank } = destination;
  return { ...placeOf(bank), name: bank.account_name, address: addressOf(profile, bank) };
}

function placeOf(bank: BankAccount): Pick<Creditor, 'account' | 'agent' | 'isSavings'> {
  if ('iban' in bank) {
    return {
      account: { iban: bank.iban },
      agent: bank.bic === undefined ? undefined : { bic: bank.bic },
      isSavings: false,
    };
  }
  if ('bic' in bank) {
    return { account: { number: bank.account_number }, agent: { bic: bank.bic }, isSavings: false };
  }
  return {
    account: { number: bank.account_number },
    agent: { routingNumber: bank.routing_number },
    isSavings: bank.account_type === 'savings',
  };
}

function addressOf({ kind }: Pick<PaymentFileProfile, 'kind'>, bank: BankAccount): PostalAddress | undefined {
  return kind === 'sepa' && 'iban' in bank && isInEea(bank.iban) ? undefined : bank.address;
}

/** Whether it is ACH's CCD rather than PPD; a holder of unknown type counts as a company. */
export function isForCompany({ destination }: Payment): boolean {
  return !('bank' in destination) || destination.bank.holder_type !== 'individual';
}
