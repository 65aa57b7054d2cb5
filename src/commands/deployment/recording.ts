import type { Foundation } from '../../composition/index.ts';
import type { Trx } from '../../db/index.ts';
import { newId } from '../../lib/ids.ts';
import { type Operator, recordOperatorDeed, recordsDeed } from '../../operators/index.ts';
import { CommandFailure, type PaymentsCommand } from '../frame/index.ts';

/** Half of the log's limit, because its JSON has more characters than the typed text. */
const MAX_TYPED_LENGTH = 4_000;

/** A command line, and the key of the operator who typed it. */
interface Typed {
  command: PaymentsCommand;
  words: readonly string[];
  operatorKey: string | undefined;
}

/**
 * Runs a command that moves money or sets a rate or limit for it (D46). The operator is identified before anything else
 * is done, and again in each transaction of the command, so that a revocation ends it. The first one that commits
 * records the typed command, unless it records the action itself.
 */
export async function recording<T>(
  { db, operators }: Foundation,
  { command, words, operatorKey }: Typed,
  work: () => Promise<T>,
): Promise<T> {
  // Half a command line would hide a part of the action.
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
