import { newId } from '../../../../lib/ids.ts';
import { formatAmount } from '../../../../lib/money.ts';
import type { FileStatement } from '../files/index.ts';
import { bookChapter, nextNumber } from './booking.ts';
import { claimOf, contentOf, storedClaim, type Claim, type Content } from './claim.ts';
import { takeEarly } from './early.ts';
import { statementIdentityOf } from './fingerprint.ts';
import { joinPages } from './pages.ts';
import { positionOf, type StatementPosition } from './position.ts';
import * as repository from './repository.ts';
import { WAITS, whyWaiting } from './waits.ts';
import type { Work } from './work.ts';

/**
 * Some banks write an id that no index holds; its beginning is enough, because statements are distinguished by a hash
 * of everything.
 */
const MOST_OF_ID = 200;

/** After all days, so nothing is skipped. */
const NEVER = '9999-12-31';

/** Imports one statement of a file. Books it or stores it as waiting, then books the statements that waited for it. */
export async function takeStatement(work: Work, statement: FileStatement): Promise<void> {
  const { trx, account, total } = work;
  const identity = statementIdentityOf(account.id, statement);
  const known = await repository.findStatement(trx, { account: account.id, identity });
  if (known) return tellWaiting(work, known.id);
  if (statement.role === 'early') {
    total.statement();
    await writeStatement(work, statement, { identity, waits: null, claim: undefined });
    return takeEarly(work, statement);
  }
  const claim = claimOf(statement, work.format);
  const waits = reasonToWait(statement, claim);
  const written = await writeStatement(work, statement, { identity, waits, claim });
  const isPage = waits === WAITS.pages;
  const whole = isPage ? await joinPages(trx, account.id, shortened(statement.id)) : undefined;
  const id = whole ?? written;
  const before = await repository.findState(trx, { account: account.id });
  const position = isPage && !whole ? 'waiting' : await bookIfNext(work, id);
  if (position !== 'known') total.statement();
  await bookWaiting(work, position === 'next' ? (before?.closedOn ?? null) : NEVER);
  await tellWaiting(work, id);
}

function reasonToWait({ page, opening, isDoubtful }: FileStatement, claim: Claim | undefined): string {
  if (isDoubtful) return WAITS.doubtful;
  if (page !== null) return WAITS.pages;
  if (opening === null) return WAITS.noOpening;
  return claim === undefined ? WAITS.noDay : WAITS.inLine;
}

async function writeStatement(
  work: Work,
  statement: FileStatement,
  { identity, waits, claim }: { identity: string; waits: string | null; claim: Claim | undefined },
): Promise<string> {
  const { trx, account, fileId } = work;
  const { id: bankId, role, opening, closing } = statement;
  const id = newId();
  await repository.insertStatement(trx, {
    id,
    account: account.id,
    fileId,
    identity,
    bankId: shortened(bankId),
    role,
    number: null,
    waits,
    firstDay: claim?.first ?? null,
    lastDay: claim?.last ?? null,
    opening: opening && formatAmount(opening.amount),
    closing: closing && formatAmount(closing.amount),
    content: waits === null ? null : JSON.stringify(contentOf(statement, work.format)),
  });
  return id;
}

function shortened(bankId: string | null): string | null {
  return bankId && bankId.slice(0, MOST_OF_ID);
}

/** Books a statement that continues the books, and records that one is known; one that must wait keeps waiting. */
async function bookIfNext(work: Work, id: string): Promise<StatementPosition['is']> {
  const { trx, account } = work;
  const state = await repository.findState(trx, { account: account.id });
  const row = await repository.findWaiting(trx, { id });
  const claim = row && storedClaim(row, row.content as Content);
  if (!state || !claim || row.isFuture || row.waits === WAITS.doubtful) return 'waiting';
  const position = await positionOf(trx, state, claim);
  if (position.is === 'waiting') return 'waiting';
  const number = position.is === 'known' ? null : nextNumber(state);
  await repository.markBooked(trx, { id, number, operator: null });
  if (position.is === 'next') await bookChapter(work, state, { ...claim, entries: position.entries });
  return position.is;
}

/** Books all statements whose turn has come since the books were closed up to a day, one after the other. */
export async function bookWaiting(work: Work, since: string | null): Promise<void> {
  const { trx, account } = work;
  let before = since ?? '';
  for (let isBooked = true; isBooked;) {
    isBooked = false;
    const state = await repository.findState(trx, { account: account.id });
    if (state === undefined || state.closing === null) return;
    const { closing, closedOn } = state;
    const turn = { account: account.id, closing, closedOn: closedOn ?? '', before, waits: WAITS.inLine };
    for (const { id } of await repository.listCandidates(trx, turn)) {
      if ((await bookIfNext(work, id)) === 'next') {
        isBooked = true;
        before = closedOn ?? '';
        break;
      }
    }
  }
}

/** Reports why a statement waits, if it does. */
async function tellWaiting({ trx, account, total }: Work, id: string): Promise<void> {
  const row = await repository.findWaiting(trx, { id });
  if (row) total.waits(whyWaiting(row, await repository.findState(trx, { account: account.id })));
}
