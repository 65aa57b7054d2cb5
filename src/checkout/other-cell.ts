import type { ErrorRequestHandler } from 'express';
import { misdirected, type Cells, type Lead } from '../cells/index.ts';
import type { Database } from '../db/index.ts';
import type { Request } from '../http/index.ts';
import { DomainError } from '../lib/errors/errors.ts';

/**
 * Redirects a request for something that is not found here to another cell that has it (D73, D74). `leadOf` returns the
 * lead in the request, or undefined if it cannot have one.
 */
export function redirectToOtherCell(
  { cells, db }: { cells: Cells; db: Pick<Database, 'read'> },
  leadOf: (request: Request) => Lead | undefined,
): ErrorRequestHandler {
  return async (error, request, _response, next) => {
    const isUnknown = error instanceof DomainError && error.status === 404;
    const lead = isUnknown ? leadOf(request) : undefined;
    const cell = lead && (await cells.findHoldingCell(db.read, lead));
    next(cell ? misdirected(cell.cell) : error);
  };
}
