import type { JSX } from 'preact';
import { type Withdrawal, withdrawals } from '../../transfers/index.ts';
import { requesterOf } from '../approvals/parts.tsx';
import { isWaiting, withRequests } from '../approvals/requested.ts';
import { APPROVALS } from '../approvals/texts.ts';
import { listTransfers } from '../approvals/transfer-list.tsx';
import { useMemberVisit, useTexts } from '../frame/context.tsx';
import { describeDestination } from '../frame/destination.ts';
import { WITHDRAWAL_COLUMNS } from '../approvals/transfer-csv.ts';
import { paths, pathTo } from '../request/paths.ts';
import { READERS } from '../request/route.ts';
import { State } from './state.tsx';
import { WITHDRAWALS } from './texts.ts';

/** The withdrawals, and which of them wait. */
export const showWithdrawals = listTransfers({
  page: 'withdrawals',
  access: READERS,
  texts: WITHDRAWALS,
  records: withdrawals,
  decided: 'withdrawal',
  filteredStatuses: ['processing', 'completed', 'failed', 'returned'],
  asset: (texts) => texts.balance,
  file: WITHDRAWAL_COLUMNS,
  read: withRequests<Withdrawal>,
  subjectHeading: (texts) => texts.destination,
  subject: (one, texts, visit) => {
    const place = describeDestination(one.transfer.destination);
    const name = one.request?.destinationLabel;
    const leads = isWaiting(one) ? texts.review : texts.open;
    return {
      href: pathTo(visit, paths.withdrawals.withdrawal, { withdrawal: one.transfer.id }),
      title: name ?? place,
      detail: name === undefined ? undefined : place,
      label: (amount) => leads(amount, name ?? place),
    };
  },
  columns: (visit) => [
    {
      heading: APPROVALS[visit.language].requestedBy,
      cell: ({ request }) => requesterOf(visit, request),
    },
  ],
  status: (one) => <State of={one} />,
  nameOfSum: ({ asset }) => asset,
  amounts: [{ heading: (texts) => texts.amount, of: ({ amount, asset }) => [amount, asset] }],
  start: paths.withdrawals.new,
  Beside,
});

function Beside(): JSX.Element {
  const visit = useMemberVisit();
  const texts = useTexts(WITHDRAWALS);
  return (
    <p class="row">
      <a href={pathTo(visit, paths.batches.list)}>{texts.batches}</a>
      <a href={pathTo(visit, paths.destinations.list)}>{texts.destinations}</a>
      <a href={pathTo(visit, paths.withdrawals.limits)}>{texts.limits}</a>
    </p>
  );
}
