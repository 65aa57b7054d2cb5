import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { listVariables } from '../config/index.ts';
import { StartupError } from '../lib/errors/errors.ts';
import type { Cell } from './cells-file.ts';

/**
 * The environment in which a command works on a cell. It has the variables of the cell's environment file, which has
 * `NAME=value` lines as systemd and `node --env-file` read them. The service's own variables in the shell are left out,
 * because they are another cell's, and could give this one a provider that it lacks. Throws StartupError if the file
 * cannot be read, or is another cell's.
 */
export function environmentOf(
  { cell, environmentFile }: Pick<Cell, 'cell' | 'environmentFile'>,
  shell: NodeJS.ProcessEnv,
): NodeJS.ProcessEnv {
  const file = readEnvironmentFile(cell, environmentFile);
  const its = Number(file['CELL'] ?? 0);
  if (its !== cell)
    throw new StartupError(`The environment file of cell ${cell} has CELL=${its}: ${environmentFile}.`);
  const services = new Set(listVariables());
  const others = Object.entries(shell).filter(([name]) => !services.has(name));
  // Also where the cell's own processes find it elsewhere.
  return { ...Object.fromEntries(others), ...file, CELLS_FILE: shell['CELLS_FILE'] };
}

function readEnvironmentFile(cell: number, path: string): NodeJS.Dict<string> {
  try {
    return parseEnv(readFileSync(path, 'utf8'));
  } catch {
    throw new StartupError(`The environment file of cell ${cell} cannot be read: ${path}.`);
  }
}
