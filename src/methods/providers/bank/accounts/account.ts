import type { Money } from '../../../../lib/money.ts';
import type { PaymentFileProfile } from '../payments/index.ts';
import type { CsvMapping, ReadOptions } from '../files/index.ts';

/** The formats of early reports. */
export const EARLY_FORMATS = ['camt.052', 'camt.054', 'MT942', 'BAI2', 'CSV'] as const;
export type EarlyFormat = (typeof EARLY_FORMATS)[number];

/** An account of the deployment at a bank, as BANK_ACCOUNTS_FILE has it (D42). */
export interface BankAccountConfig {
  /** The deployment's own name for it: `operations-usd`. */
  id: string;
  asset: string;
  /** The payment methods by which it receives and sends money. */
  methods: readonly string[];
  /** Assets of its family that the deployment keeps here at par, such as USDC as dollars (D1). */
  atPar: readonly string[];
  /** The holder's name, as payers see it. */
  holder: string;
  holderAddress: string | undefined;
  bank: { name: string; address: string | undefined; bic: string | undefined };
  number: { iban: string } | { clabe: string } | { accountNumber: string; routingNumber: string | undefined };
  /** Further names of it in its statements, besides its number: `12345678/0012345`, `NL91ABNA0417164300EUR`. */
  aliases: readonly string[];
  /**
   * The balance with which it begins, as a person read it at the bank. If undefined, it is set by `payments bank open`.
   */
  openingBalance: Money | undefined;
  /** Whether payers must bear all charges, because money comes through several banks. */
  chargesBySender: boolean;
  /** The status of a payment that was only reported early, before the books; by default only seen. */
  early: 'seen' | 'final';
  /** The only format of early files that is accepted where they count. If undefined, that of the first one. */
  earlyFormat: EarlyFormat | undefined;
  /** A deposit above this is final only once a later statement, or a person, agrees; undefined for no limit. */
  cap: Money | undefined;
  /** The maximum fee that a bank may deduct from a payment that it returns, borne by the deployment. */
  maxReturnFee: Money;
  /** The bank's codes for its charges, and for the deployment's own movements. */
  costCodes: readonly string[];
  ownCodes: readonly string[];
  /**
   * Above this, a movement by one of these codes in a statement that people uploaded needs its counterpart in another
   * account.
   */
  codeLimit: Money;
  /** The folder of statement files; undefined if they are uploaded. */
  inFolder: string | undefined;
  /** The accounts of this deployment whose owners and finance may upload its statements in the panel. */
  importedBy: readonly string[];
  read: ReadOptions & { csv?: CsvMapping };
  /** The channel for payments; undefined if none are sent. */
  out: { folder: string; profile: PaymentFileProfile } | undefined;
}

/** The account's IBAN, CLABE or number. */
export function numberOf({ number }: Pick<BankAccountConfig, 'number'>): string {
  if ('iban' in number) return number.iban;
  return 'clabe' in number ? number.clabe : number.accountNumber;
}

/** Whether a name in a statement denotes this account. Banks write numbers with spaces, dots and hyphens. */
export function isNamed(account: BankAccountConfig, name: string): boolean {
  const plain = (text: string): string => text.replaceAll(/[\s.-]/g, '').toUpperCase();
  const names = [numberOf(account), `${numberOf(account)}${account.asset}`, ...account.aliases];
  return names.some((one) => plain(one) === plain(name));
}
