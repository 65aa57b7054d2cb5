import { DomainError } from '../../../lib/errors/errors.ts';
import { isId } from '../../../lib/ids.ts';
import { isKeyOf } from '../../../lib/is-key-of.ts';
import { momentOf } from '../../../lib/time-zone.ts';
import { Facts, Field, formatMoney } from '../../../pages/index.ts';
import { MAX_DECISION_REASON } from '../../../transfers/index.ts';
import { APPROVERS, listRequests, type TransferRequest } from '../../../treasury/index.ts';
import {
  type Batch,
  type BatchLine,
  findBatch,
  findNextRun,
  listLines,
} from '../../../withdrawal-batches/index.ts';
import { readBankDayFacts } from '../../approvals/bank-days.ts';
import { type ApprovalView, approvalOf } from '../../approvals/requested.ts';
import { APPROVALS } from '../../approvals/texts.ts';
import { actionOf } from '../../frame/action.tsx';
import { useMemberVisit, useTexts } from '../../frame/context.tsx';
import { type Columns, csvFile } from '../../frame/csv.ts';
import { describeDestination } from '../../frame/destination.ts';
import { detailOf, type Fact } from '../../frame/detail.tsx';
import { FAILURES } from '../../frame/failures.ts';
import { optionalText } from '../../frame/fields.ts';
import { Amount, Moment } from '../../frame/parts.tsx';
import { Rows } from '../../frame/rows.tsx';
import { pageOf } from '../../request/area.ts';
import { paths, pathTo } from '../../request/paths.ts';
import { type MemberVisit, MONEY, READERS, type Page } from '../../request/route.ts';
import type { PanelServices } from '../../request/services.ts';
import { BatchState, LineState, lineStateOf } from './state.tsx';
import { BATCHES } from './texts.ts';
import type { JSX } from 'preact';

const readReason = optionalText(MAX_DECISION_REASON);

const decision = {
  access: MONEY,
  freshProof: true,
  once: true,
  texts: BATCHES,
  page: paths.batches.batch,
} as const;

/** Approves all lines that wait. */
export const approveBatch = actionOf({
  ...decision,
  path: paths.batches.approve,
  act: async (trx, visit, { batches }) => ({
    decided: await batches.approve(trx, visit.accountId, visit.actor, visit.param('batch')),
  }),
  flash: ({ decided }) => decided,
});

/** Takes back the first of two approvals. */
export const withdrawBatchApproval = actionOf({
  ...decision,
  path: paths.batches.withdrawApproval,
  act: async (trx, visit, { batches }) => {
    await batches.withdrawApproval(trx, visit.accountId, visit.actor, visit.param('batch'));
  },
  flash: 'approval_withdrawn',
});

/** Cancels, declines or takes back the lines that are not sent. */
export const cancelBatch = actionOf({
  ...decision,
  path: paths.batches.cancel,
  act: async (trx, visit, { batches }) => {
    const cancelled = { id: visit.param('batch'), reason: readReason(visit, 'decision_reason') };
    return { decided: await batches.cancel(trx, visit.accountId, visit.actor, cancelled) };
  },
  flash: ({ decided }) => decided,
});

/** Leaves out one run of a batch that repeats. */
export const skipBatch = actionOf({
  ...decision,
  path: paths.batches.skip,
  act: async (trx, visit, { batches }) => ({
    decided: await batches.skip(trx, visit.accountId, visit.actor, visit.param('batch')),
  }),
  flash: ({ decided }) => decided,
});

/** One batch, and what has become of each of its lines. */
export const showBatch = pageOf(paths.batches.batch, READERS, async (visit, services) => {
  const { db } = services;
  const { batch, lines } = await readBatch(visit, db.read);
  const { accountId, seriesId } = batch;
  const methods = lines.map(({ method }) => method);
  const [next, waiting, bankDays] = await Promise.all([
    findNextRun(db.read, { accountId, seriesId }),
    readWaiting(db.read, accountId, lines),
    readBankDayFacts(visit, services, methods, sendingOf(visit, batch)),
  ]);
  return batchPage(visit, {
    batch,
    lines,
    waiting,
    bankDays,
    next: next?.id === batch.id ? undefined : next,
  });
});

/** When the lines that are not sent yet would be, if they were approved now; undefined if all are. */
function sendingOf(visit: MemberVisit, { status, executeOn, unsent, goesAt }: Batch): Date | undefined {
  if (status === 'scheduled') return momentOf(visit.timeZone, executeOn);
  return status === 'started' && unsent > 0 ? (goesAt ?? visit.now) : undefined;
}

/** The approval that the lines need which wait; undefined if none does. */
async function readWaiting(
  on: PanelServices['db']['read'],
  accountId: string,
  lines: readonly BatchLine[],
): Promise<Shown['waiting']> {
  const ids = lines.flatMap((line) => (lineStateOf(line) === 'waiting' && line.withdrawalId) || []);
  // All were requested at once and need the same, so the request of one stands for the others.
  const [request] = await listRequests(on, { accountId, transferIds: ids.slice(0, 1) });
  return request && { request, approval: await approvalOf(on, request, 'withdrawal', ids) };
}

/** Its report, with a row for each line. */
export const batchReport = pageOf(paths.batches.report, READERS, async (visit, { db }) => {
  const { batch, lines } = await readBatch(visit, db.read);
  return csvFile(`batch-${batch.executeOn}`, reportColumns(batch), inOneBatch([...lines]));
});

// eslint-disable-next-line @typescript-eslint/require-await -- files are read in batches
async function* inOneBatch<T>(rows: T[]): AsyncGenerator<T[]> {
  yield rows;
}

async function readBatch(
  visit: MemberVisit,
  on: PanelServices['db']['read'],
): Promise<{ batch: Batch; lines: readonly BatchLine[] }> {
  const { accountId } = visit;
  const id = visit.param('batch');
  const batch = isId(id) ? await findBatch(on, { accountId, id }) : undefined;
  if (!batch) throw new DomainError('withdrawal_batch_not_found');
  return { batch, lines: await listLines(on, { accountId, batchId: id }) };
}

function reportColumns({ asset }: Batch): Columns<BatchLine> {
  return {
    line: ({ line }) => String(line),
    reference: ({ reference }) => reference,
    status: lineStateOf,
    amount: ({ amount }) => amount,
    asset: () => asset,
    fee: ({ fee }) => fee,
    net_amount: ({ toAmount }) => toAmount,
    net_asset: ({ toAsset }) => toAsset,
    method: ({ method }) => method,
    destination: ({ destinationLabel }) => destinationLabel,
    account: ({ destination }) => describeDestination(destination),
    note: ({ note }) => note,
    failure_reason: ({ failureReason }) => failureReason,
    provider_reference: ({ providerReference }) => providerReference,
    tracking_key: ({ trackingKey }) => trackingKey,
    finished_at: ({ finishedAt }) => finishedAt?.toISOString() ?? null,
    withdrawal_id: ({ withdrawalId }) => withdrawalId,
  };
}

interface Shown {
  batch: Batch;
  lines: readonly BatchLine[];
  waiting: { request: TransferRequest; approval: ApprovalView } | undefined;
  /** When banks pay the lines that are not sent. */
  bankDays: readonly Fact[];
  /** The run that is still to come. */
  next: { id: string; executeOn: string } | undefined;
}

function batchPage(visit: MemberVisit, shown: Shown): Page {
  const texts = BATCHES[visit.language];
  const { batch, lines } = shown;
  return detailOf({
    title: batch.title,
    back: { href: pathTo(visit, paths.batches.list), label: texts.back },
    outcomes: texts,
    facts: factsOf(visit, shown),
    children: (
      <>
        {isKeyOf(texts.failures, batch.failureReason ?? '') && (
          <p>{texts.failures[batch.failureReason as keyof typeof texts.failures]}</p>
        )}
        {MONEY.includes(visit.membership.role) && <Decisions of={shown} />}
        <h2>{texts.lines}</h2>
        <p>
          <a href={pathTo(visit, paths.batches.report, { batch: batch.id })}>{texts.report}</a>
        </p>
        <Lines of={lines} batch={batch} />
      </>
    ),
  });
}

function factsOf(visit: MemberVisit, { batch, bankDays, next }: Shown): Fact[] {
  const texts = BATCHES[visit.language];
  const { repeats, monthDay, repeatsUntil, runsLeft } = batch;
  const repeating = repeats === 'monthly' && monthDay === 31 ? 'last_day' : repeats;
  const how = repeating && [
    texts.repeating[repeating],
    ...(repeatsUntil === null ? [] : [texts.untilDay(repeatsUntil)]),
    ...(runsLeft === null ? [] : [texts.runsLeft(runsLeft)]),
  ];
  const { sends, approveBy } = APPROVALS[visit.language];
  return [
    [texts.status, <BatchState of={batch} />],
    [sends, batch.goesAt && <Moment at={batch.goesAt} />],
    [approveBy, batch.approveBy && <Moment at={batch.approveBy} />],
    [texts.total, <Amount of={batch.total} asset={batch.asset} />],
    [texts.lines, batch.lines],
    [texts.executeOn, batch.executeOn],
    ...bankDays,
    [texts.repeats, how?.join(' · ')],
    [
      texts.nextRun,
      next && <a href={pathTo(visit, paths.batches.batch, { batch: next.id })}>{next.executeOn}</a>,
    ],
    [texts.requestedBy, batch.requestedByEmail ?? APPROVALS[visit.language].operator],
    [texts.created, <Moment at={batch.createdAt} />],
    [texts.endedBy, batch.endedByEmail],
  ];
}

function Decisions({ of: { batch, waiting } }: { of: Shown }): JSX.Element | null {
  const visit = useMemberVisit();
  const texts = useTexts(BATCHES);
  const approvals = useTexts(APPROVALS);
  const { id, status, unsent, repeats, requestedBy } = batch;
  const own = { batch: id };
  if (status === 'scheduled') {
    return (
      <>
        {repeats !== null && <skipBatch.Section of={own} folded title={texts.skip} hint={texts.skipHint} />}
        <cancelBatch.Section of={own} folded title={texts.cancelScheduled} hint={texts.cancelScheduledHint} />
      </>
    );
  }
  if (status !== 'started' || unsent === 0) return null;
  const isOwn = requestedBy === visit.session.userId;
  return (
    <>
      {waiting && <Approve of={batch} {...waiting} />}
      <cancelBatch.Section of={own} folded title={texts.cancelIt} hint={texts.cancelHint}>
        {!isOwn && waiting && (
          <Field
            name="decision_reason"
            label={approvals.declineReason}
            hint={approvals.declineReasonHint}
            maxlength={MAX_DECISION_REASON}
            autocomplete="off"
          />
        )}
      </cancelBatch.Section>
    </>
  );
}

/** The approval that it needs, and a form to give it or to withdraw the first of two. */
function Approve(props: { of: Batch; request: TransferRequest; approval: ApprovalView }): JSX.Element {
  const { language, session } = useMemberVisit();
  const texts = useTexts(BATCHES);
  const approvals = useTexts(APPROVALS);
  const { of: batch, request, approval } = props;
  const objection = approval.approvers.find(({ email }) => email === session.email)?.objection;
  const isOwn = request.requestedBy === session.userId;
  const own = { batch: batch.id };
  return (
    <>
      <h2>{texts.decide}</h2>
      {approval.given.length > 0 && <Facts of={[[approvals.firstApprovedBy, approval.given.join(', ')]]} />}
      {request.waitsFor !== null && (
        <p>
          {(isOwn ? approvals.own : approvals.others)[request.waitsFor](APPROVERS[language](approval.needs))}
        </p>
      )}
      <p>{objection ? texts.problems[objection] : texts.decideHint}</p>
      {objection === undefined && (
        <approveBatch.Form of={own}>
          <button type="submit">{texts.approve(formatMoney(language, batch.total, batch.asset))}</button>
        </approveBatch.Form>
      )}
      {objection === 'already_approved' && request.decision === null && (
        <withdrawBatchApproval.Form of={own}>
          <button type="submit" class="secondary">
            {approvals.withdrawApproval}
          </button>
        </withdrawBatchApproval.Form>
      )}
    </>
  );
}

function Lines({ of, batch }: { of: readonly BatchLine[]; batch: Batch }): JSX.Element {
  const visit = useMemberVisit();
  const texts = useTexts(BATCHES);
  return (
    <Rows
      label={texts.lines}
      of={of}
      columns={[
        {
          heading: texts.line,
          subject: ({ line, reference, withdrawalId }) => ({
            href:
              withdrawalId === null
                ? undefined
                : pathTo(visit, paths.withdrawals.withdrawal, { withdrawal: withdrawalId }),
            title: reference ?? String(line),
            label: texts.openLine(line),
          }),
        },
        { heading: texts.status, cell: (line) => <LineState of={line} /> },
        {
          heading: texts.destination,
          said: ({ destinationLabel, destination }) =>
            `${destinationLabel ?? texts.newDestination} · ${describeDestination(destination)}`,
        },
        { heading: texts.note, said: ({ note }) => note },
        {
          heading: texts.reason,
          cell: ({ failureReason: reason }) => reason && FAILURES[visit.language][reason],
        },
        { heading: texts.amount, amount: ({ amount }) => [amount, batch.asset] },
      ]}
    />
  );
}
