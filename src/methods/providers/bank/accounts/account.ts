import type { Money } from '../../../../lib/money.ts';
import type { PaymentFileProfile } from '../payments/index.ts';
import type { CsvMapping, ReadOptions } from '../files/index.ts';

/** The kinds of files that tell early. */
export const EARLY_FORMATS = ['camt.052', 'camt.054', 'MT942', 'BAI2', 'CSV'] as const;
export type EarlyFormat = (typeof EARLY_FORMATS)[number];

/** An account of the deployment at a bank, as BANK_ACCOUNTS_FILE has it (D42). */
export interface BankAccountConfig {
  /** The deployment's own name for it: `operations-usd`. */
  id: string;
  asset: string;
  /** The payment methods that it takes and sends money by. */
  methods: readonly string[];
  /** Assets of its family that the deployment keeps here at par: USDC as dollars, for one (D1). */
  atPar: readonly string[];
  /** As payers are told it. */
  holder: string;
  holderAddress: string | undefined;
  bank: { name: string; address: string | undefined; bic: string | undefined };
  number: { iban: string } | { clabe: string } | { accountNumber: string; routingNumber: string | undefined };
  /** How its statements name it, in addition to its number: `12345678/0012345`, `NL91ABNA0417164300EUR`. */
  aliases: readonly string[];
  /** With which it begins, as a person read it at the bank; undefined: set by `payments bank open`. */
  openingBalance: Money | undefined;
  /** Whether payers must bear all charges, because money comes through several banks. */
  chargesBySender: boolean;
  /** What a payment is that was only told early, before the books: by default only seen. */
  early: 'seen' | 'final';
  /** The only kind of early file that is taken where they count; undefined: that of the first one. */
  earlyFormat: EarlyFormat | undefined;
  /** A deposit above this counts only once a later statement, or a person, agrees; undefined for no limit. */
  cap: Money | undefined;
  /** The most that a bank may keep of a payment that it returns, as a fee of the deployment's. */
  maxReturnFee: Money;
  /** The bank's codes for what it charges, and for the deployment's own movements. */
  costCodes: readonly string[];
  ownCodes: readonly string[];
  /** Above this, a movement by one of these codes in a statement that people handed in needs its other end. */
  codeLimit: Money;
  /** Where statement files appear; undefined if they are handed in by hand. */
  inFolder: string | undefined;
  /** The accounts of this deployment whose owners and finance may hand in its statements in the panel. */
  importedBy: readonly string[];
  read: ReadOptions & { csv?: CsvMapping };
  /** How payments leave; undefined if none do. */
  out: { folder: string; profile: PaymentFileProfile } | undefined;
}

/** The account's IBAN, CLABE or number. */
export function numberOf({ number }: Pick<BankAccountConfig, 'number'>): string {
  if ('iban' in number) return number.iban;
  return 'clabe' in number ? number.clabe : number.accountNumber;
}

/** Whether a statement that names an account so is of this one. Banks write numbers with spaces, dots and hyphens. */
export function isNamed(account: BankAccountConfig, name: string): boolean {
  const plain = (text: string): string => text.replaceAll(/[\s.-]/g, '').toUpperCase();
  const names = [numberOf(account), `${numberOf(account)}${account.asset}`, ...account.aliases];
  return names.some((one) => plain(one) === plain(name));
}
