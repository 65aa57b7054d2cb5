import { formatMoney } from '../../../pages/index.ts';
import {
  type Batch,
  type BatchFilters,
  listBatches,
  type BatchStatus,
} from '../../../withdrawal-batches/index.ts';
import { listOf } from '../../frame/list.tsx';
import { paths, pathTo } from '../../request/paths.ts';
import { MONEY, READERS } from '../../request/route.ts';
import { BatchState } from './state.tsx';
import { BATCHES } from './texts.ts';

const STATUSES = ['scheduled', 'started', 'cancelled', 'failed'] as const satisfies readonly BatchStatus[];

/** The batches, and how far each of them is. */
export const showBatches = listOf<Batch, BatchFilters>({
  path: paths.batches.list,
  access: READERS,
  name: 'withdrawal_batches',
  filters: (given) => {
    const texts = BATCHES[given.language];
    return { status: given.choice('status', texts.status, STATUSES, texts.statuses) };
  },
  read: (on, query) => listBatches(on, query),
  idOf: ({ id }) => id,
  show: (visit, { rows, next, isFiltered }) => {
    const texts = BATCHES[visit.language];
    return {
      title: texts.title,
      back: { href: pathTo(visit, paths.withdrawals.list), label: texts.allWithdrawals },
      action: MONEY.includes(visit.membership.role)
        ? { href: pathTo(visit, paths.batches.new), text: texts.start }
        : undefined,
      flashMessages: texts.flashMessages,
      problems: texts.problems,
      above: <p class="muted">{texts.why}</p>,
      rows,
      next,
      columns: [
        {
          heading: texts.name,
          subject: ({ id, title, total, asset }) => ({
            href: pathTo(visit, paths.batches.batch, { batch: id }),
            title,
            label: texts.open(title, formatMoney(visit.language, total, asset)),
          }),
        },
        { heading: texts.status, cell: (batch) => <BatchState of={batch} /> },
        { heading: texts.executeOn, cell: ({ executeOn }) => executeOn, aside: true },
        { heading: texts.lines, number: ({ lines }) => lines, aside: true },
        { heading: texts.requestedBy, cell: ({ requestedByEmail }) => requestedByEmail },
        { heading: texts.amount, amount: ({ total, asset }) => [total, asset] },
      ],
      none: isFiltered ? texts.noMatch : texts.none,
    };
  },
});
