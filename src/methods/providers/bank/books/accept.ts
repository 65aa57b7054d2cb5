import { ZERO, money, type Money } from '../../../../lib/money.ts';
import { bareEntry, FileRefused, sumOfBooked } from '../files/index.ts';
import { bookChapter, nextNumber } from './booking.ts';
import { storedClaim, type Claim, type Content, type DatedEntry } from './claim.ts';
import { listMissing } from './position.ts';
import * as repository from './repository.ts';
import { bookWaiting } from './statements.ts';
import type { Work } from './work.ts';

/** The decisions of two operators on a waiting statement. */
export type WaitingDecision = 'accept' | 'discard';

/**
 * Carries out two operators' decision on a waiting statement. Of an accepted one, all entries that the books lack are
 * booked; any remaining difference from the balance that the operators read at the bank becomes an unexplained
 * movement. Throws FileRefused if that balance no longer fits.
 */
export async function decideOnWaiting(
  work: Work,
  row: repository.WaitingStatement,
  { decision, balance, operator }: { decision: WaitingDecision; balance: Money; operator: string },
): Promise<void> {
  const { trx, account } = work;
  const state = await repository.findState(trx, { account: account.id });
  const wrong = objectionTo(decision, row, state, balance);
  if (!state || wrong !== undefined) throw new FileRefused(wrong ?? 'The account has no balance yet.');
  const number = decision === 'accept' ? nextNumber(state) : null;
  await repository.markBooked(trx, { id: row.id, number, operator });
  if (decision === 'discard') return;
  const claim = acceptedClaim(row, state, balance);
  const missing = await listMissing(trx, state, claim);
  const lacks = balance.minus(money(state.closing ?? '0')).minus(sumOfBooked(missing));
  // A future day closes nothing.
  const last = row.isFuture ? (state.closedOn ?? claim.first) : claim.last;
  const chapter = { ...claim, last, closing: balance, entries: missing };
  await bookChapter(
    work,
    state,
    lacks.isZero() ? chapter : { ...chapter, lacks: unexplained(lacks, claim) },
    true,
  );
  await bookWaiting(work, state.closedOn);
}

/** A statement without a balance or a day gets those that the operators vouch for. */
function acceptedClaim(
  row: repository.WaitingStatement,
  state: repository.AccountState,
  balance: Money,
): Claim {
  const content = row.content as Content;
  const day = content.closedOn ?? content.to ?? state.closedOn;
  if (day === null) throw new FileRefused('It names no day, and the books have none yet.');
  const balances = { opening: row.opening ?? ZERO.toFixed(), closing: row.closing ?? balance.toFixed() };
  const claim = storedClaim({ ...row, ...balances }, { ...content, closedOn: day });
  if (!claim) throw new Error('a statement with balances and a day makes a claim');
  return claim;
}

function unexplained(amount: Money, { last, bankId }: Claim): DatedEntry {
  const which = bankId === null ? 'a statement' : `the statement ${bankId.slice(0, 60)}`;
  const text = `What no statement shows, up to the balance that two operators read when they accepted ${which}`;
  return { ...bareEntry(amount), bookingDate: last, valueDate: last, texts: [text] };
}

/** The reason why a balance read at the bank does not allow the decision; undefined if it does. */
export function objectionTo(
  decision: WaitingDecision,
  { closing, lastDay }: Pick<repository.WaitingStatement, 'closing' | 'lastDay'>,
  state: Pick<repository.AccountState, 'account' | 'closing' | 'closedOn'> | undefined,
  balance: Money,
): string | undefined {
  if (state === undefined || state.closing === null) {
    return 'The account has no balance yet: set its first opening balance by payments bank open.';
  }
  const isPast = lastDay !== null && state.closedOn !== null && lastDay < state.closedOn;
  if (decision === 'accept') {
    if (isPast || closing === null || money(closing).eq(balance)) return undefined;
    return `The statement closes with ${money(closing).toFixed()}. If the bank shows another balance on that day, it does not hold.`;
  }
  if (money(state.closing).eq(balance)) return undefined;
  return `The books closed with ${money(state.closing).toFixed()} on ${state.closedOn ?? 'no day'}. If the bank shows another balance for that day, a statement is missing: accept the one that holds first.`;
}
