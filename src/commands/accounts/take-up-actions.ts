import { findWhereabouts, takeUpAgain } from '../../account-moves/index.ts';
import type { Foundation } from '../../composition/index.ts';
import { workFor } from '../../lib/cell.ts';
import { configOfCell } from '../cells/database.ts';
import { listCells } from '../cells/known-cells.ts';
import { withSide, withSides } from '../cells/sides.ts';
import { CommandFailure } from '../frame/command.ts';
import { moving } from './move-actions.ts';

/**
 * Lets an account work again in this cell, which it had left, because the cell that it went to has lost it. Throws
 * CommandFailure unless all cells agree that it works in none, and StartupError when one cannot be asked.
 */
export async function takeUp({ db, config }: Foundation, id: string): Promise<object> {
  const rest = listCells(process.env).filter(({ cell }) => cell !== config.cell);
  return withSides(rest.map(configOfCell), (sides) =>
    withSide(config, async (here) => {
      workFor(config.cell);
      const witnesses = [here, ...sides].map(({ cell, db: { read } }) => ({ cell, read }));
      const found = (await findWhereabouts(witnesses)).find(({ accountId }) => accountId === id);
      const { keptBy, lastMove } = found ?? {};
      const to = sides.find(({ cell }) => cell === keptBy?.lostBy);
      if (!to || lastMove === undefined || keptBy?.cell !== here.cell)
        throw new CommandFailure(describeRefusal(here.cell, found?.cell, keptBy?.cell));
      const others = sides.filter((side) => side !== to);
      const order = { accountId: id, from: { ...here, db }, to, others };
      await moving(() => takeUpAgain(order, lastMove));
      return { account: id, cell: here.cell, lost_by: to.cell };
    }),
  );
}

function describeRefusal(here: number, cell: number | undefined, keptBy: number | undefined): string {
  if (cell !== undefined) return `The account is in cell ${cell}: there is nothing to take up again.`;
  if (keptBy !== undefined)
    return `It is cell ${keptBy} that the account has left last: name that one with --cell.`;
  return `No cell knows that the account has left cell ${here}.`;
}
