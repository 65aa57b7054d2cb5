import type { JSX } from 'preact';
import { Status, type Tone } from '../../pages/index.ts';
import { STATUS_SHOWN, type Withdrawal } from '../../transfers/index.ts';
import { REQUEST_TONES } from '../approvals/parts.tsx';
import { requestStateOf, type Requested } from '../approvals/requested.ts';
import { APPROVALS } from '../approvals/texts.ts';
import { useMemberVisit } from '../frame/context.tsx';
import { WITHDRAWALS, type WithdrawalTexts } from './texts.ts';

const TONES: Readonly<Record<keyof WithdrawalTexts['statuses'], Tone>> = {
  processing: 'busy',
  completed: 'good',
  failed: 'bad',
  returned: 'bad',
};

/** The label of its state, with the API's name, and what it waits for or why it was not sent. */
export function State({ of }: { of: Requested<Withdrawal> }): JSX.Element {
  const { language } = useMemberVisit();
  const requestState = requestStateOf(of);
  if (requestState) {
    return <Status tone={REQUEST_TONES[requestState]}>{APPROVALS[language].states[requestState]}</Status>;
  }
  const shown = STATUS_SHOWN[of.transfer.status];
  const status = shown === 'requested' ? 'processing' : shown;
  return <Status tone={TONES[status]}>{WITHDRAWALS[language].statuses[status]}</Status>;
}
