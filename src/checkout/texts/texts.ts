import type { UnmatchedReason } from '../../lib/reasons.ts';

/** What happened to a payment that arrived and was not credited. */
export type Fate = 'waiting' | 'returning' | 'returned' | 'accepted' | 'vanished';

/** A heading and the line below it. */
export interface Heading {
  title: string;
  hint: string;
}

export interface Texts {
  languageName: string;
  testMode: string;
  pay: (merchant: string) => string;
  chooseMethod: string;
  otherMethods: string;
  /** By method name; a method without texts is shown by its name. */
  methods: Readonly<Record<string, Heading>>;
  onChain: (asset: string, network: string) => Heading;
  /** How to pay, by kind of destination. */
  howTo: {
    clabe: string;
    bank: string;
    key: string;
    address: (asset: string, network: string) => string;
  };
  amountOnRequest: string;

  sendExactly: string;
  clabe: string;
  reference: string;
  key: string;
  bank: string;
  accountName: string;
  accountNumber: string;
  routingNumber: string;
  bankAddress: string;
  address: string;
  network: string;
  onlyOn: (network: string) => string;
  /** What a QR code holds, and the switch between them. */
  qr: { legend: string; address: string; request: string; requestHint: string };
  openInWallet: string;
  copy: string;
  copied: string;
  copyWhat: (what: string) => string;
  exactAdvice: string;
  referenceAdvice: string;
  chainAdvice: (asset: string) => string;
  rate: (from: string, to: string) => string;
  includesFee: (fee: string) => string;
  holdsFor: string;
  holdsUntil: string;
  waiting: string;
  following: string;
  reload: string;

  quoteExpired: Heading;
  newQuote: string;
  detailsExpired: Heading;
  newDetails: string;
  calculating: Heading;
  /** The operator has paused the method: nothing should be sent by it. */
  paused: Heading;

  processing: Heading;
  seenOn: (network: string) => string;
  confirmedBy: (network: string, have: number, of: number) => string;
  finalOn: (network: string) => string;
  transaction: string;
  viewAt: (site: string) => string;
  paid: string;
  receipt: string;
  paidTo: string;
  paidFor: string;
  paidAmount: string;
  paidOn: string;
  paidWith: string;
  sent: string;
  linkCode: string;
  print: string;
  cancelled: Heading;
  expired: Heading;
  askMerchant: (merchant: string) => string;
  goBack: (merchant: string) => string;

  notCredited: string;
  received: (amount: string) => string;
  reasons: Readonly<Record<UnmatchedReason, string>>;
  outOf: (received: string, due: string) => string;
  missing: (amount: string) => string;
  excess: (amount: string) => string;
  fates: Readonly<Record<Fate, string>>;
  payAgain: string;

  simulate: string;
  simulateHint: string;
  simulateExact: string;
  simulateUnder: string;

  amountToPay: string;
  amountLimits: (least: string, most: string) => string;
  amountRefusals: Readonly<Record<AmountRefusal, (least: string, most: string) => string>>;
  proceed: string;
  scanToPay: string;
  /** How to pay with a printed code, step by step. */
  scanSteps: readonly string[];

  /** Shown while an open page cannot fetch updates. */
  stale: Heading;

  problems: Readonly<Record<Problem, Heading>>;
  requestId: string;
}

/** Why there is no page to show. */
export type Problem = 'not_found' | 'closed' | 'crowded' | 'not_accepted' | 'too_many' | 'failed';

/** What is wrong with an entered amount. */
export type AmountRefusal =
  'missing' | 'unreadable' | 'too_precise' | 'too_small' | 'too_large' | 'not_payable';
