import type { EntryType } from '../ledger/index.ts';

export const DEPOSIT_STATUSES = [
  'pending',
  'credited',
  'failed',
  'unmatched',
  'accepted',
  'refunding',
  'refunded',
  'taken_back',
] as const;
export type DepositStatus = (typeof DEPOSIT_STATUSES)[number];

/**
 * `new`: its money has arrived on the rail, and it is not written yet. `seen`: pending, and not final yet. `pending`: final,
 * and waiting for screening or a conversion. The others are as stored.
 */
export const DEPOSIT_STATES = ['new', 'seen', ...DEPOSIT_STATUSES] as const;
export type DepositState = (typeof DEPOSIT_STATES)[number];

/**
 * `receive`: it may pay its link, once something else has happened. `finalize`: its final facts arrive. `drop`: it will never
 * be final. `credit`: it pays its link. `convert`: it is accepted as its link's payment, and has to be converted first
 * (D40). `unmatch`: it does not match the link once final, could not be converted, or arrived after it was dropped.
 * `accept`: it is accepted into the balance. `refund`: it is being refunded. `return`: it was refunded. `keep`: the refund
 * failed or was returned. `take_back`: the rail takes it back as a whole (D58).
 */
export const DEPOSIT_EVENTS = [
  'receive',
  'finalize',
  'drop',
  'credit',
  'convert',
  'unmatch',
  'accept',
  'refund',
  'return',
  'keep',
  'take_back',
] as const;
export type DepositEvent = (typeof DEPOSIT_EVENTS)[number];

/** The step that a deposit takes on an event. */
export interface DepositStep {
  to: DepositStatus;
  /**
   * The entry by which its money changes its book. Undefined where the money stays in its book, or changes it by an entry
   * that depends on more than the deposit, such as a credit.
   */
  entry?: EntryType;
  /** Instead of `entry` if it was unmatched before, because each source is booked once per type. */
  entryAgain?: EntryType;
  /** Whether it remains or becomes accepted as its link's payment; otherwise the acceptance lapses (D7, D40). */
  acceptance?: 'stays' | 'begins';
  /** Whether a decision about it ends here, in any case or only if it was unmatched before. */
  resolves?: 'always' | 'if_unmatched';
}

/**
 * The reason why a deposit takes no step on an event. `known`: it is written, or its outcome is known, so a report about it
 * changes nothing. `unwritten`: it is not written yet. `not_unmatched`: nothing has to be decided about it. `not_refunded`:
 * no refund of it is sent. `not_final`: it may still vanish, or has vanished. `account_pays`: the account pays or owes what
 * the rail takes back. `taken_back`: its payer has the money again.
 */
export type DepositRefusal =
  'known' | 'unwritten' | 'not_unmatched' | 'not_refunded' | 'not_final' | 'account_pays' | 'taken_back';

type Cells = Readonly<Record<DepositEvent, DepositStep | DepositRefusal>>;

/** All cells of a state in which nothing happens any more, unless a cell is given after it. */
const ENDED = {
  receive: 'known',
  finalize: 'known',
  drop: 'known',
  credit: 'not_unmatched',
  convert: 'not_unmatched',
  unmatch: 'known',
  accept: 'not_unmatched',
  refund: 'not_unmatched',
  return: 'not_refunded',
  keep: 'not_refunded',
  take_back: 'account_pays',
} as const satisfies Cells;

const CREDIT: DepositStep = { to: 'credited', acceptance: 'stays', resolves: 'if_unmatched' };
const UNMATCH: DepositStep = {
  to: 'unmatched',
  entry: 'payment_unmatched',
  entryAgain: 'payment_acceptance_failed',
};
const UNMATCH_ARRIVED: DepositStep = { to: 'unmatched', entry: 'unmatched_deposit' };

/** The life of a deposit. It has the step for each state and event, or the reason why there is none (D7, D40, D58). */
export const DEPOSIT_STEPS: Readonly<Record<DepositState, Cells>> = {
  new: {
    receive: { to: 'pending', entry: 'payment_received', acceptance: 'stays' },
    finalize: 'unwritten',
    drop: 'unwritten',
    credit: { to: 'credited', acceptance: 'stays' },
    convert: 'unwritten',
    unmatch: UNMATCH_ARRIVED,
    accept: 'unwritten',
    refund: 'unwritten',
    return: 'unwritten',
    keep: 'unwritten',
    take_back: 'unwritten',
  },
  seen: {
    ...ENDED,
    finalize: { to: 'pending', acceptance: 'stays' },
    drop: { to: 'failed', entry: 'payment_dropped' },
    credit: CREDIT,
    unmatch: UNMATCH,
    take_back: 'not_final',
  },
  pending: { ...ENDED, credit: CREDIT, unmatch: UNMATCH },
  credited: ENDED,
  failed: { ...ENDED, unmatch: UNMATCH_ARRIVED, take_back: 'not_final' },
  unmatched: {
    ...ENDED,
    credit: { to: 'credited', acceptance: 'begins', resolves: 'always' },
    convert: { to: 'pending', entry: 'payment_accepted', acceptance: 'begins' },
    accept: { to: 'accepted', resolves: 'always' },
    refund: { to: 'refunding' },
    take_back: { to: 'taken_back', resolves: 'always' },
  },
  accepted: ENDED,
  refunding: { ...ENDED, return: { to: 'refunded', resolves: 'always' }, keep: { to: 'unmatched' } },
  refunded: { ...ENDED, keep: { to: 'unmatched' } },
  taken_back: { ...ENDED, refund: 'taken_back', take_back: 'taken_back' },
};

/** The book that has a deposit's money while it is of a status; the rail has what is new, or has gone back. */
export const DEPOSIT_BOOKS: Readonly<Record<DepositStatus, 'available' | 'pending' | 'unmatched' | 'rail'>> =
  {
    pending: 'pending',
    credited: 'available',
    failed: 'rail',
    unmatched: 'unmatched',
    accepted: 'available',
    refunding: 'unmatched',
    refunded: 'rail',
    taken_back: 'rail',
  };

/** The state of a written deposit. */
export function stateOf({
  status,
  confirmationDueAt,
}: {
  status: DepositStatus;
  confirmationDueAt: Date | null;
}): DepositState {
  return status === 'pending' && confirmationDueAt !== null ? 'seen' : status;
}

/** The step that a deposit takes on an event; undefined if it is refused. */
export function stepOf(state: DepositState, event: DepositEvent): DepositStep | undefined {
  const cell = DEPOSIT_STEPS[state][event];
  return typeof cell === 'string' ? undefined : cell;
}
