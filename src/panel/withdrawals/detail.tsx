import type { JSX } from 'preact';
import type { EventRow } from '../../events/repository.ts';
import type { MovementRow } from '../../ledger/repository.ts';
import { formatMoney } from '../../pages/format.ts';
import { describeDestination } from '../frame/destination.ts';
import { FAILURES } from '../frame/failures.ts';
import { Moment, Once, Outcome, WithProof } from '../frame/parts.tsx';
import { Amount, Facts } from '../frame/tables.tsx';
import { History, Movements, type Step } from '../frame/trace.tsx';
import { Waits } from '../frame/waits.tsx';
import { MONEY, pathTo, type MemberVisit, type Page } from '../route.ts';
import { isWaiting, State, stateOf, type AskedWithdrawal } from './state.tsx';
import { WITHDRAWALS } from './texts.ts';

/** Everything that is known of one withdrawal. */
export interface WithdrawalDetail extends AskedWithdrawal {
  movements: readonly MovementRow[];
  events: readonly EventRow[];
  /** Who may approve what this user asks for, by e-mail address. */
  approvers: readonly string[];
}

export function withdrawalPage(visit: MemberVisit, detail: WithdrawalDetail): Page {
  const texts = WITHDRAWALS[visit.language];
  const { withdrawal, movements, events } = detail;
  return {
    title: texts.titleOf(formatMoney(visit.language, withdrawal.amount, withdrawal.asset)),
    body: (
      <>
        <Outcome visit={visit} notices={texts.notices} problems={texts.problems} />
        <p>
          <State visit={visit} of={detail} />
        </p>
        <Waits visit={visit} of={withdrawal} />
        <Known visit={visit} detail={detail} />
        {isWaiting(detail) && MONEY.includes(visit.membership.role) && (
          <Decision visit={visit} detail={detail} />
        )}
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
  const { withdrawal, request } = detail;
  const { asset, amount, fee, to_asset, to_amount, failure_reason: reason } = withdrawal;
  const waits = isWaiting(detail);
  return (
    <Facts
      of={[
        [texts.amount, <Amount visit={visit} of={amount} asset={asset} />],
        [texts.fee, <Amount visit={visit} of={fee} asset={asset} />],
        [texts.net, <Amount visit={visit} of={to_amount} asset={to_asset} />],
        [texts.destination, request?.destination_label],
        [texts.method, withdrawal.method],
        [texts.account, describeDestination(withdrawal.destination)],
        [texts.goesAt, waits && withdrawal.due_at && <Moment visit={visit} at={withdrawal.due_at} />],
        [texts.expiresAt, waits && request?.expires_at && <Moment visit={visit} at={request.expires_at} />],
        [texts.askedBy, request?.requested_by_email ?? texts.operator],
        [texts.decidedBy, request?.decided_by_email],
        [texts.reason, reason && FAILURES[visit.language][reason]],
        [texts.providerSays, reason !== 'NOT_APPROVED' && withdrawal.failure_message],
        [texts.providerReference, withdrawal.provider_reference],
      ]}
    />
  );
}

/** What a person may decide about it; whoever asked for it can only take it back. */
function Decision({ visit, detail }: { visit: MemberVisit; detail: WithdrawalDetail }): JSX.Element {
  const texts = WITHDRAWALS[visit.language];
  const { withdrawal, request, approvers } = detail;
  const isOwn = request?.requested_by === visit.session.user_id;
  const needsApproval = stateOf(detail) === 'second_person';
  const other = needsApproval ? texts.needsApproval : texts.canApprove;
  const own = needsApproval ? texts.ownNeedsApproval : texts.ownCanApprove;
  return (
    <section aria-labelledby="decide">
      <h2 id="decide">{texts.decide}</h2>
      <p>{isOwn ? own : other}</p>
      {isOwn && approvers.length === 0 && <p>{texts.nobodyElse}</p>}
      <WithProof visit={visit}>
        <div class="row">
          {!isOwn && (
            <form method="post" action={pathTo(visit, `withdrawals/${withdrawal.id}/approve`)}>
              <Once />
              <button type="submit">{texts.approve}</button>
            </form>
          )}
          <form method="post" action={pathTo(visit, `withdrawals/${withdrawal.id}/decline`)}>
            <Once />
            <button type="submit" class="secondary">
              {isOwn ? texts.takeBack : texts.decline}
            </button>
          </form>
        </div>
      </WithProof>
    </section>
  );
}

function stepsOf(visit: MemberVisit, { withdrawal, request }: WithdrawalDetail): Step[] {
  const { steps, operator } = WITHDRAWALS[visit.language];
  const { status, created_at, finished_at, returned_at } = withdrawal;
  const asked = { at: created_at, what: steps.asked(request?.requested_by_email ?? operator) };
  if (request?.decision && request.decided_at) {
    const { decision, decided_at: at, decided_by_email: by } = request;
    const decided = { at, what: decision === 'expired' ? steps.expired : steps[decision](by ?? '') };
    if (decision !== 'approved') return [asked, decided];
    return [asked, decided, ...outcome()];
  }
  return [asked, ...outcome()];

  function outcome(): Step[] {
    return [
      ...(finished_at
        ? [{ at: finished_at, what: status === 'failed' ? steps.failed : steps.completed }]
        : []),
      ...(returned_at ? [{ at: returned_at, what: steps.returned }] : []),
    ];
  }
}
