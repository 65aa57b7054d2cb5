/** Where the documentation is silent, the server does either; by default, what is harsher. */
export interface Settings {
  /** `expires_in` of tokens: 3600 is documented, 1800 was seen. */
  tokenSeconds: number;
  /** 201 is guessed. */
  createdStatus: number;
  /** How long the registration of a key takes, and how it ends. */
  readyMs: number;
  registration: 'ready' | 'failed';
  /** What a second QR does to the first. */
  secondQr: 'cancels_first' | 'keeps_both';
  /** How a list of QRs is wrapped. */
  qrList: 'qrs' | 'bare';
  /** How long an attempt is `created`. */
  attemptMs: number;
  /** What `data` of attempt_successful and attempt_unsuccessful is. */
  attemptData: 'attempt' | 'collection';
  /** In which order a payment's two events are sent. */
  paidFirst: boolean;
  /** What an external_id of a transfer gets that was used before. */
  repeated: 'duplicated' | 'conflict' | 'rejected' | 'original' | 'second';
  /** The array of transfers that were accepted. */
  acceptedName: 'accepted_transfers' | 'transfers';
  /** How long each step of a transfer takes. */
  stepMs: number;
  /** When the balance has a transfer's amount less. */
  leavesWhen: 'held' | 'successful';
  /** Lists show what was that long ago. */
  lagMs: { collections: number; attempts: number; transfers: number };
  /** Above it: 429. */
  callsPerSecond: number;
  retryAfterS: number;
  notices: NoticeSettings;
}

export interface NoticeSettings {
  /** Where they go to; undefined: nowhere. */
  url: string | undefined;
  /** Shares of all notices. */
  lost: number;
  doubled: number;
  forged: number;
  /** They are sent up to this late, so in any order. */
  lateMs: number;
  attempts: number;
  retryMs: number;
  /** Whether a repetition is signed anew, with another time. */
  resigns: boolean;
  timeoutMs: number;
}

export function defaultSettings(): Settings {
  return {
    ...{ tokenSeconds: 1_800, createdStatus: 201, readyMs: 50, registration: 'ready' },
    ...{
      secondQr: 'cancels_first',
      qrList: 'qrs',
      attemptMs: 0,
      attemptData: 'collection',
      paidFirst: false,
    },
    ...{ repeated: 'second', acceptedName: 'accepted_transfers', stepMs: 10, leavesWhen: 'successful' },
    lagMs: { collections: 0, attempts: 0, transfers: 0 },
    ...{ callsPerSecond: 5, retryAfterS: 1 },
    notices: {
      ...{ url: undefined, lost: 0, doubled: 0, forged: 0, lateMs: 0 },
      ...{ attempts: 10, retryMs: 50, resigns: false, timeoutMs: 5_000 },
    },
  };
}
