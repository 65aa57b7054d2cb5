import type { JSX } from 'preact';
import type { Queryable } from '../../db/index.ts';
import { formatMoney, Subject } from '../../pages/index.ts';
import type { LinkName } from '../../payment-links/index.ts';
import { type Refund, refunds } from '../../transfers/index.ts';
import { listOf } from '../approvals/transfer-list.tsx';
import { useMemberVisit, useTexts } from '../frame/context.tsx';
import { Amount, Moment } from '../frame/parts.tsx';
import { readLinkNames, referenceOf } from '../frame/trace.tsx';
import { REFUND_COLUMNS } from '../frame/transfer-csv.ts';
import { paths, pathTo } from '../request/paths.ts';
import { MEMBERS, type Route } from '../request/route.ts';
import type { PanelServices } from '../request/services.ts';
import { API_REFUNDS } from './api-texts.ts';
import { RefundState, type RequestedRefund, withPurchases } from './state.tsx';
import { REFUNDS } from './texts.ts';

/** With the link whose payment it returns. */
interface NamedRefund extends RequestedRefund {
  link: LinkName | undefined;
}

/** The refunds, and which of them wait. They are started on the page of what they return. */
export function showRefunds(services: PanelServices): Route[] {
  return listOf(services, {
    page: 'refunds',
    access: MEMBERS,
    texts: REFUNDS,
    records: refunds,
    decided: 'refund',
    filteredStatuses: ['processing', 'completed', 'failed', 'returned'],
    file: REFUND_COLUMNS,
    read: withLinks,
    headings: (texts) => [texts.what, texts.status, texts.when, { number: texts.amount }],
    Row: RefundRow,
    Beside,
  });
}

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

function RefundRow({ of }: { of: NamedRefund }): JSX.Element {
  const visit = useMemberVisit();
  const texts = useTexts(REFUNDS);
  const { id, amount, asset, createdAt, paymentLinkCode } = of.transfer;
  return (
    <tr>
      <Subject
        href={pathTo(visit, paths.refunds.refund, { refund: id })}
        detail={referenceOf(paymentLinkCode, of.link)}
        label={texts.openWhich(formatMoney(visit.language, amount, asset))}
      >
        {of.link?.description ?? texts.ofDeposit}
      </Subject>
      <td>
        <RefundState of={of} now={visit.now} />
      </td>
      <td>
        <Moment at={createdAt} />
      </td>
      <td class="number">
        <Amount of={amount} asset={asset} />
      </td>
    </tr>
  );
}
