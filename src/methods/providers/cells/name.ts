/** A cell's name as a provider of the other cells; the ledger's books of its holdings have it too (`heldByCell`). */
export function cellRail(cell: number): string {
  return `cell-${cell}`;
}
