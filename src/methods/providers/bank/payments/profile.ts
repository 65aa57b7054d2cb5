import type { BankingDays, PostalAddress } from '../../../index.ts';

/** A bank's format for payments of one kind from one account. */
export type PaymentFileProfile = PainProfile | NachaProfile;

/** A file of ISO 20022 (pain.001). */
export interface PainProfile {
  format: 'pain.001.001.03' | 'pain.001.001.09';
  kind: 'sepa' | 'us_wire' | 'international_wire' | 'ach' | 'spei';
  /**
   * The account's currency. Its bank exchanges nothing on the way, because otherwise the booked amount would differ
   * from the sent one.
   */
  currency: string;
  debtor: Debtor;
  bankingDays: BankingDays;
  /** `basic`: letters and digits without accents, and `/-?:().,'+`. `unicode`: any text but controls. */
  charset: 'basic' | 'unicode';
  /** `hybrid`: the street as lines, and the rest by its own elements. Addresses of lines alone are rejected since 2026. */
  addresses: 'structured' | 'hybrid';
  /** Whether the bank may book a file as one debit. */
  batchBooking: boolean;
  /** The party that pays the charges of an international wire, as OUR or SHA. */
  charges: 'debtor' | 'shared';
  /** The service level of an international wire, which is urgent or not. */
  serviceLevel: 'URGP' | 'NURG';
  /** The form in which the bank expects the kind of an ACH payment, CCD or PPD: as a code or as its own word. */
  localInstrument: 'code' | 'proprietary';
}

export interface Debtor {
  name: string;
  /** An IBAN, a CLABE or a number, as the kind has it. */
  account: { iban: string } | { number: string };
  agent: { bic: string } | { routingNumber: string };
  address: PostalAddress | undefined;
}

/** A file of the US clearing house for ACH credits. */
export interface NachaProfile {
  format: 'nacha';
  kind: 'ach';
  currency: 'USD';
  company: { name: string; id: string };
  /** The bank that brings the payments into the clearing. */
  odfi: string;
  /** The receiver and sender of the file, by the numbers that the bank assigns: 9 or 10 digits. */
  destination: { id: string; name: string };
  origin: { id: string; name: string };
  /** The text that the payee sees: PAYOUT. */
  description: string;
  bankingDays: BankingDays;
  /** For a balanced file, the account that is debited for all of it; undefined if the bank does that itself. */
  offset: { routingNumber: string; accountNumber: string; accountType: 'checking' | 'savings' } | undefined;
}
