import type { FailureReason } from '../../../../lib/reasons.ts';
import type { Money } from '../../../../lib/money.ts';
import { isClabe, isIban, isRoutingNumber, type PostalAddress } from '../../../index.ts';
import { isCreditorReference, isInstructionId } from '../references/index.ts';
import { decimalsOf, MOST_NACHA, MOST_PAIN, MOST_SEPA } from './amounts.ts';
import type { Payment, PaymentRefusal } from './batch.ts';
import { creditorOf, isInEea, isSepaCountry } from './creditor.ts';
import type { PainProfile, PaymentFileProfile } from './profile.ts';
import { addressFor, isFileBic, MOST } from './room.ts';
import { lengthOf, wordsFor } from './words.ts';

const NUMBER = /^[A-Za-z0-9-]+$/;
const POST_BOX = /\b(p\.?\s*o\.?\s*box|post\s*office\s*box)\b/i;
const MOST_NACHA_ACCOUNT = 17;

/**
 * The reason why a payment cannot go into a file for this profile; undefined if it can. Checked before anything is
 * exported, so that a bad payment does not spoil a batch.
 */
export function refusePayment(profile: PaymentFileProfile, payment: Payment): PaymentRefusal | undefined {
  return (
    refuseAmount(profile, payment) ??
    refuseDestination(profile, payment) ??
    refuseName(profile, payment) ??
    refuseAddresses(profile, payment) ??
    refuseIdentification(profile, payment)
  );
}

function refused(words: string, reason: FailureReason = 'INVALID_DESTINATION'): PaymentRefusal {
  return { reason, words };
}

function refuseAmount(
  profile: PaymentFileProfile,
  { amount, currency }: Payment,
): PaymentRefusal | undefined {
  if (currency !== profile.currency) {
    return refused(`the account is in ${profile.currency}, not in ${currency}`, 'PROVIDER_REFUSED');
  }
  if (!amount.isFinite() || !amount.isPositive() || amount.isZero()) {
    return refused('the amount must be more than zero', 'PROVIDER_REFUSED');
  }
  const decimals = decimalsOf(currency);
  if ((amount.decimalPlaces() ?? 0) > decimals) {
    return refused(`${currency} is sent with at most ${decimals} decimals`, 'PROVIDER_REFUSED');
  }
  const most = mostFor(profile);
  return amount.gt(most) ? refused(`the amount is above ${most.toFixed()}`, 'LIMIT_EXCEEDED') : undefined;
}

function mostFor({ format, kind }: PaymentFileProfile): Money {
  if (format === 'nacha') return MOST_NACHA;
  return kind === 'sepa' ? MOST_SEPA : MOST_PAIN;
}

function refuseDestination(
  profile: PaymentFileProfile,
  { destination }: Payment,
): PaymentRefusal | undefined {
  const { kind, format } = profile;
  if (kind === 'spei') {
    return 'clabe' in destination && isClabe(destination.clabe) ? undefined : refused('SPEI needs a CLABE');
  }
  if (!('bank' in destination)) return refused('a bank account is needed');
  const { bank } = destination;
  switch (kind) {
    case 'us_wire':
    case 'ach': {
      if (!('routing_number' in bank) || !isRoutingNumber(bank.routing_number)) {
        return refused('an account number and a US routing number are needed');
      }
      return refuseNumber(bank.account_number, format === 'nacha' ? MOST_NACHA_ACCOUNT : MOST.account);
    }
    case 'sepa': {
      if (!('iban' in bank) || !isIban(bank.iban)) return refused('SEPA needs an IBAN');
      if (!isSepaCountry(bank.iban)) return refused('the IBAN is of a country outside of SEPA');
      return bank.bic === undefined ? undefined : refuseBic(bank.bic);
    }
    case 'international_wire': {
      if (!('bic' in bank) || bank.bic === undefined) return refused("the bank's BIC is needed");
      if ('iban' in bank) return isIban(bank.iban) ? refuseBic(bank.bic) : refused('the IBAN is wrong');
      return refuseNumber(bank.account_number, MOST.account) ?? refuseBic(bank.bic);
    }
  }
}

function refuseNumber(number: string, most: number): PaymentRefusal | undefined {
  if (NUMBER.test(number) && number.length <= most) return undefined;
  return refused(`the account number must have 1 to ${most} letters, digits and hyphens`);
}

function refuseBic(bic: string): PaymentRefusal | undefined {
  return isFileBic(bic) ? undefined : refused('the BIC is wrong');
}

function refuseName(profile: PaymentFileProfile, payment: Payment): PaymentRefusal | undefined {
  const { name } = creditorOf(profile, payment);
  if (name.trim() === '') return refused("the holder's name is missing");
  const charset = profile.format === 'nacha' ? 'basic' : profile.charset;
  return /[\p{L}\p{N}]/u.test(wordsFor(charset, name))
    ? undefined
    : refused("the holder's name has no letters that the bank takes");
}

function refuseAddresses(profile: PaymentFileProfile, payment: Payment): PaymentRefusal | undefined {
  if (profile.format === 'nacha') return undefined;
  const { address, account } = creditorOf(profile, payment);
  if (profile.kind === 'sepa' && 'iban' in account && !isInEea(account.iban)) {
    if (profile.debtor.address === undefined) {
      return refused("payments out of the EEA need the account holder's address", 'PROVIDER_REFUSED');
    }
  }
  if (profile.kind === 'us_wire' || profile.kind === 'international_wire') {
    if (address === undefined) return refused("the holder's address is needed");
  }
  return address === undefined ? undefined : refuseAddress(profile, address);
}

function refuseAddress(profile: PainProfile, address: PostalAddress): PaymentRefusal | undefined {
  const file = addressFor(profile, address);
  const street = file.street || file.lines.join(' ');
  if (!/^[A-Z]{2}$/.test(file.country)) return refused("the address's country must have two letters");
  if (street === '' || file.town === '') return refused('the address needs a street and a city');
  if (lengthOf(file.street) > MOST.street || file.lines.length > MOST.lines) {
    return refused("the address's street is too long");
  }
  if (lengthOf(file.town) > MOST.town) return refused("the address's city is too long");
  if (lengthOf(file.subdivision) > MOST.subdivision) return refused("the address's state is too long");
  if (lengthOf(file.postalCode) > MOST.postalCode) return refused("the address's postal code is too long");
  return profile.kind === 'us_wire' ? refuseUsAddress(address, street) : undefined;
}

function refuseUsAddress(
  { country, state, postal_code }: PostalAddress,
  street: string,
): PaymentRefusal | undefined {
  if (POST_BOX.test(street)) return refused('a US wire needs a street, not a PO box');
  if (country === 'US' && (!state?.trim() || !postal_code?.trim())) {
    return refused('a US wire needs the state and the postal code');
  }
  return undefined;
}

function refuseIdentification(
  { kind }: PaymentFileProfile,
  { instructionId, remittance }: Payment,
): PaymentRefusal | undefined {
  if (!isInstructionId(instructionId)) return refused('the id is not one of ours', 'PROVIDER_REFUSED');
  if (remittance === null || !('creditorReference' in remittance)) return undefined;
  if (kind === 'spei') return refused('SPEI has no field for a creditor reference', 'PROVIDER_REFUSED');
  return isCreditorReference(remittance.creditorReference)
    ? undefined
    : refused('the creditor reference is wrong', 'PROVIDER_REFUSED');
}
