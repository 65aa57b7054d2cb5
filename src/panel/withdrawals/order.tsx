import type { JSX } from 'preact';
import { type Balance, findBalances } from '../../ledger/index.ts';
import { invalidParam } from '../../lib/errors/errors.ts';
import { formatAmount, money, type Money } from '../../lib/money.ts';
import { Control, formatMoney, Refusal, sumTyped, typedAmountOf, withQuery } from '../../pages/index.ts';
import type { WithdrawalOrder, WithdrawalPreview as WithdrawalOutlook } from '../../transfers/index.ts';
import { describeShortly, listDestinations, type SavedDestination } from '../../treasury/index.ts';
import { bankDayFacts } from '../approvals/bank-days.ts';
import { type MovePreview, readOutlook } from '../approvals/requested.ts';
import { formOf } from '../frame/action.tsx';
import { useMemberVisit, useTexts } from '../frame/context.tsx';
import { describeDestination } from '../frame/destination.ts';
import { type Form, fieldsOf } from '../frame/fields.ts';
import { AmountField, withAvailable } from '../frame/parts.tsx';
import { readAvailable, Review, REVIEW } from '../approvals/review.tsx';
import { pageOf } from '../request/area.ts';
import { objectPages, paths, pathTo } from '../request/paths.ts';
import { refusalOf } from '../request/refusal.ts';
import { type MemberVisit, MONEY, type Page } from '../request/route.ts';
import type { PanelServices } from '../request/services.ts';
import { WITHDRAWALS } from './texts.ts';

/** An order as a person typed it. */
interface Draft {
  destination: string;
  asset: string;
  amount: string;
}

/** A balance, and the destinations that can take it. */
interface WithdrawalOption {
  balance: Balance;
  destinations: readonly SavedDestination[];
}

interface OrderForm {
  draft: Draft;
  hasDestinations: boolean;
  hasMoney: boolean;
  /** Only balances with money that some destination can take. */
  options: readonly WithdrawalOption[];
}

/** A withdrawal, as it was reviewed. */
export const requestWithdrawal = formOf({
  path: paths.withdrawals.new,
  access: MONEY,
  freshProof: true,
  once: true,
  review: { method: 'get', path: paths.withdrawals.confirm },
  texts: WITHDRAWALS,
  page: paths.withdrawals.new,
  // The fields of its page lead to the review.
  fields: {},
  act: async (trx, visit, { requests }) => {
    const order = toOrder(draftOf(visit));
    const created = await requests.create(trx, visit.accountId, visit.actor, order);
    return { id: created.withdrawal.id, waitsFor: created.waitsFor };
  },
  flash: ({ waitsFor }) => waitsFor ?? 'sent',
  to: (visit, { id }) => objectPages.withdrawal(visit, id),
});

/** A new withdrawal. */
export const showOrder = pageOf(paths.withdrawals.new, MONEY, async (visit, services) =>
  orderPage(visit, await readForm(services, visit)),
);

/** The page on which it is confirmed. It asks for the proof first, so that no confirmation is lost to it. */
export const reviewWithdrawal = pageOf(
  paths.withdrawals.confirm,
  MONEY,
  async (visit, { db, requests }) => {
    const draft = draftOf(visit);
    if (draft.destination === '') return { redirect: pathTo(visit, paths.withdrawals.new) };
    try {
      const order = toOrder(draft);
      const terms = await requests.preview(db.read, visit.accountId, visit.actor, order);
      const [outlook, available] = await Promise.all([
        readOutlook(db.read, visit, terms),
        readAvailable(db.read, visit.accountId, order.asset),
      ]);
      const { amount } = order;
      return confirmPage(visit, { terms, outlook, draft, amount, after: available.minus(amount) });
    } catch (error) {
      const on = { form: paths.withdrawals.confirm, page: paths.withdrawals.new };
      return refusalOf(error, on, WITHDRAWALS.en.problems);
    }
  },
  { freshProof: true },
);

async function readForm({ db, withdrawals }: PanelServices, visit: MemberVisit): Promise<OrderForm> {
  const { accountId } = visit;
  const [destinations, { balances }] = await Promise.all([
    listDestinations(db.read, { accountId }),
    findBalances(db.read, accountId),
  ]);
  const withMoney = balances.filter(({ available }) => money(available).gt(0));
  const assets = withMoney.map((balance) => balance.asset);
  const carries = await withdrawals.readCarriers(db.read, accountId, assets);
  return {
    draft: draftOf(visit),
    hasDestinations: destinations.length > 0,
    hasMoney: withMoney.length > 0,
    options: withMoney
      .map((balance) => ({
        balance,
        destinations: destinations.filter(({ method }) => carries(method, balance.asset)),
      }))
      .filter(({ destinations }) => destinations.length > 0),
  };
}

/** From the form, or from the page that was confirmed. */
function draftOf(visit: MemberVisit): Draft {
  const read = (name: string): string | undefined =>
    visit.request.method === 'POST' ? visit.field(name) : visit.query(name);
  // The form has one field for both, the page that confirms them one for each.
  const [destination = '', asset = ''] = (read('option') ?? '').split(' ');
  return {
    destination: read('destination') ?? destination,
    asset: read('asset') ?? asset,
    amount: (read('amount') ?? '').trim(),
  };
}

/** Throws `invalid_request` for what is not an amount. */
function toOrder({ destination, asset, amount: text }: Draft): WithdrawalOrder {
  const amount = sumTyped(text, asset);
  if (!/^[A-Z0-9]{1,20}$/.test(asset)) throw invalidParam('asset', 'asset must be the name of an asset.');
  return { destinationId: destination, asset, amount };
}

function orderPage(visit: MemberVisit, order: OrderForm): Page {
  const texts = WITHDRAWALS[visit.language];
  const { draft, hasDestinations, hasMoney, options } = order;
  const chosen = options.find(({ balance }) => balance.asset === draft.asset)?.balance;
  const form = fieldsOf(
    visit,
    withAvailable(visit, texts, chosen),
    options.length === 0 ? [] : ['option', 'amount'],
    { destination_not_found: 'option', 'invalid_request.method': 'option', insufficient_funds: 'amount' },
  );
  const addDestination = (
    <p>
      <a href={pathTo(visit, paths.destinations.new)} role="button">
        {texts.addDestination}
      </a>
    </p>
  );
  return {
    title: texts.start,
    back: { href: pathTo(visit, paths.withdrawals.list), label: texts.all },
    body: (
      <>
        <Refusal>{form.above}</Refusal>
        {!hasDestinations ? (
          <>
            <p>{texts.noDestinations}</p>
            {addDestination}
          </>
        ) : !hasMoney ? (
          <p>{texts.noMoney}</p>
        ) : options.length === 0 ? (
          <>
            <p>{texts.noOption}</p>
            {addDestination}
          </>
        ) : (
          <OrderFields form={form} order={order} />
        )}
      </>
    ),
  };
}

function OrderFields(props: { form: Form; order: OrderForm }): JSX.Element {
  const visit = useMemberVisit();
  const { form } = props;
  const texts = useTexts(WITHDRAWALS);
  const { draft, options } = props.order;
  const isChosen = (asset: string, id: string): boolean =>
    id === draft.destination && (draft.asset === '' || asset === draft.asset);
  return (
    <form method="get" action={pathTo(visit, paths.withdrawals.confirm)} class="narrow">
      <Control {...form.field('option')} label={texts.option}>
        {(attributes) => (
          <select {...attributes} required>
            {options.map(({ balance: { asset, available }, destinations }) => (
              <optgroup
                label={`${asset} · ${texts.available(formatMoney(visit.language, available, asset))}`}
              >
                {destinations.map(({ id, label, destination }) => (
                  <option value={`${id} ${asset}`} selected={isChosen(asset, id)}>
                    {`${asset} → ${label} · ${describeShortly(destination)}`}
                  </option>
                ))}
              </optgroup>
            ))}
          </select>
        )}
      </Control>
      <p>
        <a href={pathTo(visit, paths.destinations.new)}>{texts.addDestination}</a>
      </p>
      <AmountField
        {...form.field('amount')}
        value={draft.amount}
        label={texts.amount}
        hint={texts.amountHint}
      />
      <button type="submit">{texts.proceed}</button>
    </form>
  );
}

/** The outcome of the order, before it is placed. */
function confirmPage(
  visit: MemberVisit,
  order: {
    terms: Pick<WithdrawalOutlook, 'saved' | 'fee' | 'net' | 'method' | 'bankingDays'>;
    outlook: MovePreview;
    draft: Draft;
    amount: Money;
    /** The rest of the balance. */
    after: Money;
  },
): Page {
  const texts = WITHDRAWALS[visit.language];
  const { terms, outlook, draft, amount, after } = order;
  const { saved, fee, net, method } = terms;
  const { asset } = draft;
  const typed = typedAmountOf(formatAmount(amount), asset);
  return {
    title: texts.confirmTitle,
    body: (
      <Review
        of={{
          from: REVIEW[visit.language].balance(asset),
          to: saved.label,
          method: saved.method,
          amount: { amount, asset },
          fee: { amount: fee, asset },
          arrives: { amount: net, asset: method.asset },
          outlook,
          after: { amount: after, asset },
          more: [
            [texts.account, describeDestination(saved.destination)],
            ...bankDayFacts(visit, [terms], outlook.wait.goesAt ?? visit.now),
          ],
        }}
        form={(content) => <requestWithdrawal.Form>{() => content}</requestWithdrawal.Form>}
        fields={
          <>
            <input type="hidden" name="destination" value={draft.destination} />
            <input type="hidden" name="asset" value={asset} />
            <input type="hidden" name="amount" value={typed} />
          </>
        }
        submit={texts.confirm(formatMoney(visit.language, formatAmount(amount), asset))}
        back={{
          href: withQuery(pathTo(visit, paths.withdrawals.new), { ...draft, amount: typed }),
          text: texts.change,
        }}
      />
    ),
  };
}
