/** How the server behaves where the documentation leaves it open, and how fast. Changed by `control.set`. */
export interface Settings {
  /** How long a transfer stays in each of its states. */
  stepMs: number;
  /** How long ago lists show; what is asked for by its own id is always up to date. */
  lagMs: { transfers: number; history: number; events: number; accounts: number };
  /** For how long a key gets its first answer again. */
  keyTellsMs: number;
  /** Whether a first answer that was an error is repeated, too. */
  repeatsErrors: boolean;
  /** How a deposit names its template: by its instructions, or not at all. */
  childNames: 'instructions' | 'nothing';
  /** Whether a deposit's transfer names the id of the deposit. */
  depositIds: boolean;
  /** What Bridge keeps of a deposit, and of a payout. */
  depositFee: string;
  payoutFee: string;
  /** Who bears a payout's fee: the payee gets less, or the wallet loses more. */
  payoutFeeFrom: 'payee' | 'wallet';
  /** What is lost of money that comes back. */
  returnFee: string;
  /** Whether the wallet gets what is called `refunded`. */
  refundsMoney: boolean;
  /** The code for a balance that is too low. */
  lowBalance: string;
  /** What the history calls deposits, and money that came back. */
  depositType: string;
  returnType: string;
  /** Which records `ending_before` lists, if there are more than fit. */
  endingBefore: 'next' | 'newest';
  eventOrder: 'newest' | 'oldest';
  /** How a transfer's destination names the wallet: as its rail, by the wallet's chain, or either. */
  walletRail: 'bridge_wallet' | 'chain' | 'either';
  /** Whether PEMs have the two characters \n instead of line breaks. */
  escapedKeys: boolean;
  notices: NoticeSettings;
}

/** How notices go wrong; shares of all notices, from 0 to 1. */
export interface NoticeSettings {
  lost: number;
  doubled: number;
  /** Each is sent after a random time up to this, so that they overtake each other. */
  lateMs: number;
  attempts: number;
  retryMs: number;
  timeoutMs: number;
}

export function defaultSettings(): Settings {
  return {
    stepMs: 50,
    lagMs: { transfers: 0, history: 0, events: 0, accounts: 0 },
    keyTellsMs: 24 * 3_600_000,
    repeatsErrors: true,
    childNames: 'instructions',
    depositIds: false,
    depositFee: '0',
    payoutFee: '0',
    payoutFeeFrom: 'payee',
    returnFee: '0',
    refundsMoney: true,
    lowBalance: 'invalid_parameters',
    depositType: 'deposit',
    returnType: 'return',
    endingBefore: 'next',
    eventOrder: 'newest',
    walletRail: 'either',
    escapedKeys: false,
    notices: { lost: 0, doubled: 0, lateMs: 0, attempts: 5, retryMs: 250, timeoutMs: 5_000 },
  };
}
