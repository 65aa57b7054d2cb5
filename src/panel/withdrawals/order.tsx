import type { JSX } from 'preact';
import { type Balance, findBalances } from '../../ledger/index.ts';
import { invalidParam } from '../../lib/errors/errors.ts';
import { formatAmount, money, parseRequestAmount } from '../../lib/money.ts';
import { formatMoney, plainNumber, withQuery } from '../../pages/index.ts';
import type { WithdrawalOrder, Outlook as WithdrawalOutlook } from '../../transfers/index.ts';
import { describeShortly, listDestinations, type SavedDestination } from '../../treasury/index.ts';
import { outlookFacts, OutlookHint } from '../approvals/parts.tsx';
import { type Outlook, readOutlook } from '../approvals/requested.ts';
import { describeDestination } from '../frame/destination.ts';
import { Field, Once, Refusal } from '../frame/parts.tsx';
import { Amount, Facts } from '../frame/tables.tsx';
import { createOnce } from '../request/once.ts';
import { paths, pathTo } from '../request/paths.ts';
import { reasonOf } from '../request/refusal.ts';
import { type MemberVisit, MONEY, type Page, type Reply, type Route } from '../request/route.ts';
import type { PanelServices } from '../request/services.ts';
import { WITHDRAWALS, type WithdrawalTexts } from './texts.ts';

type OrderProblem = keyof WithdrawalTexts['problems'];

/** An order as somebody typed it in. */
interface Draft {
  destination: string;
  asset: string;
  amount: string;
}

/** A new withdrawal: filled in, checked, and requested. */
export function orderWithdrawal(services: PanelServices): Route[] {
  const { db, requests } = services;
  const once = createOnce(services);

  const showOrder = async (visit: MemberVisit, draft: Draft, problem?: OrderProblem): Promise<Reply> => {
    const [destinations, { balances }] = await Promise.all([
      listDestinations(db.read, { accountId: visit.accountId }),
      findBalances(db.read, visit.accountId),
    ]);
    const form = {
      draft,
      destinations,
      balances: balances.filter(({ available }) => money(available).gt(0)),
    };
    if (problem === undefined) return { page: orderPage(visit, form) };
    return { page: orderPage(visit, { ...form, problem }), status: 422 };
  };

  return [
    {
      method: 'get',
      path: paths.withdrawals.new,
      access: MONEY,
      handle: (visit) =>
        showOrder(
          visit,
          draftOf((name) => visit.query(name)),
        ),
    },
    {
      method: 'get',
      path: paths.withdrawals.confirm,
      access: MONEY,
      // What is confirmed here moves money, and should not first be lost to proving who one is.
      freshProof: true,
      handle: async (visit) => {
        const draft = draftOf((name) => visit.query(name));
        if (draft.destination === '') return { redirect: pathTo(visit, paths.withdrawals.new) };
        try {
          const order = toOrder(draft);
          const terms = await requests.preview(db.read, visit.accountId, visit.actor, order);
          const outlook = await readOutlook(db.read, visit, terms);
          return { page: confirmPage(visit, { terms, outlook, draft, amount: order.amount.toFixed() }) };
        } catch (error) {
          return showOrder(visit, draft, reasonOf(error, WITHDRAWALS[visit.language].problems));
        }
      },
    },
    {
      method: 'post',
      path: paths.withdrawals.new,
      access: MONEY,
      freshProof: true,
      handle: async (visit) => {
        const draft = draftOf((name) => visit.field(name));
        try {
          const { id, waitsFor } = await once(visit, () => {
            const order = toOrder(draft);
            return async (trx) => {
              const created = await requests.create(trx, visit.accountId, visit.actor, order);
              return { id: created.withdrawal.id, waitsFor: created.waitsFor };
            };
          });
          return {
            redirect: withQuery(pathTo(visit, paths.withdrawals.withdrawal, { withdrawal: id }), {
              notice: waitsFor ?? 'sent',
            }),
          };
        } catch (error) {
          return showOrder(visit, draft, reasonOf(error, WITHDRAWALS[visit.language].problems));
        }
      },
    },
  ];
}

function draftOf(read: (name: string) => string | undefined): Draft {
  return {
    destination: read('destination') ?? '',
    asset: read('asset') ?? '',
    amount: (read('amount') ?? '').trim(),
  };
}

/** Throws `invalid_request` for what is not an amount. */
function toOrder({ destination, asset, amount: text }: Draft): WithdrawalOrder {
  const amount = parseRequestAmount(text);
  if (!amount?.gt(0)) throw invalidParam('amount', 'amount must be a decimal greater than zero.');
  if (!/^[A-Z0-9]{1,20}$/.test(asset)) throw invalidParam('asset', 'asset must be the name of an asset.');
  return { destinationId: destination, asset, amount };
}

function orderPage(
  visit: MemberVisit,
  form: {
    draft: Draft;
    destinations: readonly SavedDestination[];
    /** Those with money. */
    balances: readonly Balance[];
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
              <a href={pathTo(visit, paths.destinations.new)} role="button">
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
          <a href={pathTo(visit, paths.withdrawals.list)}>{texts.back}</a>
        </p>
      </>
    ),
  };
}

function OrderForm(props: {
  visit: MemberVisit;
  draft: Draft;
  destinations: readonly SavedDestination[];
  balances: readonly Balance[];
}): JSX.Element {
  const { visit, draft, destinations, balances } = props;
  const texts = WITHDRAWALS[visit.language];
  return (
    <form method="get" action={pathTo(visit, paths.withdrawals.confirm)} class="narrow">
      <label for="destination">{texts.to}</label>
      <select id="destination" name="destination" required>
        {destinations.map(({ id, label, destination }) => (
          <option value={id} selected={id === draft.destination}>
            {`${label} · ${describeShortly(destination)}`}
          </option>
        ))}
      </select>
      <p>
        <a href={pathTo(visit, paths.destinations.new)}>{texts.addDestination}</a>
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
function confirmPage(
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
        <form method="post" action={pathTo(visit, paths.withdrawals.new)}>
          <Once />
          <input type="hidden" name="destination" value={draft.destination} />
          <input type="hidden" name="asset" value={asset} />
          <input type="hidden" name="amount" value={plainNumber(amount)} />
          <button type="submit">{texts.confirm(formatMoney(visit.language, amount, asset))}</button>
        </form>
        <p>
          <a href={withQuery(pathTo(visit, paths.withdrawals.new), { ...draft })}>{texts.change}</a>
        </p>
      </>
    ),
  };
}
