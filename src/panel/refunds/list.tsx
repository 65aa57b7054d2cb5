import type { JSX } from 'preact';
import type { Queryable } from '../../db/index.ts';
import type { LinkName } from '../../payment-links/index.ts';
import { type Refund, refunds } from '../../transfers/index.ts';
import { listTransfers } from '../approvals/transfer-list.tsx';
import { useMemberVisit, useTexts } from '../frame/context.tsx';
import { readLinkNames, referenceOf } from '../frame/trace.tsx';
import { REFUND_COLUMNS } from '../approvals/transfer-csv.ts';
import { paths, pathTo } from '../request/paths.ts';
import { MEMBERS } from '../request/route.ts';
import { API_REFUNDS } from './api-texts.ts';
import { RefundState, type RequestedRefund, withPurchases } from './state.tsx';
import { REFUNDS } from './texts.ts';

/** With the link whose payment it returns. */
interface NamedRefund extends RequestedRefund {
  link: LinkName | undefined;
}

/** The refunds, and which of them wait. They are started on the page of what they return. */
export const showRefunds = listTransfers({
  page: 'refunds',
  access: MEMBERS,
  texts: REFUNDS,
  records: refunds,
  decided: 'refund',
  filteredStatuses: ['processing', 'completed', 'failed', 'returned'],
  file: REFUND_COLUMNS,
  read: withLinks,
  subjectHeading: (texts) => texts.what,
  subject: ({ transfer: { id, paymentLinkCode }, link }, texts, visit) => ({
    href: pathTo(visit, paths.refunds.refund, { refund: id }),
    title: link?.description ?? texts.depositWithoutLink,
    detail: referenceOf(paymentLinkCode, link),
    label: texts.openWhich,
  }),
  status: (one, { now }) => <RefundState of={one} now={now} />,
  nameOfSum: ({ asset }) => asset,
  amounts: [{ heading: (texts) => texts.amount, of: ({ amount, asset }) => [amount, asset] }],
  Beside,
});

async function withLinks(
  on: Queryable,
  accountId: string,
  transfers: readonly Refund[],
): Promise<NamedRefund[]> {
  const [requested, names] = await Promise.all([
    withPurchases(on, accountId, transfers),
    readLinkNames(on, accountId, transfers),
  ]);
  return requested.map((one) => ({ ...one, link: names.get(one.transfer.paymentLinkCode ?? '') }));
}

function Beside(): JSX.Element | null {
  const visit = useMemberVisit();
  const { title } = useTexts(API_REFUNDS);
  if (visit.membership.accountKind !== 'company') return null;
  return (
    <p class="row">
      <a href={pathTo(visit, paths.refunds.api)}>{title}</a>
    </p>
  );
}
