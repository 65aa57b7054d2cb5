import type { JSX } from 'preact';
import type { HandInAccount, OpenFile } from '../../methods/index.ts';
import { Status } from '../../pages/index.ts';
import { useTexts } from '../frame/context.tsx';
import { BANK_STATEMENTS, type FileState } from './texts.ts';

/** A bank account as people know it, by its bank and the last digits of its number. */
export function nameOfAccount(accounts: readonly HandInAccount[], id: string): string {
  const account = accounts.find((one) => one.id === id);
  return account ? `${account.bank} …${account.number.slice(-4)}` : id;
}

const TONES = {
  refused: 'bad',
  to_confirm: 'waiting',
  second_person: 'waiting',
  taken_in: 'good',
} as const;

export function FileStatus({ of }: { of: OpenFile }): JSX.Element {
  const state = stateOf(of);
  return <Status tone={TONES[state]}>{useTexts(BANK_STATEMENTS).states[state]}</Status>;
}

function stateOf({ summary, doneAt, confirmedBy }: OpenFile): FileState {
  if (doneAt !== null) return 'taken_in';
  if (summary.refused !== null || summary.isTooLarge) return 'refused';
  return confirmedBy === null ? 'to_confirm' : 'second_person';
}
