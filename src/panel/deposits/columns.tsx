import type { JSX } from 'preact';
import type { Queryable } from '../../db/index.ts';
import type { DepositFilters, DepositRecord } from '../../deposits/index.ts';
import { formatExact, money } from '../../lib/money.ts';
import { formatQuantity } from '../../pages/index.ts';
import type { LinkName } from '../../payment-links/index.ts';
import { Amount } from '../frame/parts.tsx';
import type { Column, RowSubject } from '../frame/rows.tsx';
import { readLinkNames, referenceOf } from '../frame/trace.tsx';
import { paths, pathTo } from '../request/paths.ts';
import type { MemberVisit } from '../request/route.ts';
import { listDueOf } from './repository.ts';
import { amountOf } from './state.tsx';
import { DEPOSITS } from './texts.ts';

export const NO_FILTERS: DepositFilters = {
  status: undefined,
  asset: undefined,
  method: undefined,
  paymentLinkCode: undefined,
  amount: undefined,
  createdAfter: undefined,
  createdBefore: undefined,
};

/** Facts that a list shows beside its deposits. */
export interface Known {
  /** The links that they were made for, by code. */
  names: ReadonlyMap<string, LinkName>;
  /** The amount due of each deposit that was short or over, by its id. */
  due: ReadonlyMap<string, string>;
}

export async function readKnown(
  on: Queryable,
  accountId: string,
  deposits: readonly DepositRecord[],
): Promise<Known> {
  const off = deposits.filter(({ unmatchedReason: why }) => why === 'UNDERPAID' || why === 'OVERPAID');
  const [names, due] = await Promise.all([
    readLinkNames(on, accountId, deposits),
    listDueOf(on, { accountId, ids: off.map(({ id }) => id) }),
  ]);
  return {
    names,
    due: new Map(due.flatMap(({ id, amountDue }) => (amountDue === null ? [] : [[id, amountDue]]))),
  };
}

/** The link that a deposit was made for. */
export function subjectOf(
  visit: MemberVisit,
  deposit: DepositRecord,
  { names }: Known,
  leads: (amount: string) => string,
): RowSubject {
  const { id, paymentLinkCode: code } = deposit;
  const name = code === null ? undefined : names.get(code);
  return {
    href: pathTo(visit, paths.deposits.deposit, { deposit: id }),
    title: name?.description ?? DEPOSITS[visit.language].noLink,
    detail: referenceOf(code, name),
    label: leads(amountOf(visit, deposit)),
  };
}

/** The amount that arrived and, if that was not the amount due, by how much it differs. */
export function amountColumn(visit: MemberVisit, { due }: Known): Column<DepositRecord> {
  return {
    heading: DEPOSITS[visit.language].amount,
    number: ({ id, exactAmount, amount, asset }) => {
      const arrived = exactAmount ?? amount;
      return (
        <>
          <Amount of={arrived} asset={asset} />
          <Gap visit={visit} arrived={arrived} due={due.get(id)} asset={asset} />
        </>
      );
    },
  };
}

function Gap(props: {
  visit: MemberVisit;
  arrived: string;
  due: string | undefined;
  asset: string;
}): JSX.Element | null {
  const { visit, arrived, due, asset } = props;
  const { language } = visit;
  if (due === undefined) return null;
  const gap = money(arrived).minus(money(due));
  const sign = gap.gt(0) ? '+' : '';
  const quantity = formatQuantity(language, formatExact(gap), asset);
  return (
    <>
      <br />
      <small class="muted">
        {DEPOSITS[language].gap(`${sign}${quantity}`, formatQuantity(language, due, asset))}
      </small>
    </>
  );
}
