/** How long ago each list shows, in milliseconds. What is asked for by its own id alone is always up to date. */
export interface Lag {
  withdrawals: number;
  fundings: number;
  ledger: number;
  conversions: number;
  /** Of Juno. */
  transactions: number;
}

/** How the server behaves where the documentation leaves it open, and how fast. Changed by `control.set`. */
export interface Settings {
  requestsPerMinute: number;
  publicRequestsPerMinute: number;
  /** How far a nonce's time may be from now; null: any time. */
  nonceWindowMs: number | null;
  lagMs: Lag;
  /** The status of refusals: that of the code (documented), or 200 (seen). */
  refusalStatus: 'documented' | 200;
  /** Whether codes are numbers: seen. */
  numericCodes: boolean;
  /** How many days after its creation a payment expires: 1 in the documentation's example, 3 in a recorded answer. */
  paymentDays: number;
  /** Whether a CLABE is given to another payment once its own is paid or expired. */
  reusesClabes: boolean;
  /** What a payment_id that exists gets: a code, which is unknown, or `same`: the payment as it stands. */
  repeatedPayment: string;
  /** How deposits name the payer's CLABE: masked in the documentation, whole in recorded answers. */
  senderClabe: 'masked' | 'whole';
  /** Amounts of deposits: strings in the documentation, numbers in recorded answers. */
  fundingAmounts: 'text' | 'number';
  /** How deposits on a chain name the address: as in the documentation of 2022, or as in a recorded answer. */
  onChainDetails: 'documented' | 'recorded';
  /** The deposit_type of the account's own money and of redeemed MXNB: null for none. */
  ownDepositType: string | null;
  /** Whether a deposit that undoes a withdrawal says so in its deposit_type, besides naming the wid. */
  returnsHaveType: boolean;
  /** What a used origin_id gets: code 0356 (documented, though not for this call), or the same withdrawal (seen). */
  repeatedOrigin: 'refused' | 'same';
  /** The order of deposits that are asked for by a list of ids. */
  listedOrder: 'newest' | 'asked';
  /** What a list of ids gets if one of them is not there: a list without it, or code 0311. */
  unknownFid: 'left_out' | 'refused';
  /** Whether such a list has a deposit, too, that was not asked for. */
  listsOthers: boolean;
  /** What looking up an unknown origin_id gets: an empty list, or code 0357. */
  unknownOrigin: 'empty' | 'refused';
  /** What a new withdrawal is checked for first: a used origin_id, or the balance. */
  checkedFirst: 'origin' | 'balance';
  /** When the ledger has a withdrawal: when it is asked for, when it completes, or `lateEntryMs` after that. */
  withdrawalEntry: 'requested' | 'completed' | 'late';
  lateEntryMs: number;
  /** The code for a balance that is too low: 0379 is documented, 0602 was seen. */
  lowBalance: '0379' | '0602';
  /** How long a withdrawal is pending, and then processing. */
  pendingMs: number;
  processingMs: number;
  /** Charged for a withdrawal of MXN: documented as free, while the stage host said 1.00. */
  withdrawalFee: string;
  quoteLifeMs: number;
  conversionMs: number;
  /** What a used quote gets: quote_not_found (0345 in v4), or the same conversion. */
  repeatedQuote: 'refused' | 'same';
  /** What a conversion under way is called: INITIATED is documented, PENDING was seen. */
  conversionWord: 'INITIATED' | 'PENDING';
  /** Middle rates, in MXN; each can be moved. */
  rates: Record<string, string>;
  /** What a conversion costs, in percent of the rate. */
  spreadPercent: string;
  /** Whether the ledger shows conversions: unknown. */
  ledgerHasConversions: boolean;
  mintMs: number;
  /** Whether issuing MXNB fails. */
  mintFails: boolean;
  /** How the pesos of a failed issuance come back: as the return of the withdrawal, as money of nobody, or not. */
  mintReturn: 'return' | 'deposit' | 'none';
  /** Whether pesos sent to Juno by Bitso Transfer become MXNB at all: the documentation says that only SPEI's do. */
  bitsoTransferMints: boolean;
  /** What a finished transaction of Juno is called: COMPLETE is documented, COMPLETED was seen. */
  junoWord: 'COMPLETE' | 'COMPLETED';
  /** What Juno calls MXNB in its balances: MXNBJ was seen as well. */
  junoAsset: 'mxnb' | 'mxnbj';
  /** The form of public keys: as documented, or as clients take it too. */
  publicKeys: 'documented' | 'seen';
  notices: NoticeSettings;
}

/** How notices go wrong; shares of all notices, from 0 to 1. */
export interface NoticeSettings {
  lost: number;
  doubled: number;
  /** Each is sent after a random time up to this, so that they overtake each other. */
  lateMs: number;
  /** Printed with spaces outside of strings, while the signature is over the compact form. */
  spaced: number;
  /** Followed by a forged one, signed with a key of somebody else under the id of ours. */
  forged: number;
  /** Followed by a forged one under an id that is not in the list of public keys. */
  unknownKey: number;
  /** How long an answer may take. */
  timeoutMs: number;
  /** How often one is sent, and how long after a failure for the first time: doubled each time. */
  attempts: number;
  retryMs: number;
}

export function defaultSettings(): Settings {
  return {
    requestsPerMinute: 300,
    publicRequestsPerMinute: 60,
    nonceWindowMs: 5 * 60_000,
    lagMs: { withdrawals: 0, fundings: 0, ledger: 0, conversions: 0, transactions: 0 },
    refusalStatus: 'documented',
    numericCodes: false,
    paymentDays: 3,
    reusesClabes: false,
    repeatedPayment: '0304',
    senderClabe: 'whole',
    fundingAmounts: 'text',
    onChainDetails: 'documented',
    ownDepositType: null,
    returnsHaveType: true,
    repeatedOrigin: 'refused',
    listedOrder: 'newest',
    unknownFid: 'left_out',
    listsOthers: false,
    unknownOrigin: 'empty',
    checkedFirst: 'origin',
    withdrawalEntry: 'completed',
    lateEntryMs: 30_000,
    lowBalance: '0379',
    pendingMs: 100,
    processingMs: 200,
    withdrawalFee: '0',
    quoteLifeMs: 9_000,
    conversionMs: 100,
    repeatedQuote: 'refused',
    conversionWord: 'INITIATED',
    rates: { MXN: '1', USD: '18.50', USDC: '18.49', USDT: '18.48', COP: '0.0045' },
    spreadPercent: '0.3',
    ledgerHasConversions: true,
    mintMs: 200,
    mintFails: false,
    mintReturn: 'return',
    bitsoTransferMints: true,
    junoWord: 'COMPLETE',
    junoAsset: 'mxnb',
    publicKeys: 'documented',
    notices: {
      ...{ lost: 0, doubled: 0, lateMs: 0, spaced: 0, forged: 0, unknownKey: 0 },
      ...{ timeoutMs: 5_000, attempts: 12, retryMs: 250 },
    },
  };
}
