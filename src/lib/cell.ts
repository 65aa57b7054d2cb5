/**
 * A cell is a complete deployment with a database of its own. Each account is in one of them, and everything that
 * leaves the service names its cell (D73). Cell 0 is the first, or the only one, and its identifiers are those of a
 * deployment without cells.
 */

/** The largest number that two characters of a payment link's code can name. */
export const MAX_CELL = 36 ** 2 - 1;

let own = 0;

/**
 * Assigns this process to a cell, whose number is in all ids and codes that it issues from now on. Called once, at the
 * start.
 */
export function workFor(cell: number): void {
  own = cell;
}

/** The cell that this process works for. */
export function ownCell(): number {
  return own;
}

/** A cell's number in two characters, 00 to ZZ. */
export function formatCell(cell: number): string {
  return cell.toString(36).toUpperCase().padStart(2, '0');
}

/** The cell that two characters name; undefined when they name none. */
export function parseCell(text: string): number | undefined {
  return /^[0-9A-Z]{2}$/.test(text) ? Number.parseInt(text, 36) : undefined;
}
