/** The result for a file without anything new. */
export const NOTHING_TAKEN = {
  statements: 0,
  entries: 0,
  deposits: 0,
  refused: null,
  waiting: null,
} as const;
