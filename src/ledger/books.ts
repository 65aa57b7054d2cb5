/** The service's own books that an adjustment may use; none of them holds accounts' money. */
export const ADJUSTABLE_BOOKS = ['fee', 'fx', 'conversion'] as const;
