import { ownCell } from '../lib/cell.ts';
import { DomainError } from '../lib/errors/errors.ts';
import { cellOfLinkCode } from '../lib/ids.ts';
import { readCellsFile, type Cell } from './cells-file.ts';
import { cellNamedBy, type Addressed } from './named-cell.ts';

/** The header in which a cell tells the proxy which cell a request is for. Proxies keep it from clients. */
export const CELL_HEADER = 'Payments-Cell';

/** The cells of this product, as one of them knows them. */
export interface Cells {
  /** All, by their numbers; empty where there is only this deployment. */
  readonly all: readonly Cell[];
  /** All but this one. */
  readonly others: readonly Cell[];
  /** Throws `misdirected_request` with the cell that the request names, when that is another one. Looks nothing up. */
  requireOwn(request: Addressed): void;
  /**
   * What to answer for a link code that this cell does not know: it names this cell, but may be one of cell 0's, which are
   * random to the end. Undefined when the code exists nowhere.
   */
  elsewhere(code: string): DomainError | undefined;
}

/** `file` is CELLS_FILE; undefined where there are no other cells, so that every request is for this one. */
export function createCells(file: string | undefined): Cells {
  const all = file === undefined ? [] : readCellsFile(file);
  const others = all.filter(({ cell }) => cell !== ownCell());
  const numbers = new Set(others.map(({ cell }) => cell));
  return {
    all,
    others,
    requireOwn(request) {
      if (others.length === 0) return;
      const cell = cellNamedBy(request);
      if (cell !== undefined && numbers.has(cell)) throw misdirected(cell);
    },
    elsewhere(code) {
      return numbers.has(0) && cellOfLinkCode(code) === ownCell() ? misdirected(0) : undefined;
    },
  };
}

/** The answer that makes the proxy ask another cell. */
export function misdirected(cell: number): DomainError {
  return new DomainError('misdirected_request', { headers: { [CELL_HEADER]: String(cell) } });
}
