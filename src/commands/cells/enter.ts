import { environmentOf } from '../../cells/index.ts';
import { listCells, requireCellOf } from './known-cells.ts';

/**
 * Makes an environment that of a cell of CELLS_FILE. Throws CommandFailure or StartupError with the reason if it
 * cannot.
 */
export function enterCell(environment: NodeJS.ProcessEnv, number: number): void {
  const its = environmentOf(requireCellOf(listCells(environment), number), environment);
  for (const name of Object.keys(environment)) if (!(name in its)) delete environment[name];
  Object.assign(environment, its);
}
