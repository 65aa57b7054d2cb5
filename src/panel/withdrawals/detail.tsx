import type { JSX } from 'preact';
import type { EventRow } from '../../events/index.ts';
import type { MovementRow } from '../../ledger/index.ts';
import { formatMoney } from '../../pages/index.ts';
import type { Withdrawal } from '../../transfers/index.ts';
import { Decision, requestFacts, requestSteps } from '../approvals/parts.tsx';
import type { Approver, Requested } from '../approvals/requested.ts';
import { APPROVALS } from '../approvals/texts.ts';
import { describeDestination } from '../frame/destination.ts';
import { FAILURES } from '../frame/failures.ts';
import { Outcome } from '../frame/parts.tsx';
import { Amount, Facts } from '../frame/tables.tsx';
import { History, Movements, type Step } from '../frame/trace.tsx';
import { Waits } from '../frame/waits.tsx';
import { pathTo, type MemberVisit, type Page } from '../request/route.ts';
import { State } from './state.tsx';
import { WITHDRAWALS } from './texts.ts';

/** Everything that is known of one withdrawal. */
export interface WithdrawalDetail extends Requested<Withdrawal> {
  movements: readonly MovementRow[];
  events: readonly EventRow[];
  approvers: readonly Approver[];
}

export function withdrawalPage(visit: MemberVisit, detail: WithdrawalDetail): Page {
  const texts = WITHDRAWALS[visit.language];
  const { transfer, movements, events, approvers } = detail;
  return {
    title: texts.titleOf(formatMoney(visit.language, transfer.amount, transfer.asset)),
    body: (
      <>
        <Outcome visit={visit} notices={texts.notices} problems={texts.problems} />
        <p>
          <State visit={visit} of={detail} />
        </p>
        <Waits visit={visit} of={transfer} />
        <Known visit={visit} detail={detail} />
        <Decision visit={visit} of={detail} approvers={approvers} />
        <History visit={visit} title={texts.history} steps={stepsOf(visit, detail)} events={events} />
        <Movements visit={visit} of={movements} />
        <p>
          <a href={pathTo(visit, 'withdrawals')}>{texts.back}</a>
        </p>
      </>
    ),
  };
}

function Known({ visit, detail }: { visit: MemberVisit; detail: WithdrawalDetail }): JSX.Element {
  const texts = WITHDRAWALS[visit.language];
  const { transfer, request } = detail;
  const { asset, amount, fee, to_asset, to_amount, failure_reason: reason } = transfer;
  return (
    <Facts
      of={[
        [texts.amount, <Amount visit={visit} of={amount} asset={asset} />],
        [texts.fee, <Amount visit={visit} of={fee} asset={asset} />],
        [texts.net, <Amount visit={visit} of={to_amount} asset={to_asset} />],
        [texts.destination, request?.destination_label],
        [texts.method, transfer.method],
        [texts.account, describeDestination(transfer.destination)],
        ...(request
          ? requestFacts(visit, detail)
          : [[APPROVALS[visit.language].requestedBy, APPROVALS[visit.language].operator] as const]),
        [texts.reason, reason && FAILURES[visit.language][reason]],
        [texts.providerSays, reason !== 'NOT_APPROVED' && transfer.failure_message],
        [texts.providerReference, transfer.provider_reference],
      ]}
    />
  );
}

function stepsOf(visit: MemberVisit, { transfer, request }: WithdrawalDetail): Step[] {
  const { steps } = WITHDRAWALS[visit.language];
  const { status, created_at, finished_at, returned_at } = transfer;
  const outcome = [
    ...(finished_at ? [{ at: finished_at, what: status === 'failed' ? steps.failed : steps.completed }] : []),
    ...(returned_at ? [{ at: returned_at, what: steps.returned }] : []),
  ];
  if (request) return requestSteps(visit, request, outcome);
  const texts = APPROVALS[visit.language];
  return [{ at: created_at, what: texts.steps.requested(texts.operator) }, ...outcome];
}
