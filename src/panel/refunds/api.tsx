import type { JSX } from 'preact';
import type { Queryable } from '../../db/index.ts';
import { formatAmount, money, ZERO } from '../../lib/money.ts';
import { listCurrencyRates } from '../../methods/index.ts';
import { Facts, typedAmountOf } from '../../pages/index.ts';
import { OWNERS } from '../../people/index.ts';
import { type ApiRefundLimit, findApiRefundLimit, sumApiRefunds } from '../../treasury/index.ts';
import { actionOf, formOf } from '../frame/action.tsx';
import { useTexts } from '../frame/context.tsx';
import { sum, text } from '../frame/fields.ts';
import { Amount, AmountField, LimitCurrency, Outcome, WithProof } from '../frame/parts.tsx';
import { pageOf } from '../request/area.ts';
import { paths, pathTo } from '../request/paths.ts';
import { isTechnical, MEMBERS, type MemberVisit, type Page } from '../request/route.ts';
import { API_REFUNDS } from './api-texts.ts';
import { REFUNDS } from './texts.ts';

interface ApiRefundsView {
  /** Undefined while refunds by API are off. */
  limit: ApiRefundLimit | undefined;
  /** How much of it is used, in its currency. */
  used: string;
  /** The currencies that a limit can have. */
  currencies: readonly string[];
}

/** The changes to whether, and up to how much, API keys may refund (D41). */
const ON_PAGE = {
  access: OWNERS,
  companiesOnly: true,
  freshProof: true,
  texts: API_REFUNDS,
  page: paths.refunds.api,
} as const;

export const setApiRefunds = formOf({
  ...ON_PAGE,
  path: paths.refunds.api,
  fields: { amount: sum('currency'), currency: text },
  act: (trx, { accountId, actor }, { apiRefunds }, limit) => apiRefunds.set(trx, accountId, actor, limit),
  flash: 'on',
});

export const turnApiRefundsOff = actionOf({
  ...ON_PAGE,
  path: paths.refunds.apiOff,
  act: (trx, visit, { apiRefunds }) => apiRefunds.set(trx, visit.accountId, visit.actor, null),
  flash: 'off',
});

/** Whether, and up to how much, API keys may refund (D41). */
export const showApiRefunds = pageOf(
  paths.refunds.api,
  MEMBERS,
  async (visit, { db }) => apiRefundsPage(visit, await readView(db.read, visit.accountId)),
  { companiesOnly: true },
);

async function readView(read: Queryable, accountId: string): Promise<ApiRefundsView> {
  const [limit, rates] = await Promise.all([
    findApiRefundLimit(read, { accountId }),
    listCurrencyRates(read),
  ]);
  const used = limit ? await sumApiRefunds(read, accountId, limit.currency) : '0';
  return { limit, used, currencies: rates.map(({ family }) => family) };
}

function apiRefundsPage(visit: MemberVisit, view: ApiRefundsView): Page {
  const texts = API_REFUNDS[visit.language];
  const { limit, used } = view;
  return {
    title: texts.title,
    back: { href: pathTo(visit, paths.refunds.list), label: REFUNDS[visit.language].all },
    body: (
      <>
        <Outcome flashMessages={texts.flashMessages} problems={texts.problems} />
        <p>
          <strong>{limit ? texts.isOn : texts.isOff}</strong> {texts.why}
        </p>
        {limit && <Current limit={limit} used={used} />}
        <ul class="hints">
          {texts.rules.map((rule) => (
            <li>{rule}</li>
          ))}
        </ul>
        {OWNERS.includes(visit.membership.role) ? (
          <WithProof>
            <LimitForm of={view} />
          </WithProof>
        ) : (
          <p class="muted">{texts.onlyOwners}</p>
        )}
        {isTechnical(visit) && (
          <p>
            <a href={pathTo(visit, paths.keys.list)}>{texts.keys}</a>
          </p>
        )}
      </>
    ),
  };
}

function Current(props: { limit: ApiRefundLimit; used: string }): JSX.Element {
  const { limit, used } = props;
  const texts = useTexts(API_REFUNDS);
  const left = money(limit.amount).minus(money(used));
  const amount = (of: string): JSX.Element => <Amount of={of} asset={limit.currency} />;
  return (
    <Facts
      of={[
        [texts.limitForDay, <strong>{amount(limit.amount)}</strong>],
        [texts.used, amount(used)],
        // The limit may have been lowered to less than was refunded.
        [texts.left, amount(formatAmount(left.isNegative() ? ZERO : left))],
      ]}
    />
  );
}

function LimitForm({ of: { limit, currencies } }: { of: ApiRefundsView }): JSX.Element {
  const texts = useTexts(API_REFUNDS);
  return (
    <>
      <h2>{limit ? texts.change : texts.turnOn}</h2>
      <setApiRefunds.Form class="narrow">
        {(field) => (
          <>
            <AmountField
              {...field('amount', limit && typedAmountOf(limit.amount, limit.currency))}
              label={texts.limitForDay}
              hint={texts.limitHint}
            />
            <LimitCurrency field={field} present={limit?.currency} currencies={currencies} />
            <button type="submit">{limit ? texts.change : texts.turnOn}</button>
          </>
        )}
      </setApiRefunds.Form>
      {limit && (
        <turnApiRefundsOff.Form>
          <button type="submit" class="secondary">
            {texts.turnOff}
          </button>
        </turnApiRefundsOff.Form>
      )}
    </>
  );
}
