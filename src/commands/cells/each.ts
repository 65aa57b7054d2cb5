import { CommandFailure, InvalidUsage } from '../frame/index.ts';
import type { CellOutcome, RunInCell } from './in-cell.ts';
import { listCells } from './known-cells.ts';

interface EachOptions {
  runInCell: RunInCell;
  asJson: boolean;
  print: (text: string) => void;
}

/**
 * Runs a command in each cell in turn, continuing after failures. For people, prints each cell's output beneath its
 * number and throws CommandFailure if any failed; as JSON, returns the results.
 */
export async function runInEach(
  words: readonly string[],
  { runInCell, asJson, print }: EachOptions,
): Promise<object | undefined> {
  const command = words.filter((word) => word !== '--json');
  if (command[0] === 'cells') throw new InvalidUsage('`payments cells` is about all cells already.');
  const outcomes: { cell: number; outcome: CellOutcome }[] = [];
  for (const { cell } of listCells(process.env)) {
    const outcome = await runInCell(cell, asJson ? [...command, '--json'] : command);
    outcomes.push({ cell, outcome });
    if (!asJson) print(`Cell ${cell}\n${outcome.out}${outcome.err}\n`);
  }
  const failed = outcomes.filter(({ outcome }) => outcome.exitCode !== 0).map(({ cell }) => cell);
  if (asJson) {
    const cells = outcomes.map(({ cell, outcome }) => {
      return { cell, exit_code: outcome.exitCode, result: resultOf(outcome) };
    });
    return { ok: failed.length === 0, cells };
  }
  if (failed.length > 0) throw new CommandFailure(`It failed in ${nameCells(failed)}.`);
  return undefined;
}

/** A command's JSON output, or the reason why it has none. */
export function resultOf({ out, err }: CellOutcome): object {
  try {
    return JSON.parse(out) as object;
  } catch {
    return { error: { message: err.trim() || 'It printed no result.' } };
  }
}

function nameCells(cells: readonly number[]): string {
  return `${cells.length === 1 ? 'cell' : 'cells'} ${cells.join(', ')}`;
}
