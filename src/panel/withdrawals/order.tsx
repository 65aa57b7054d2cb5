import type { JSX } from 'preact';
import type { BalanceRow } from '../../ledger/index.ts';
import { formatAmount } from '../../lib/money.ts';
import { formatMoney, plainNumber } from '../../pages/index.ts';
import { describeShortly, type SavedDestination } from '../../treasury/index.ts';
import type { Outlook as WithdrawalOutlook } from '../../transfers/index.ts';
import { outlookFacts, OutlookHint } from '../approvals/parts.tsx';
import type { Outlook } from '../approvals/requested.ts';
import { describeDestination } from '../frame/destination.ts';
import { Field, Once, Refusal } from '../frame/parts.tsx';
import { Amount, Facts } from '../frame/tables.tsx';
import { pathTo, type MemberVisit, type Page } from '../request/route.ts';
import { WITHDRAWALS, type WithdrawalTexts } from './texts.ts';

export type OrderProblem = keyof WithdrawalTexts['problems'];

/** An order as somebody typed it in. */
export interface Draft {
  destination: string;
  asset: string;
  amount: string;
}

export function orderPage(
  visit: MemberVisit,
  form: {
    draft: Draft;
    destinations: readonly SavedDestination[];
    /** Those with money. */
    balances: readonly BalanceRow[];
    problem?: OrderProblem;
  },
): Page {
  const texts = WITHDRAWALS[visit.language];
  const { destinations, balances, problem } = form;
  return {
    title: texts.newTitle,
    body: (
      <>
        {problem !== undefined && <Refusal>{texts.problems[problem]}</Refusal>}
        {destinations.length === 0 ? (
          <>
            <p>{texts.noDestinations}</p>
            <p>
              <a href={pathTo(visit, 'withdrawals/destinations/new')} role="button">
                {texts.addDestination}
              </a>
            </p>
          </>
        ) : balances.length === 0 ? (
          <p>{texts.noMoney}</p>
        ) : (
          <OrderForm visit={visit} {...form} />
        )}
        <p>
          <a href={pathTo(visit, 'withdrawals')}>{texts.back}</a>
        </p>
      </>
    ),
  };
}

function OrderForm(props: {
  visit: MemberVisit;
  draft: Draft;
  destinations: readonly SavedDestination[];
  balances: readonly BalanceRow[];
}): JSX.Element {
  const { visit, draft, destinations, balances } = props;
  const texts = WITHDRAWALS[visit.language];
  return (
    <form method="get" action={pathTo(visit, 'withdrawals/confirm')} class="narrow">
      <label for="destination">{texts.to}</label>
      <select id="destination" name="destination" required>
        {destinations.map(({ id, label, destination }) => (
          <option value={id} selected={id === draft.destination}>
            {`${label} · ${describeShortly(destination)}`}
          </option>
        ))}
      </select>
      <p>
        <a href={pathTo(visit, 'withdrawals/destinations/new')}>{texts.addDestination}</a>
      </p>
      <label for="asset">{texts.from}</label>
      <select id="asset" name="asset" required>
        {balances.map(({ asset, available }) => (
          <option value={asset} selected={asset === draft.asset}>
            {`${asset} · ${texts.available(formatMoney(visit.language, available, asset))}`}
          </option>
        ))}
      </select>
      <Field
        name="amount"
        label={texts.amount}
        hint={texts.amountHint}
        inputmode="decimal"
        autocomplete="off"
        maxlength={21}
        value={draft.amount}
      />
      <button type="submit">{texts.next}</button>
    </form>
  );
}

/** What would happen, before it does. */
export function confirmPage(
  visit: MemberVisit,
  order: {
    terms: Pick<WithdrawalOutlook, 'saved' | 'fee' | 'net' | 'method'>;
    outlook: Outlook;
    draft: Draft;
    /** Decimal. */
    amount: string;
  },
): Page {
  const texts = WITHDRAWALS[visit.language];
  const { terms, outlook, draft, amount } = order;
  const { saved, fee, net, method } = terms;
  const { asset } = draft;
  return {
    title: texts.confirmTitle,
    body: (
      <>
        <Facts
          of={[
            [
              texts.amount,
              <strong>
                <Amount visit={visit} of={amount} asset={asset} />
              </strong>,
            ],
            [texts.fee, <Amount visit={visit} of={formatAmount(fee)} asset={asset} />],
            [texts.net, <Amount visit={visit} of={formatAmount(net)} asset={method.asset} />],
            [texts.destination, saved.label],
            [texts.method, saved.method],
            [texts.account, describeDestination(saved.destination)],
            ...outlookFacts(visit, outlook.wait),
          ]}
        />
        <OutlookHint visit={visit} of={outlook} />
        <form method="post" action={pathTo(visit, 'withdrawals/new')}>
          <Once />
          <input type="hidden" name="destination" value={draft.destination} />
          <input type="hidden" name="asset" value={asset} />
          <input type="hidden" name="amount" value={plainNumber(amount)} />
          <button type="submit">{texts.confirm(formatMoney(visit.language, amount, asset))}</button>
        </form>
        <p>
          <a href={`${pathTo(visit, 'withdrawals/new')}?${new URLSearchParams({ ...draft }).toString()}`}>
            {texts.change}
          </a>
        </p>
      </>
    ),
  };
}
