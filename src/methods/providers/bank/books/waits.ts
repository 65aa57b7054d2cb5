import { money } from '../../../../lib/money.ts';
import type { WaitKind } from '../../../index.ts';
import type { AccountState, WaitingStatement } from './repository.ts';

/**
 * The reasons for which a statement waits, as stored; any other text is the reason why it is held until two operators
 * decide.
 */
export const WAITS = {
  /** Its turn comes when its opening balance is the account's last closing one, and its days are later. */
  inLine: 'in line',
  pages: 'pages',
  noOpening: 'It has no opening balance, so nothing proves that no statement is missing.',
  doubtful:
    'A payer could have written where it begins or ends into a text of the file. Compare it with the bank’s portal, then accept or discard it, or take in the file of another format.',
  noDay: 'It names no day, so nothing proves that it is not booked already.',
} as const;

type Waiting = Pick<WaitingStatement, 'bankId' | 'opening' | 'firstDay' | 'lastDay' | 'waits' | 'isFuture'>;
type State = Pick<AccountState, 'closing' | 'closedOn'> | undefined;

/** The reason why a statement waits, for an operator. */
export function whyWaiting(one: Waiting, state: State): string {
  const { bankId, opening, firstDay, lastDay, waits } = one;
  const which = bankId === null ? 'A statement' : `The statement ${nameOf(bankId)}`;
  switch (waitKindOf(one, state)) {
    case 'pages':
      return `${which} waits for its other pages.`;
    case 'first':
      return `${which} is the account's first: read its opening balance, ${plain(opening)}, in the bank's portal, and confirm it with payments bank open.`;
    case 'future':
      return `${which} closes on ${lastDay ?? 'a day'}, which is yet to come. It is booked then, unless it is discarded.`;
    case 'gap':
      return `${which} opens with ${plain(opening)}, but the last one closed with ${plain(state?.closing ?? null)}: one is missing, forged, or was restated. It is booked when what is missing has come.`;
    case 'restated':
      return `${which} is about days from ${firstDay ?? 'an unknown one'} on, of which the books are closed up to ${state?.closedOn ?? 'none'}, and does not say the same of them. Nothing of it is booked: ask the bank which one holds, then accept or discard it.`;
    default:
      return waits ?? '';
  }
}

export function waitKindOf({ waits, firstDay, isFuture }: Waiting, state: State): WaitKind {
  if (waits === WAITS.pages) return 'pages';
  if (waits === WAITS.noOpening) return 'no_opening';
  if (waits === WAITS.doubtful) return 'doubtful';
  if (waits === WAITS.noDay) return 'no_day';
  if (isFuture) return 'future';
  if (state === undefined || state.closing === null) return 'first';
  return firstDay !== null && state.closedOn !== null && firstDay <= state.closedOn ? 'restated' : 'gap';
}

/** The bank's name of a statement, which may be long. */
function nameOf(bankId: string): string {
  return bankId.length > 60 ? `${bankId.slice(0, 60)}…` : bankId;
}

function plain(amount: string | null): string {
  return amount === null ? 'nothing' : money(amount).toFixed(2);
}
