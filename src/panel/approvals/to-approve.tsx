import type { JSX } from 'preact';
import { Empty, formatMoney, Status } from '../../pages/index.ts';
import { isMove, listUndecided, type Transfer } from '../../transfers/index.ts';
import type { MoveKind } from '../../treasury/index.ts';
import { describeDestination } from '../frame/destination.ts';
import { useMemberVisit, useTexts } from '../frame/context.tsx';
import { Rows } from '../frame/rows.tsx';
import { pageOf } from '../request/area.ts';
import { objectPages, paths, pathTo } from '../request/paths.ts';
import { READERS } from '../request/route.ts';
import { REQUEST_TONES, requesterOf } from './parts.tsx';
import { type Requested, waitOf, withRequests } from './requested.ts';
import { APPROVALS } from './texts.ts';

type Waiting = Requested<Transfer & { kind: MoveKind }>;

/** What others requested and this person has not approved yet, of all kinds, the oldest first. */
export const showToApprove = pageOf(paths.approvals, READERS, async (visit, { db }) => {
  const { accountId } = visit;
  const { userId } = visit.session;
  const undecided = (await listUndecided(db.read, { accountId })).filter(isMove);
  const waiting = (await withRequests(db.read, accountId, undecided)).filter(
    ({ request }) => request && request.requestedBy !== userId && request.firstApprovedBy !== userId,
  );
  const texts = APPROVALS[visit.language];
  return {
    title: texts.toApprove,
    back: { href: pathTo(visit, paths.overview.page), label: texts.overview },
    body: waiting.length === 0 ? <Empty>{texts.nothingToApprove}</Empty> : <List of={waiting} />,
  };
});

function List({ of }: { of: readonly Waiting[] }): JSX.Element {
  const visit = useMemberVisit();
  const texts = useTexts(APPROVALS);
  return (
    <Rows
      label={texts.toApprove}
      of={of}
      columns={[
        {
          heading: texts.what,
          subject: ({ transfer: { id, kind, amount, asset } }) => ({
            href: objectPages[kind](visit, id),
            title: formatMoney(visit.language, amount, asset),
            detail: texts.kinds[kind],
          }),
        },
        { heading: texts.to, cell: (one) => targetOf(one) ?? texts.toPayer },
        { heading: texts.requestedBy, cell: ({ request }) => requesterOf(visit, request) },
        { heading: texts.status, cell: (one) => <State of={one} /> },
        { heading: texts.approveBy, moment: ({ request }) => request?.expiresAt ?? request?.goesAt ?? null },
      ]}
    />
  );
}

function State({ of }: { of: Waiting }): JSX.Element | null {
  const waitsFor = waitOf(of);
  const { states } = useTexts(APPROVALS);
  return waitsFor ? <Status tone={REQUEST_TONES[waitsFor]}>{states[waitsFor]}</Status> : null;
}

/** The saved destination by its name, or else the account it is, or what it is exchanged for. */
function targetOf({ transfer, request }: Waiting): string | null {
  if (request?.destinationLabel) return request.destinationLabel;
  if ('destination' in transfer && transfer.destination) return describeDestination(transfer.destination);
  return 'toAsset' in transfer ? transfer.toAsset : null;
}
