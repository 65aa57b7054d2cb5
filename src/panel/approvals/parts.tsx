import type { ComponentChildren, JSX } from 'preact';
import { Facts, Field, formatMoney } from '../../pages/index.ts';
import { isMove, MAX_DECISION_REASON, type Transfer } from '../../transfers/index.ts';
import {
  APPROVERS,
  type MoveKind,
  type Objection,
  type TransferRequest,
  type Wait,
} from '../../treasury/index.ts';
import { useMemberVisit, useTexts } from '../frame/context.tsx';
import type { Fact } from '../frame/detail.tsx';
import { Moment, WithProof } from '../frame/parts.tsx';
import type { Step } from '../frame/trace.tsx';
import { MONEY, type MemberVisit } from '../request/route.ts';
import { DECISIONS } from './decisions.ts';
import {
  type ApprovalView,
  isWaiting,
  mayApprove,
  type MovePreview,
  type Requested,
  type RequestState,
  waitOf,
} from './requested.ts';
import { APPROVALS } from './texts.ts';

export const REQUEST_TONES: Readonly<Record<RequestState, 'waiting' | 'bad' | 'quiet'>> = {
  second_person: 'waiting',
  new_destination: 'waiting',
  new_member: 'waiting',
  declined: 'bad',
  taken_back: 'quiet',
  expired: 'quiet',
};

/** When it would be sent, and until when it could be approved. */
export function outlookFacts(visit: MemberVisit, { waitsFor, goesAt, expiresAt }: Wait): Fact[] {
  const texts = APPROVALS[visit.language];
  const sends = waitsFor === null ? texts.atOnce : goesAt ? <Moment at={goesAt} /> : texts.afterApproval;
  return [
    [texts.sends, sends],
    [texts.approveBy, expiresAt && <Moment at={expiresAt} />],
  ];
}

/** The reason why a movement would wait, and who could approve it. Shows nothing when it would not wait. */
export function OutlookHint({ of }: { of: MovePreview }): JSX.Element | null {
  const visit = useMemberVisit();
  const texts = useTexts(APPROVALS);
  const { wait, approvers } = of;
  const { waitsFor, demand } = wait;
  if (waitsFor === null) return null;
  const why = demand
    ? texts.outlook.second_person(
        formatMoney(visit.language, demand.above.amount, demand.above.currency),
        APPROVERS[visit.language](demand),
      )
    : texts.outlook[waitsFor === 'new_member' ? waitsFor : 'new_destination'];
  return (
    <p class="confirm-first">
      {why}{' '}
      {approvers.length === 0 ? texts.nobodyElse : texts.whoCanApprove(approvers.join(', '), visit.sendsMail)}
    </p>
  );
}

/** The requester of a transfer, its reason for waiting, and the people who decided. */
export function requestFacts(visit: MemberVisit, requested: Requested<Transfer>): Fact[] {
  const texts = APPROVALS[visit.language];
  const { request } = requested;
  if (!request) return [];
  const { goesAt: sends, expiresAt: approveBy } = request;
  const waits = isWaiting(requested);
  return [
    [texts.sends, waits && sends && <Moment at={sends} />],
    [texts.approveBy, waits && approveBy && <Moment at={approveBy} />],
    [texts.requestedBy, requesterOf(visit, request)],
    [texts.firstApprovedBy, request.firstApprovedByEmail],
    [texts.decidedBy, request.decidedByEmail],
    [texts.decisionReason, request.decisionReason && <span dir="auto">{request.decisionReason}</span>],
  ];
}

export function requesterOf(
  visit: MemberVisit,
  request: Pick<TransferRequest, 'requestedByEmail'> | undefined,
): string {
  return request?.requestedByEmail ?? APPROVALS[visit.language].operator;
}

/** That it was requested and decided, and what came of it, unless it was not to be sent. */
export function requestSteps(visit: MemberVisit, request: TransferRequest, outcome: readonly Step[]): Step[] {
  const { steps } = APPROVALS[visit.language];
  const { decision, decidedAt: at, decidedByEmail: by, decisionReason: reason } = request;
  const { firstApprovedAt, firstApprovedByEmail } = request;
  const requested = [
    { at: request.createdAt, what: steps.requested(requesterOf(visit, request)) },
    ...(firstApprovedAt ? [{ at: firstApprovedAt, what: steps.approved(firstApprovedByEmail ?? '') }] : []),
  ];
  if (decision === null || at === null) return [...requested, ...outcome];
  const decided = decision === 'expired' ? steps.expired : steps[decision](by ?? '');
  const what = reason === null ? decided : `${decided}: ${reason}`;
  return [...requested, { at, what }, ...(decision === 'approved' ? outcome : [])];
}

/** The decisions that a person may make about a waiting transfer, below what they decide on. */
export function Decision(props: {
  of: Requested<Transfer>;
  approval: ApprovalView | undefined;
  /** Where the money goes. */
  to: ComponentChildren;
}): JSX.Element | null {
  const visit = useMemberVisit();
  const { of, approval, to } = props;
  const { transfer, request } = of;
  const waitsFor = waitOf(of);
  if (!waitsFor || !request || !approval || !isMove(transfer)) return null;
  // It is decided on as a whole, on the page of the batch.
  if (request.batchId !== null || !MONEY.includes(visit.membership.role)) return null;
  const texts = useTexts(APPROVALS);
  const { email } = visit.session;
  const isOwn = request.requestedBy === visit.session.userId;
  const objection = approval.approvers.find((one) => one.email === email)?.objection;
  return (
    <section aria-labelledby="decide">
      <h2 id="decide">{texts.decide}</h2>
      <Facts
        of={[
          [texts.to, to],
          [texts.requestedBy, requesterOf(visit, request)],
          [texts.firstApprovedBy, approval.given.length > 0 && approval.given.join(', ')],
        ]}
      />
      <p>{(isOwn ? texts.own : texts.others)[waitsFor](APPROVERS[visit.language](approval.needs))}</p>
      {objection && !isOwn && <p>{texts.problems[objection]}</p>}
      {isOwn && mayApprove(approval.approvers).length === 0 && <p>{texts.nobodyElse}</p>}
      <DecisionForms
        of={transfer}
        isOwn={isOwn}
        objection={objection}
        isRevocable={request.decision === null}
      />
    </section>
  );
}

/** Approve and decline, or take back for whoever requested it or gave the first of two approvals. */
function DecisionForms(props: {
  of: Transfer & { kind: MoveKind };
  isOwn: boolean;
  objection: Objection | undefined;
  isRevocable: boolean;
}): JSX.Element {
  const { language } = useMemberVisit();
  const texts = useTexts(APPROVALS);
  const { of: transfer, isOwn, objection, isRevocable } = props;
  const { kind, id, amount, asset } = transfer;
  const { approve, withdrawApproval, decline } = DECISIONS[kind];
  const own = { withdrawal: id, refund: id, conversion: id };
  return (
    <WithProof>
      {objection === undefined && (
        <approve.Form of={own}>
          <button type="submit">{texts.approve(formatMoney(language, amount, asset))}</button>
        </approve.Form>
      )}
      {objection === 'already_approved' && isRevocable && (
        <withdrawApproval.Form of={own}>
          <button type="submit" class="secondary">
            {texts.withdrawApproval}
          </button>
        </withdrawApproval.Form>
      )}
      <decline.Form of={own} class="narrow">
        {!isOwn && (
          <Field
            name="decision_reason"
            label={texts.declineReason}
            hint={texts.declineReasonHint}
            maxlength={MAX_DECISION_REASON}
            autocomplete="off"
          />
        )}
        <button type="submit" class="secondary">
          {isOwn ? texts.takeBack : texts.decline}
        </button>
      </decline.Form>
    </WithProof>
  );
}
