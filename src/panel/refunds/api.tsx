import type { JSX } from 'preact';
import type { Queryable } from '../../db/index.ts';
import { formatAmount, money, ZERO } from '../../lib/money.ts';
import { listCurrencyRates } from '../../methods/index.ts';
import { Facts, Field, Refusal, Select, typedAmountOf } from '../../pages/index.ts';
import { OWNERS } from '../../people/index.ts';
import { type ApiRefundLimit, findApiRefundLimit, sumApiRefunds } from '../../treasury/index.ts';
import { useMemberVisit, useTexts } from '../frame/context.tsx';
import { type Form, formOf } from '../frame/form.ts';
import { Amount, Outcome, WithProof } from '../frame/parts.tsx';
import { paths, pathTo } from '../request/paths.ts';
import { attempt, attemptForm } from '../request/refusal.ts';
import { isTechnical, MEMBERS, type MemberVisit, type Page, type Route } from '../request/route.ts';
import type { PanelServices } from '../request/services.ts';
import { sumTyped } from '../request/typed-amount.ts';
import { API_REFUNDS } from './api-texts.ts';

type LimitProblem = keyof (typeof API_REFUNDS)['en']['problems'];

interface ApiRefundsView {
  /** Undefined while refunds by API are off. */
  limit: ApiRefundLimit | undefined;
  /** How much of it is used, in its currency. */
  used: string;
  /** What a limit can be in. */
  currencies: readonly string[];
}

/** Whether, and up to how much, API keys may refund (D41). */
export function apiRefundRoutes({ db, apiRefunds }: PanelServices): Route[] {
  return [
    {
      method: 'get',
      path: paths.refunds.api,
      access: MEMBERS,
      companiesOnly: true,
      handle: async (visit) => ({ page: apiRefundsPage(visit, await readView(db.read, visit.accountId)) }),
    },
    {
      method: 'post',
      path: paths.refunds.api,
      access: OWNERS,
      companiesOnly: true,
      freshProof: true,
      handle: (visit) =>
        attemptForm(
          pathTo(visit, paths.refunds.api),
          API_REFUNDS.en,
          async () => {
            const { accountId, actor } = visit;
            const amount = sumTyped(visit, visit.field('amount').trim());
            const limit = { currency: visit.field('currency'), amount };
            await db.transaction((trx) => apiRefunds.set(trx, accountId, actor, limit));
            return 'on';
          },
          async (problem) => apiRefundsPage(visit, await readView(db.read, visit.accountId), problem),
        ),
    },
    {
      method: 'post',
      path: paths.refunds.apiOff,
      access: OWNERS,
      companiesOnly: true,
      freshProof: true,
      handle: (visit) =>
        attempt({ page: pathTo(visit, paths.refunds.api) }, API_REFUNDS.en, async () => {
          await db.transaction((trx) => apiRefunds.set(trx, visit.accountId, visit.actor, null));
          return 'off';
        }),
    },
  ];
}

async function readView(read: Queryable, accountId: string): Promise<ApiRefundsView> {
  const [limit, rates] = await Promise.all([
    findApiRefundLimit(read, { accountId }),
    listCurrencyRates(read),
  ]);
  const used = limit ? await sumApiRefunds(read, accountId, limit.currency) : '0';
  return { limit, used, currencies: rates.map(({ family }) => family) };
}

/** `problem`: why the limit that was entered was not set. */
function apiRefundsPage(visit: MemberVisit, view: ApiRefundsView, problem?: LimitProblem): Page {
  const texts = API_REFUNDS[visit.language];
  const form = formOf(visit, { problem, texts: texts.problems }, ['amount', 'currency']);
  const { limit, used } = view;
  return {
    title: texts.title,
    back: { href: pathTo(visit, paths.refunds.list), label: texts.back },
    body: (
      <>
        <Outcome notices={texts.notices} />
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
            <LimitForm form={form} of={view} />
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
  const sum = (of: string): JSX.Element => <Amount of={of} asset={limit.currency} />;
  return (
    <Facts
      of={[
        [texts.limit, <strong>{sum(limit.amount)}</strong>],
        [texts.used, sum(used)],
        // The limit may have been lowered to less than was refunded.
        [texts.left, sum(formatAmount(left.isNegative() ? ZERO : left))],
      ]}
    />
  );
}

function LimitForm(props: { form: Form; of: ApiRefundsView }): JSX.Element {
  const visit = useMemberVisit();
  const { form } = props;
  const { limit, currencies } = props.of;
  const choices = limit ? currencies : ['', ...currencies];
  const texts = useTexts(API_REFUNDS);
  return (
    <>
      <h2>{limit ? texts.change : texts.turnOn}</h2>
      <form method="post" action={pathTo(visit, paths.refunds.api)} class="narrow">
        <Refusal>{form.above}</Refusal>
        <Field
          {...form.field('amount', limit && typedAmountOf(limit.amount))}
          label={texts.limit}
          hint={texts.limitHint}
          inputmode="decimal"
          autocomplete="off"
          maxlength={30}
        />
        <Select
          {...form.field('currency', limit?.currency)}
          label={texts.currency}
          options={choices.map((currency) => [currency, currency])}
        />
        <button type="submit">{limit ? texts.change : texts.turnOn}</button>
      </form>
      {limit && (
        <form method="post" action={pathTo(visit, paths.refunds.apiOff)}>
          <button type="submit" class="secondary">
            {texts.turnOff}
          </button>
        </form>
      )}
    </>
  );
}
