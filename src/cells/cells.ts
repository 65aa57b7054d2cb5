import { findMovedAccount, movedBy, type Moved, type NotMoved } from '../account-moves/index.ts';
import { cellOfPublicId } from '../credentials/index.ts';
import type { Queryable } from '../db/index.ts';
import { ownCell } from '../lib/cell.ts';
import { AccountMoves, CellsDisagree, DomainError } from '../lib/errors/errors.ts';
import { cellOfId, cellOfLinkCode } from '../lib/ids.ts';
import { readCellsFile, type Cell } from './cells-file.ts';
import { cellNamedBy, type Addressed } from './named-cell.ts';

/**
 * The header in which a cell tells the proxy which cell a request is for, and the proxy tells that cell that it was
 * named by another. Proxies neither accept it from clients nor pass it to them.
 */
export const CELL_HEADER = 'Payments-Cell';
const CELL_FIELD = 'payments-cell';

/**
 * A lead to an account: the public id of a key, the code of a payment link, the hash of a one-time token, or the id,
 * which must be valid, of a QR code or of the account itself.
 */
export type Lead =
  { key: string } | { link: string } | { token: Buffer } | { qr: string } | { account: string };

/** Another cell that has the object of a lead. */
export interface HoldingCell extends Cell {
  /** Whether the account is being copied back to this cell, so that it may leave that one at any moment. */
  isComing: boolean;
}

/** The cells of this product, as one of them knows them. */
export interface Cells {
  /** All, by their numbers; empty where there is only this deployment. */
  readonly all: readonly Cell[];
  /** All but this one. */
  readonly others: readonly Cell[];
  /**
   * Throws `misdirected_request` with the cell that the request names, if that is another one; unless another cell has
   * sent it here, which knows better where the account is (D74). Looks nothing up.
   */
  requireOwn: (request: Addressed) => void;
  /**
   * The cell to use for a lead that this one does not have. It is the cell that the account has moved to (D74), or cell
   * 0 for a link code that names this cell, because cell 0's codes are random to the end (D73). Undefined when no other
   * cell has it. Queries the database only where there are other cells. Throws AccountMoves while the account is
   * between that cell and this one, and just after it has arrived, when it may have been missed only because it was
   * still arriving.
   */
  findHoldingCell(on: Queryable, lead: Lead): Promise<HoldingCell | undefined>;
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
      if (others.length === 0 || request.headers[CELL_FIELD] === String(ownCell())) return;
      const cell = cellNamedBy(request);
      if (cell !== undefined && numbers.has(cell)) throw misdirected(cell);
    },
    async findHoldingCell(on, lead) {
      if (others.length === 0) return undefined;
      const known = await findMoved(on, lead);
      if (!known && numbers.has(issuerOf(lead) ?? ownCell())) throw new CellsDisagree();
      // One-time links are led before they are looked up, so none has been missed.
      const mayBeMissed = known?.state === null && known.hasJustArrived && !('token' in lead);
      if (mayBeMissed) throw new AccountMoves();
      const moved = known?.state ? known : undefined;
      // The other cell would redirect here, and this one there again.
      if (moved?.state === 'arriving' && moved.isCopied) throw new AccountMoves();
      const mayBeOfCell0 = 'link' in lead && cellOfLinkCode(lead.link) === ownCell();
      const cell = moved?.cell ?? (mayBeOfCell0 ? 0 : undefined);
      const found = others.find((other) => other.cell === cell);
      return found && { ...found, isComing: moved?.state === 'arriving' };
    },
  };
}

/**
 * The cell that has issued a lead, if it shows. A lead of another cell passes `requireOwn` only when that one has
 * redirected it here, for an account that has moved here with all that it had. Undefined for one-time links, which are
 * deleted, and in cell 0 for payment links, which it is asked for whenever another cell does not know one.
 */
function issuerOf(lead: Lead): number | undefined {
  if ('key' in lead) return lead.key === '' ? undefined : cellOfPublicId(lead.key);
  if ('link' in lead) return ownCell() === 0 ? undefined : cellOfLinkCode(lead.link);
  return 'qr' in lead ? cellOfId(lead.qr) : undefined;
}

function findMoved(on: Queryable, lead: Lead): Promise<Moved | NotMoved | undefined> {
  if ('key' in lead) return movedBy.key(on, { name: lead.key });
  if ('link' in lead) return movedBy.link(on, { name: lead.link });
  if ('token' in lead) return movedBy.token(on, { name: lead.token });
  if ('qr' in lead) return movedBy.qr(on, { name: lead.qr });
  return findMovedAccount(on, { accountId: lead.account });
}

/** The error that makes the proxy ask another cell. */
export function misdirected(cell: number): DomainError {
  return new DomainError('misdirected_request', { headers: { [CELL_HEADER]: String(cell) } });
}
