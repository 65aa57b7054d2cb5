/** The service's own books that an adjustment may name; accounts' money is in none of them. */
export const ADJUSTABLE_BOOKS = ['fee', 'fx', 'conversion'] as const;
