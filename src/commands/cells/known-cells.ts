import { readCellsFile, type Cell } from '../../cells/index.ts';
import { CommandFailure } from '../frame/index.ts';

/** The path in CELLS_FILE. */
export function requireCellsFile({ CELLS_FILE: file }: NodeJS.ProcessEnv): string {
  if (file) return file;
  throw new CommandFailure('CELLS_FILE is not set: it names the file that describes all cells.');
}

export function listCells(environment: NodeJS.ProcessEnv): Cell[] {
  return readCellsFile(requireCellsFile(environment));
}

export function requireCellOf(cells: readonly Cell[], number: number): Cell {
  const found = cells.find(({ cell }) => cell === number);
  if (found) return found;
  throw new CommandFailure(
    `CELLS_FILE has no cell ${number}. It has ${cells.map(({ cell }) => cell).join(', ')}.`,
  );
}
