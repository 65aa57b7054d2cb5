import type { JSX } from 'preact';
import type { DepositRecord, DepositStatus } from '../../deposits/index.ts';
import { formatMoney, Status, type Tone } from '../../pages/index.ts';
import type { MemberVisit } from '../request/route.ts';
import { DEPOSITS } from './texts.ts';

const TONES: Readonly<Record<DepositStatus, Tone>> = {
  pending: 'busy',
  credited: 'good',
  failed: 'bad',
  unmatched: 'waiting',
  accepted: 'good',
  refunding: 'busy',
  refunded: 'quiet',
  taken_back: 'bad',
};

export function DepositState({
  visit,
  deposit,
}: {
  visit: MemberVisit;
  deposit: Pick<DepositRecord, 'status'>;
}): JSX.Element {
  const { status } = deposit;
  return <Status tone={TONES[status]}>{DEPOSITS[visit.language].statuses[status]}</Status>;
}

/** Why it paid no link. */
export function Why({
  visit,
  deposit,
}: {
  visit: MemberVisit;
  deposit: Pick<DepositRecord, 'unmatchedReason' | 'status'>;
}): JSX.Element | null {
  const { unmatchedReason: reason, status } = deposit;
  const tone = status === 'unmatched' ? 'waiting' : 'quiet';
  return reason && <Status tone={tone}>{DEPOSITS[visit.language].reasons[reason]}</Status>;
}

/** What arrived, to its last digit. */
export function amountOf({ language }: MemberVisit, { exactAmount, amount, asset }: DepositRecord): string {
  return formatMoney(language, exactAmount ?? amount, asset);
}
