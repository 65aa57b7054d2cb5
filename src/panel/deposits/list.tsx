import {
  DEPOSIT_STATUSES,
  type DepositFilters,
  type DepositRecord,
  listDepositRecords,
  sumDepositRecords,
} from '../../deposits/index.ts';
import { listMethods } from '../../methods/index.ts';
import { OWNERS } from '../../people/index.ts';
import { listOf } from '../frame/list.tsx';
import { totalsOf } from '../frame/totals.tsx';
import type { Column } from '../frame/rows.tsx';
import { pathTo, paths } from '../request/paths.ts';
import { MEMBERS, MONEY, WRITERS } from '../request/route.ts';
import { DEPOSIT_COLUMNS, readExportedDeposits } from './csv.ts';
import { Choose, DecideOnChosen, MOST_DECIDED } from './many.tsx';
import { amountColumn, NO_FILTERS, readKnown, subjectOf } from './columns.tsx';
import { Attention, readAttention } from './inbox.tsx';
import { DepositState } from './state.tsx';
import { DEPOSITS } from './texts.ts';

const CHOICE: Column<DepositRecord> = { heading: '', cell: (deposit) => <Choose deposit={deposit} /> };

/** The deposits, and which of them wait for a decision. */
export const showDeposits = listOf({
  path: paths.deposits.list,
  access: MEMBERS,
  name: 'deposits',
  views: { save: paths.deposits.saveView, remove: paths.deposits.removeView, access: WRITERS },
  filters: async (given, _visit, { db }): Promise<DepositFilters> => {
    const texts = DEPOSITS[given.language];
    const methods = (await listMethods(db.read)).map(({ name }) => name);
    return {
      ...NO_FILTERS,
      status: given.choice('status', texts.status, DEPOSIT_STATUSES, texts.statuses),
      method: given.choice('method', texts.method, methods),
      ...given.days('included'),
    };
  },
  limit: ({ status }) => (status === 'unmatched' ? MOST_DECIDED : undefined),
  read: listDepositRecords,
  idOf: ({ id }) => id,
  totals: totalsOf({
    read: sumDepositRecords,
    nameOf: ({ asset }) => asset,
    columns: ({ language }) => [
      { heading: DEPOSITS[language].amount, amount: ({ amount, asset }) => [amount, asset] },
    ],
  }),
  file: {
    path: paths.deposits.csv,
    name: 'deposits',
    ofColumns: {
      '': ['id', 'payment_link_code', 'payment_link.description', 'payment_link.reference', 'asset'],
      payer: ['payer.name', 'payer.account', 'payer.source_address'],
      status: ['status', 'unmatched_reason'],
      method: ['method', 'network'],
      created_at: ['created_at'],
      amount: ['amount', 'exact_amount', 'refunded_amount'],
    },
    read: readExportedDeposits,
    columns: () => DEPOSIT_COLUMNS,
  },
  beside: async ({ accountId }, { isFiltered, isFirst }, services) =>
    isFirst && !isFiltered ? readAttention(services, accountId) : undefined,
  show: async (visit, { rows, next, filters, isFiltered, beside: attention }, { db }) => {
    const { accountId } = visit;
    const texts = DEPOSITS[visit.language];
    const mayChoose = filters.status === 'unmatched' && MONEY.includes(visit.membership.role);
    const known = await readKnown(db.read, accountId, [...rows, ...(attention?.inbox ?? [])]);
    return {
      title: texts.title,
      flashMessages: texts.flashMessages,
      problems: texts.problems,
      above: (
        <>
          {attention && <Attention of={attention} known={known} />}
          <h2>{texts.all}</h2>
        </>
      ),
      label: texts.all,
      rows,
      next,
      columns: [
        ...(mayChoose ? [CHOICE] : []),
        {
          heading: texts.paidFor,
          subject: (deposit) => subjectOf(visit, deposit, known, texts.openWhich),
        },
        { key: 'payer', heading: texts.payer, said: ({ payer }) => payer['name'] },
        { key: 'status', heading: texts.status, cell: (deposit) => <DepositState deposit={deposit} /> },
        { key: 'method', heading: texts.method, cell: ({ method }) => method },
        { key: 'created_at', heading: texts.arrived, moment: ({ createdAt }) => createdAt },
        { key: 'amount', ...amountColumn(visit, known) },
      ],
      none: isFiltered ? texts.noMatch : texts.none,
      below: (
        <>
          {mayChoose && rows.length > 0 && <DecideOnChosen />}
          {attention && OWNERS.includes(visit.membership.role) && (
            <p>
              <a href={pathTo(visit, paths.settings.page)}>{texts.automaticRefunds}</a>
            </p>
          )}
        </>
      ),
    };
  },
});
