/** How the server behaves where the documentation leaves it open, and how fast. Changed by `control.set`. */
export interface Settings {
  requestsPerMinute: number;
  publicRequestsPerMinute: number;
  /** How many days after its creation a payment expires: 1 in the documentation's example, 3 in a recorded answer. */
  paymentDays: number;
  /** Whether a CLABE is given to another payment once its own is paid or expired. */
  reusesClabes: boolean;
  /** The code for a payment_id that exists: unknown. */
  repeatedPayment: string;
  /** What a used origin_id gets: code 0356 (documented, though not for this call), or the same withdrawal (seen). */
  repeatedOrigin: 'refused' | 'same';
  /** What looking up an unknown origin_id gets: an empty list, or code 0357. */
  unknownOrigin: 'empty' | 'refused';
  /** The code for a balance that is too low: 0379 is documented, 0602 was seen. */
  lowBalance: '0379' | '0602';
  /** How long a withdrawal is pending, and then processing. */
  pendingMs: number;
  processingMs: number;
  /** Charged for a withdrawal of MXN: documented as free, while the stage host said 1.00. */
  withdrawalFee: string;
  quoteLifeMs: number;
  conversionMs: number;
  /** Middle rates, in MXN; each can be moved. */
  rates: Record<string, string>;
  /** What a conversion costs, in percent of the rate. */
  spreadPercent: string;
  /** Whether the ledger shows conversions: unknown. */
  ledgerHasConversions: boolean;
  mintMs: number;
  /** Whether issuing MXNB fails, and the pesos are sent back. */
  mintFails: boolean;
  notices: NoticeSettings;
}

/** How notices go wrong; shares of all notices, from 0 to 1. */
export interface NoticeSettings {
  lost: number;
  doubled: number;
  /** Each is sent after a random time up to this, so that they overtake each other. */
  lateMs: number;
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
    paymentDays: 3,
    reusesClabes: false,
    repeatedPayment: '0304',
    repeatedOrigin: 'refused',
    unknownOrigin: 'empty',
    lowBalance: '0379',
    pendingMs: 100,
    processingMs: 200,
    withdrawalFee: '0',
    quoteLifeMs: 9_000,
    conversionMs: 100,
    rates: { MXN: '1', USD: '18.50', USDC: '18.49', USDT: '18.48', COP: '0.0045' },
    spreadPercent: '0.3',
    ledgerHasConversions: true,
    mintMs: 200,
    mintFails: false,
    notices: {
      ...{ lost: 0, doubled: 0, lateMs: 0, forged: 0, unknownKey: 0 },
      ...{ timeoutMs: 5_000, attempts: 12, retryMs: 250 },
    },
  };
}
