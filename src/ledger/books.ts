/**
 * The books of an account.
 * - Its own money in an asset: available, pending, unmatched; and `owed`, as a negative balance, its debt for deposits
 *   that were taken back (D58).
 * - Money that a provider holds for it, as a negative balance: `rail:` and the provider's name for money received and
 *   sent, `conversion:` and the name for amounts that the provider exchanged (D39).
 * - The service's counterparts: `conversion` (one asset of a family counted as another, without an exchange), `fee`,
 *   `fx`.
 * - Of the house only: `in_transit`, money between two providers, and `capital`, its own money that was put in or taken
 *   out.
 */
export type Book =
  | 'available'
  | 'pending'
  | 'unmatched'
  | 'owed'
  | 'conversion'
  | 'fee'
  | 'fx'
  | 'in_transit'
  | 'capital'
  | ProviderBook;

type ProviderBook = `rail:${string}` | `conversion:${string}`;

/** The service's own books that an adjustment may use; none of them holds accounts' money. */
export const ADJUSTABLE_BOOKS = ['fee', 'fx', 'conversion', 'capital'] as const;

/** The book of money received and sent through a provider. */
export function railOf(provider: string): ProviderBook {
  return `rail:${provider}`;
}

/** The book of money that another cell holds for this one or, while positive, that this one holds for it (D74). */
export function heldByCell(cell: number): ProviderBook {
  return railOf(`cell-${cell}`);
}

/** The book of amounts that a provider exchanged. */
export function conversionsOf(provider: string): ProviderBook {
  return `conversion:${provider}`;
}
