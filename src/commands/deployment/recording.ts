import type { Foundation } from '../../composition/index.ts';
import type { Trx } from '../../db/index.ts';
import { newId } from '../../lib/ids.ts';
import { type Operator, recordOperatorDeed, recordsDeed } from '../../operators/index.ts';
import { CommandFailure, type PaymentsCommand } from '../frame/index.ts';

/** Half of what the log takes: its JSON has more characters than what was typed. */
const MAX_TYPED_LENGTH = 4_000;

/** A command line, and the key of the operator who typed it. */
export interface Typed {
  command: PaymentsCommand;
  words: readonly string[];
  operatorKey: string | undefined;
}

/**
 * Runs a command that moves money or sets what money is moved by (D46). The operator is identified before anything else is
 * done, and again in each transaction of the command, so that a revocation ends it. The first one that commits records
 * what the operator typed, unless it records what they did.
 */
export async function recording<T>(
  { db, operators }: Foundation,
  { command, words, operatorKey }: Typed,
  work: () => Promise<T>,
): Promise<T> {
  // Half a command line would hide what was done.
  if (JSON.stringify(words).length > MAX_TYPED_LENGTH)
    throw new CommandFailure('The command is too long to be recorded in the operators’ log.');
  const identify = (trx: Trx): Promise<Operator | undefined> =>
    command.recording?.beforeOperators
      ? operators.identifyIfAny(trx, operatorKey)
      : operators.identify(trx, operatorKey);
  const subject = command.path.replace(/^payments /, '');
  const id = newId();
  await db.transaction(identify);
  return db.beginningWith(async (trx) => {
    const operator = await identify(trx);
    trx.beforeCommit('books', async () => {
      if (recordsDeed(trx)) return;
      const deed = { action: 'command.run', subject, details: { typed: words } };
      await recordOperatorDeed(trx, operator, deed, id);
    });
  }, work);
}
