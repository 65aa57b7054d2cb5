import type { JSX } from 'preact';
import type { EventRow } from '../../events/repository.ts';
import type { MovementRow } from '../../ledger/repository.ts';
import type { Page as ListPage } from '../../lib/cursor.ts';
import { formatMoney } from '../../pages/format.ts';
import type { Refund } from '../../transfers/transfer.ts';
import { STATUS_SHOWN } from '../../transfers/view.ts';
import { describeDestination } from '../frame/destination.ts';
import { FAILURES } from '../frame/failures.ts';
import { Moment } from '../frame/parts.tsx';
import { Amount, Facts, Pages, Status, Table } from '../frame/tables.tsx';
import { History, Movements, paymentLink, requestLink, type Step } from '../frame/trace.tsx';
import { Waits } from '../frame/waits.tsx';
import { TransferFilterForm } from '../frame/transfer-filters.tsx';
import { pathTo, type MemberVisit, type Page } from '../route.ts';
import { REFUNDS } from './texts.ts';

type RefundStatus = keyof (typeof REFUNDS)['en']['statuses'];

const TONES: Readonly<Record<RefundStatus, 'good' | 'waiting' | 'bad' | 'quiet'>> = {
  requested: 'quiet',
  processing: 'quiet',
  completed: 'good',
  failed: 'bad',
  returned: 'bad',
};

/** A refund is never only requested. */
const FILTERED_STATUSES = ['processing', 'completed', 'failed', 'returned'] as const;

export function refundsPage(visit: MemberVisit, refunds: ListPage<Refund>, isFiltered: boolean): Page {
  const texts = REFUNDS[visit.language];
  return {
    title: texts.title,
    body: (
      <>
        <TransferFilterForm
          visit={visit}
          page="refunds"
          statuses={FILTERED_STATUSES}
          assets={[]}
          texts={texts}
        />
        {refunds.data.length === 0 ? (
          <p>{isFiltered ? texts.noMatch : texts.none}</p>
        ) : (
          <Table
            label={texts.title}
            headings={[texts.when, { number: texts.amount }, texts.status, texts.link, texts.deposit, '']}
          >
            {refunds.data.map((refund) => (
              <Row visit={visit} refund={refund} />
            ))}
          </Table>
        )}
        <Pages visit={visit} next={refunds.next_cursor} />
      </>
    ),
  };
}

function Row({ visit, refund }: { visit: MemberVisit; refund: Refund }): JSX.Element {
  const texts = REFUNDS[visit.language];
  const amount = formatMoney(visit.language, refund.amount, refund.asset);
  return (
    <tr>
      <td>
        <Moment visit={visit} at={refund.created_at} />
      </td>
      <td class="number">
        <Amount visit={visit} of={refund.amount} asset={refund.asset} />
      </td>
      <td>
        <State visit={visit} refund={refund} />
      </td>
      <td>{paymentLink(visit, refund.payment_link_code)}</td>
      <td>
        <a href={pathTo(visit, `deposits/${refund.deposit_id}`)}>{texts.deposit}</a>
      </td>
      <td>
        <a href={pathTo(visit, `refunds/${refund.id}`)} aria-label={texts.openWhich(amount)}>
          {texts.open}
        </a>
      </td>
    </tr>
  );
}

function State({ visit, refund }: { visit: MemberVisit; refund: Refund }): JSX.Element {
  const status = STATUS_SHOWN[refund.status];
  return <Status tone={TONES[status]}>{REFUNDS[visit.language].statuses[status]}</Status>;
}

/** Everything that is known of one refund. */
export interface RefundDetail {
  refund: Refund;
  movements: readonly MovementRow[];
  events: readonly EventRow[];
}

export function refundPage(visit: MemberVisit, { refund, movements, events }: RefundDetail): Page {
  const texts = REFUNDS[visit.language];
  const { asset, amount, to_asset, to_amount, deposit_id, destination, failure_reason } = refund;
  return {
    title: texts.titleOf(formatMoney(visit.language, amount, asset)),
    body: (
      <>
        <p>
          <State visit={visit} refund={refund} />
        </p>
        <Waits visit={visit} of={refund} />
        <Facts
          of={[
            [texts.failure, failure_reason && FAILURES[visit.language][failure_reason]],
            [
              texts.returned,
              to_asset === null || to_amount === null ? undefined : (
                <Amount visit={visit} of={to_amount} asset={to_asset} />
              ),
            ],
            [texts.to, destination ? describeDestination(destination) : texts.toSender],
            [texts.method, refund.method],
            [texts.link, paymentLink(visit, refund.payment_link_code)],
            [texts.deposit, <a href={pathTo(visit, `deposits/${deposit_id}`)}>{deposit_id}</a>],
            [texts.providerReference, refund.provider_reference],
            [texts.request, requestLink(visit, refund.request_id)],
          ]}
        />
        <History visit={visit} title={texts.history} steps={stepsOf(visit, refund)} events={events} />
        <Movements visit={visit} of={movements} />
        <p>
          <a href={pathTo(visit, 'refunds')}>{texts.back}</a>
        </p>
      </>
    ),
  };
}

function stepsOf(visit: MemberVisit, { status, created_at, finished_at, returned_at }: Refund): Step[] {
  const { steps } = REFUNDS[visit.language];
  return [
    { at: created_at, what: steps.started },
    ...(finished_at ? [{ at: finished_at, what: status === 'failed' ? steps.failed : steps.done }] : []),
    ...(returned_at ? [{ at: returned_at, what: steps.returned }] : []),
  ];
}
