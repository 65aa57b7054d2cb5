import type { Trx } from '../../../../db/index.ts';
import { createLogger } from '../../../../lib/logger.ts';
import { formatAmount } from '../../../../lib/money.ts';
import type { Foreseen, ForeseenAccount, ForeseenStatement, HandedIn } from '../../../index.ts';
import { FileRefused } from '../files/index.ts';
import { statementIdentityOf } from './fingerprint.ts';
import { describeAccounts, describeStatement, type KnownStatement } from './foresee.ts';
import { readFile } from './read-file.ts';
import * as repository from './repository.ts';
import { lockAccounts, takeKnown, type Parts } from './take.ts';
import { waitKindOf } from './waits.ts';

/** A larger file is too much for a person to review, and takes too long to preview. */
const MOST_FORESEEN = 5_000;

/** Previews an import by doing and undoing it. */
export async function foresee({ db, keyring, accounts }: Parts, file: HandedIn): Promise<Foreseen> {
  const read = readFile(accounts, file);
  const { format, refused } = read;
  const foreseen = { format, refused, isTooLarge: false, statements: [], accounts: [] };
  if (read.refused !== null) return foreseen;
  const { known } = read;
  const size = known.reduce((sum, { statement }) => sum + 1 + statement.entries.length, 0);
  if (size > MOST_FORESEEN) return { ...foreseen, isTooLarge: true };
  let [statements, described]: [ForeseenStatement[], ForeseenAccount[]] = [[], []];
  const undone = new Error('what is only foreseen is undone');
  let refusal: string | null = null;
  await db
    .transaction(async (trx) => {
      await lockAccounts(trx, known);
      const before = [];
      for (const one of known) before.push(await foreseeStatement(trx, one));
      described = await describeAccounts(trx, known);
      // An undone import raises no alarm.
      await takeKnown({ trx, logger: createLogger('silent'), keyring }, file, read);
      statements = [];
      for (const one of before) statements.push(await one(trx));
      throw undone;
    })
    .catch((error: unknown) => {
      if (error instanceof FileRefused) refusal = error.message;
      else if (error !== undone) throw error;
    });
  if (refusal !== null) return { ...foreseen, refused: refusal };
  return { ...foreseen, statements, accounts: described };
}

/** Describes a statement's content and, once imported, the outcome. */
async function foreseeStatement(
  trx: Trx,
  { statement, account }: KnownStatement,
): Promise<(trx: Trx) => Promise<ForeseenStatement>> {
  const key = { account: account.id, identity: statementIdentityOf(account.id, statement) };
  const isKnown = (await repository.findStatement(trx, key)) !== undefined;
  const before = await repository.findState(trx, { account: account.id });
  const opening = account.openingBalance && formatAmount(account.openingBalance);
  const said = {
    ...(await describeStatement(trx, { statement, account })),
    last: before?.closing ?? opening ?? null,
  };
  return async (after) => {
    const row = await repository.findStatement(after, key);
    const waiting = row && row.waits !== null ? await repository.findWaiting(after, row) : undefined;
    if (waiting) {
      const waits = waitKindOf(waiting, await repository.findState(after, { account: account.id }));
      return { ...said, outcome: isKnown ? 'known' : 'waits', waits };
    }
    // A page has no number of its own.
    const isNew =
      !isKnown && (statement.role === 'early' || statement.page !== null || typeof row?.number === 'string');
    return {
      ...said,
      outcome: !isNew ? 'known' : statement.role === 'early' ? 'early' : 'booked',
      waits: null,
    };
  };
}
