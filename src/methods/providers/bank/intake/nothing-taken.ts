/** Of a file in which nothing is new. */
export const NOTHING_TAKEN = {
  ...{ statements: 0, entries: 0, deposits: 0 },
  ...{ refused: null, waiting: null },
} as const;
