import type { JSX } from 'preact';
import { Status, type Tone } from '../../pages/index.ts';
import { type AnyConversion, CONVERSION_STATUS_SHOWN } from '../../transfers/index.ts';
import { REQUEST_TONES } from '../approvals/parts.tsx';
import { type Requested, type RequestState, requestStateOf } from '../approvals/requested.ts';
import { APPROVALS } from '../approvals/texts.ts';
import { useTexts } from '../frame/context.tsx';
import { CONVERSIONS } from './texts.ts';

type ConversionStatus = keyof (typeof CONVERSIONS)['en']['statuses'] | RequestState;

const TONES: Readonly<Record<ConversionStatus, Tone>> = {
  requested: 'waiting',
  quote_expired: 'quiet',
  processing: 'busy',
  completed: 'good',
  failed: 'bad',
  ...REQUEST_TONES,
};

export function statusOf(requested: Requested<AnyConversion>, now: Date): ConversionStatus {
  const { status, quoteExpiresAt: end } = requested.transfer;
  const hasEnded = end !== null && end <= now;
  if (status === 'requested' && hasEnded) return 'quote_expired';
  return requestStateOf(requested) ?? CONVERSION_STATUS_SHOWN[status];
}

export function ConversionState(props: { status: ConversionStatus }): JSX.Element {
  const { status } = props;
  const texts = { ...useTexts(CONVERSIONS).statuses, ...useTexts(APPROVALS).states };
  return <Status tone={TONES[status]}>{texts[status]}</Status>;
}
