import { readBy, type Role } from '../people/index.ts';

/** The kinds of news, in the order in which people choose them. */
export const KINDS = ['payment', 'review', 'refund', 'withdrawal', 'taken_back'] as const;
export type Kind = (typeof KINDS)[number];

/** The roles that hear of a kind. The others may not see it in the panel either. */
const READERS: Readonly<Partial<Record<Kind, readonly Role[]>>> = {
  withdrawal: readBy(['owner', 'finance', 'viewer']),
};

/** Whether a role may be told of this, because its pages in the panel show it too. */
export function maySee(role: Role, kind: Kind): boolean {
  return READERS[kind]?.includes(role) ?? true;
}

/** The things that happen. Each has its own words, and some share a kind. */
export const OCCURRENCES = {
  payment: 'payment',
  review: 'review',
  refund_waiting: 'refund',
  refund_sent: 'refund',
  refund_failed: 'refund',
  withdrawal_waiting: 'withdrawal',
  withdrawal_sent: 'withdrawal',
  withdrawal_failed: 'withdrawal',
  taken_back: 'taken_back',
} as const satisfies Record<string, Kind>;
export type Occurrence = keyof typeof OCCURRENCES;

/** Something that happened in an account. */
export interface News {
  what: Occurrence;
  /** A decimal of `asset`. */
  amount: string;
  asset: string;
  /** The code of the link of a payment, or the id of a deposit or a transfer. */
  subject: string;
}

/** The least payment that is worth a notification. Payments in assets that are not at par with its currency always are. */
export interface Minimum {
  amount: string;
  currency: string;
}
