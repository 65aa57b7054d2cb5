import type { JSX } from 'preact';
import { formatMoney, Subject } from '../../pages/index.ts';
import { type Withdrawal, withdrawals } from '../../transfers/index.ts';
import { requesterOf } from '../approvals/parts.tsx';
import { isWaiting, type Requested, withRequests } from '../approvals/requested.ts';
import { APPROVALS } from '../approvals/texts.ts';
import { listOf } from '../approvals/transfer-list.tsx';
import { useMemberVisit, useTexts } from '../frame/context.tsx';
import { describeDestination } from '../frame/destination.ts';
import { Amount, Moment } from '../frame/parts.tsx';
import { WITHDRAWAL_COLUMNS } from '../frame/transfer-csv.ts';
import { paths, pathTo } from '../request/paths.ts';
import { READERS } from '../request/readers.ts';
import type { Route } from '../request/route.ts';
import type { PanelServices } from '../request/services.ts';
import { State } from './state.tsx';
import { WITHDRAWALS } from './texts.ts';

/** The withdrawals, and which of them wait. */
export function showWithdrawals(services: PanelServices): Route[] {
  return listOf(services, {
    page: 'withdrawals',
    access: READERS,
    texts: WITHDRAWALS,
    records: withdrawals,
    decided: 'withdrawal',
    filteredStatuses: ['processing', 'completed', 'failed', 'returned'],
    file: WITHDRAWAL_COLUMNS,
    read: withRequests<Withdrawal>,
    headings: (texts, language) => [
      texts.destination,
      APPROVALS[language].requestedBy,
      texts.status,
      texts.when,
      { number: texts.amount },
    ],
    Row: WithdrawalRow,
    start: paths.withdrawals.new,
    Beside,
  });
}

function Beside(): JSX.Element {
  const visit = useMemberVisit();
  const texts = useTexts(WITHDRAWALS);
  return (
    <p class="row">
      <a href={pathTo(visit, paths.destinations.list)}>{texts.destinations}</a>
      <a href={pathTo(visit, paths.withdrawals.limits)}>{texts.limits}</a>
    </p>
  );
}

function WithdrawalRow({ of }: { of: Requested<Withdrawal> }): JSX.Element {
  const visit = useMemberVisit();
  const texts = useTexts(WITHDRAWALS);
  const { id, asset, amount, destination, createdAt } = of.transfer;
  const place = describeDestination(destination);
  const label = of.request?.destinationLabel;
  const leads = isWaiting(of) ? texts.review : texts.open;
  return (
    <tr>
      <Subject
        href={pathTo(visit, paths.withdrawals.withdrawal, { withdrawal: id })}
        detail={label === undefined ? undefined : place}
        label={leads(formatMoney(visit.language, amount, asset), label ?? place)}
      >
        {label ?? place}
      </Subject>
      <td>{requesterOf(visit, of.request)}</td>
      <td>
        <State of={of} />
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
