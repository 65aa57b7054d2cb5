import type { JSX } from 'preact';
import { Empty, formatMoney, Status } from '../../pages/index.ts';
import { isMove, listUndecided, type Transfer } from '../../transfers/index.ts';
import type { MoveKind, WaitsFor } from '../../treasury/index.ts';
import { type Batch, listBatchesToApprove } from '../../withdrawal-batches/index.ts';
import { describeDestination } from '../frame/destination.ts';
import { useTexts } from '../frame/context.tsx';
import { Rows } from '../frame/rows.tsx';
import { pageOf } from '../request/area.ts';
import { objectPages, paths, pathTo } from '../request/paths.ts';
import { type MemberVisit, READERS } from '../request/route.ts';
import { REQUEST_TONES, requesterOf } from './parts.tsx';
import { type Requested, waitOf, withRequests } from './requested.ts';
import { APPROVALS } from './texts.ts';

type Waiting = Requested<Transfer & { kind: MoveKind }>;

/** A transfer or a batch, on which a person decides as one. */
interface ToApprove {
  href: string;
  title: string;
  detail: string;
  to: string;
  requestedBy: string;
  waitsFor: WaitsFor | undefined;
  since: Date;
  approveBy: Date | null;
}

/** Others' requests of all kinds that this person has not approved yet, the oldest first. */
export const showToApprove = pageOf(paths.approvals, READERS, async (visit, { db }) => {
  const { accountId } = visit;
  const { userId } = visit.session;
  const [undecided, batches] = await Promise.all([
    listUndecided(db.read, { accountId }),
    listBatchesToApprove(db.read, { accountId, userId }),
  ]);
  const moves = (await withRequests(db.read, accountId, undecided.filter(isMove))).filter(
    ({ request }) => request && request.requestedBy !== userId && request.firstApprovedBy !== userId,
  );
  const waiting = [
    ...moves.map((move) => ofTransfer(visit, move)),
    ...batches.map((batch) => ofBatch(visit, batch)),
  ].sort((one, other) => one.since.getTime() - other.since.getTime());
  const texts = APPROVALS[visit.language];
  return {
    title: texts.toApprove,
    back: { href: pathTo(visit, paths.overview.page), label: texts.overview },
    body: waiting.length === 0 ? <Empty>{texts.nothingToApprove}</Empty> : <List of={waiting} />,
  };
});

function ofTransfer(visit: MemberVisit, of: Waiting): ToApprove {
  const { transfer, request } = of;
  const texts = APPROVALS[visit.language];
  const { id, kind, amount, asset } = transfer;
  return {
    href: objectPages[kind](visit, id),
    title: formatMoney(visit.language, amount, asset),
    detail: texts.kinds[kind],
    to: targetOf(of) ?? texts.toPayer,
    requestedBy: requesterOf(visit, request),
    waitsFor: waitOf(of),
    since: transfer.createdAt,
    approveBy: request?.expiresAt ?? request?.goesAt ?? null,
  };
}

function ofBatch(visit: MemberVisit, batch: Batch): ToApprove {
  const texts = APPROVALS[visit.language];
  return {
    href: pathTo(visit, paths.batches.batch, { batch: batch.id }),
    title: formatMoney(visit.language, batch.total, batch.asset),
    detail: batch.title,
    to: texts.withdrawalsOf(batch.lines),
    requestedBy: batch.requestedByEmail ?? texts.operator,
    waitsFor: batch.approveBy === null ? 'new_destination' : 'second_person',
    since: batch.createdAt,
    approveBy: batch.approveBy ?? batch.goesAt,
  };
}

function List({ of }: { of: readonly ToApprove[] }): JSX.Element {
  const texts = useTexts(APPROVALS);
  return (
    <Rows
      label={texts.toApprove}
      of={of}
      columns={[
        { heading: texts.what, subject: ({ href, title, detail }) => ({ href, title, detail }) },
        { heading: texts.to, cell: ({ to }) => to },
        { heading: texts.requestedBy, cell: ({ requestedBy }) => requestedBy },
        { heading: texts.status, cell: ({ waitsFor }) => waitsFor && <State of={waitsFor} /> },
        { heading: texts.approveBy, moment: ({ approveBy }) => approveBy },
      ]}
    />
  );
}

function State({ of }: { of: WaitsFor }): JSX.Element {
  const { states } = useTexts(APPROVALS);
  return <Status tone={REQUEST_TONES[of]}>{states[of]}</Status>;
}

/** The saved destination by its name, or else the account it is, or what it is exchanged for. */
function targetOf({ transfer, request }: Waiting): string | null {
  if (request?.destinationLabel) return request.destinationLabel;
  if ('destination' in transfer && transfer.destination) return describeDestination(transfer.destination);
  return 'toAsset' in transfer ? transfer.toAsset : null;
}
