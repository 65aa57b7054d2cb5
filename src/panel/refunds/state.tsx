import type { JSX } from 'preact';
import type { Queryable } from '../../db/index.ts';
import { Status, type Tone } from '../../pages/index.ts';
import { type Conversion, findTransfer, type Refund, STATUS_SHOWN } from '../../transfers/index.ts';
import { REQUEST_TONES } from '../approvals/parts.tsx';
import { requestStateOf, withRequests, type Requested, type RequestState } from '../approvals/requested.ts';
import { APPROVALS } from '../approvals/texts.ts';
import { useTexts } from '../frame/context.tsx';
import { REFUNDS, type RefundStatus } from './texts.ts';

/** A refund with who requested it and, of a converted payment, the conversion that buys what it sends. */
export interface RequestedRefund extends Requested<Refund> {
  purchase: Conversion | undefined;
}

const TONES: Readonly<Record<RefundStatus | RequestState, Tone>> = {
  quoted: 'waiting',
  quote_expired: 'quiet',
  processing: 'busy',
  completed: 'good',
  failed: 'bad',
  returned: 'bad',
  ...REQUEST_TONES,
};

export async function withPurchases(
  on: Queryable,
  accountId: string,
  refunds: readonly Refund[],
): Promise<RequestedRefund[]> {
  const requested = await withRequests(on, accountId, refunds);
  return Promise.all(
    requested.map(async (one) => {
      const { conversionId: id } = one.transfer;
      const purchase = id === null ? undefined : await findTransfer(on, { accountId, id });
      return { ...one, purchase: purchase?.kind === 'conversion' ? purchase : undefined };
    }),
  );
}

/** A refund is requested until its quote was confirmed and its amount bought. */
export function refundStateOf(refund: RequestedRefund, now: Date): RefundStatus | RequestState {
  const { transfer, purchase } = refund;
  if (purchase?.status === 'requested' && transfer.status === 'requested') {
    return purchase.quoteExpiresAt && purchase.quoteExpiresAt <= now ? 'quote_expired' : 'quoted';
  }
  const shown = STATUS_SHOWN[transfer.status];
  return requestStateOf(refund) ?? (shown === 'requested' ? 'processing' : shown);
}

export function RefundState(props: { of: RequestedRefund; now: Date }): JSX.Element {
  const { of, now } = props;
  const state = refundStateOf(of, now);
  const texts = { ...useTexts(REFUNDS).statuses, ...useTexts(APPROVALS).states };
  return <Status tone={TONES[state]}>{texts[state]}</Status>;
}
