import type { JSX } from 'preact';
import type { Withdrawal } from '../../transfers/transfer.ts';
import { STATUS_SHOWN } from '../../transfers/view.ts';
import type { RequestRow } from '../../treasury/requests/repository.ts';
import { Status } from '../frame/tables.tsx';
import type { MemberVisit } from '../route.ts';
import { WITHDRAWALS, type WithdrawalTexts } from './texts.ts';

/** A withdrawal, and who asked for it, unless that was the operator. */
export interface AskedWithdrawal {
  withdrawal: Withdrawal;
  request: RequestRow | undefined;
}

type Shown = keyof WithdrawalTexts['statuses'];

const TONES: Readonly<Record<Shown, 'good' | 'waiting' | 'bad' | 'quiet'>> = {
  second_person: 'waiting',
  new_destination: 'waiting',
  processing: 'quiet',
  completed: 'good',
  failed: 'bad',
  returned: 'bad',
  declined: 'bad',
  taken_back: 'quiet',
  expired: 'quiet',
};

/** What people call its state: the same as in the API, and what it waits for or why it did not go. */
export function stateOf({ withdrawal: { status }, request }: AskedWithdrawal): Shown {
  if (request?.decision && request.decision !== 'approved') return request.decision;
  if (status === 'held' && request?.waits_for && !request.decision) return request.waits_for;
  const shown = STATUS_SHOWN[status];
  return shown === 'requested' ? 'processing' : shown;
}

export function isWaiting(asked: AskedWithdrawal): boolean {
  return ['second_person', 'new_destination'].includes(stateOf(asked));
}

export function State({ visit, of }: { visit: MemberVisit; of: AskedWithdrawal }): JSX.Element {
  const state = stateOf(of);
  return <Status tone={TONES[state]}>{WITHDRAWALS[visit.language].statuses[state]}</Status>;
}
