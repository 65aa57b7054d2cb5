import type { JSX } from 'preact';
import type { DepositRecord, DepositStatus } from '../../deposits/index.ts';
import { formatMoney, Status, type Tone } from '../../pages/index.ts';
import { useTexts } from '../frame/context.tsx';
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

export function DepositState({ deposit }: { deposit: Pick<DepositRecord, 'status'> }): JSX.Element {
  const { status } = deposit;
  return <Status tone={TONES[status]}>{useTexts(DEPOSITS).statuses[status]}</Status>;
}

/** The reason why it paid no link. */
export function Why({
  deposit,
}: {
  deposit: Pick<DepositRecord, 'unmatchedReason' | 'status'>;
}): JSX.Element | null {
  const { unmatchedReason: reason, status } = deposit;
  const tone = status === 'unmatched' ? 'waiting' : 'quiet';
  return reason && <Status tone={tone}>{useTexts(DEPOSITS).reasons[reason]}</Status>;
}

/** The amount that arrived, to its last digit. */
export function amountOf({ language }: MemberVisit, { exactAmount, amount, asset }: DepositRecord): string {
  return formatMoney(language, exactAmount ?? amount, asset);
}
