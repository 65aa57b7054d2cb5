import type { JSX } from 'preact';
import { formatMoney } from '../../pages/index.ts';
import type { QrCodeSummary } from '../../qr-codes/index.ts';
import { Status } from '../frame/tables.tsx';
import type { MemberVisit } from '../request/route.ts';
import { QR_CODES } from './texts.ts';

export function State({ visit, code }: { visit: MemberVisit; code: QrCodeSummary }): JSX.Element {
  return (
    <Status tone={code.status === 'active' ? 'good' : 'quiet'}>
      {QR_CODES[visit.language].statuses[code.status]}
    </Status>
  );
}

export function AmountOf({ visit, code }: { visit: MemberVisit; code: QrCodeSummary }): JSX.Element {
  const { fixedAmount: amount, currency } = code;
  if (amount === null) return <span class="muted">{QR_CODES[visit.language].payerTypes}</span>;
  return <span class="amount">{formatMoney(visit.language, amount, currency)}</span>;
}
