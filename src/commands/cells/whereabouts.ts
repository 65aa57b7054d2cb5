import type { Whereabouts } from '../../account-moves/index.ts';

/** Describes an account that works in no cell, with advice. */
export function describeLost(
  accountId: string,
  { cell, lostBy }: NonNullable<Whereabouts['keptBy']>,
): string {
  return `Account ${accountId} works in no cell: it has left cell ${cell}, and cell ${lostBy} has no whole copy. If no later backup of cell ${lostBy} has it: payments accounts take-up ${accountId} --cell ${cell}`;
}

/** Describes an account that works in this cell too, although its last move has brought it to another one. */
export function describeStale({ accountId, cell, keptBy }: Whereabouts, here: number): string {
  return `Account ${accountId} works here as it was before it moved to cell ${cell ?? keptBy?.lostBy}: payments accounts settle --cell ${here}`;
}
