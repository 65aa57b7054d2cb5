import { takeUpAgain } from '../../account-moves/index.ts';
import type { Foundation } from '../../composition/index.ts';
import { listLockedOut } from '../../people/index.ts';
import { withLocated } from '../cells/sides.ts';
import { CommandFailure } from '../frame/index.ts';
import { moving } from './move-actions.ts';

/**
 * Lets an account work in this cell again, which it had left, because the cell that it went to has lost it. Names the
 * users who lost their passwords, because a password is in one cell only (D74). Throws CommandFailure unless all cells
 * agree that it works in none, and StartupError when one cannot be asked.
 */
export async function takeUp({ db, config }: Foundation, id: string): Promise<object> {
  return withLocated(config, async ({ here, others, accounts }) => {
    const found = accounts.find(({ accountId }) => accountId === id);
    const { keptBy, lastMove } = found ?? {};
    const to = others.find(({ cell }) => cell === keptBy?.lostBy);
    if (!to || lastMove === undefined || keptBy?.cell !== here.cell)
      throw new CommandFailure(describeRefusal(here.cell, found?.cell, keptBy?.cell));
    const rest = others.filter((side) => side !== to);
    const order = { accountId: id, from: { ...here, db }, to, others: rest };
    await moving(() => takeUpAgain(order, lastMove));
    const lockedOut = await listLockedOut(db.read, { accountId: id });
    return {
      account: id,
      cell: here.cell,
      lost_by: to.cell,
      cannot_sign_in: lockedOut.map(
        ({ userId, email }) => `${email}: payments users reset ${userId} --cell ${here.cell}`,
      ),
    };
  });
}

function describeRefusal(here: number, cell: number | undefined, keptBy: number | undefined): string {
  if (cell !== undefined) return `The account is in cell ${cell}: there is nothing to take up again.`;
  if (keptBy !== undefined)
    return `It is cell ${keptBy} that the account has left last: name that one with --cell.`;
  return `No cell knows that the account has left cell ${here}.`;
}
