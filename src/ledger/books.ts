/**
 * The books of an account. Its own money in an asset: available, pending, unmatched; as a negative balance, what it has
 * `owed` since deposits were taken back (D58). What a provider holds for it, as a
 * negative balance: `rail:` and the provider's name for money that came in and went out, `conversion:` and the name for what
 * the provider exchanged (D39). The service's counterparts: `conversion` (one asset of a family counted as another, with
 * nothing exchanged), `fee`, `fx`. Only the house has `in_transit`, what is on its way between two providers, and
 * `capital`, its own money that was put in or taken out.
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

/** Money that came in by a provider, or went out by it. */
export function railOf(provider: string): ProviderBook {
  return `rail:${provider}`;
}

/** What another cell holds for this one or, where it is positive, what this one holds for it (D74). */
export function heldByCell(cell: number): ProviderBook {
  return railOf(`cell-${cell}`);
}

/** What a provider exchanged. */
export function conversionsOf(provider: string): ProviderBook {
  return `conversion:${provider}`;
}
