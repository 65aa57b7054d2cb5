import type { JSX } from 'preact';
import { formatAmount, money, ZERO } from '../../../lib/money.ts';
import { listCurrencyRates } from '../../../methods/index.ts';
import { Facts, Field, formatMoney, Refusal, Select, typedAmountOf } from '../../../pages/index.ts';
import { findLimit, type AccountLimit, sumMovedAlone } from '../../../treasury/index.ts';
import { useMemberVisit, useTexts } from '../../frame/context.tsx';
import { type Form, formOf } from '../../frame/form.ts';
import { Amount, Moment, Outcome, WithProof } from '../../frame/parts.tsx';
import { paths, pathTo } from '../../request/paths.ts';
import { READERS } from '../../request/readers.ts';
import { attemptForm } from '../../request/refusal.ts';
import { type MemberVisit, type Page, type Route } from '../../request/route.ts';
import { OWNERS } from '../../../people/index.ts';
import type { PanelServices } from '../../request/services.ts';
import { amountTyped } from '../../request/typed-amount.ts';
import { LIMITS } from './texts.ts';

type LimitProblem = keyof (typeof LIMITS)['en']['problems'];

interface LimitView {
  /** Undefined when none was ever set. */
  limit: AccountLimit | undefined;
  /** How much of it is used, in its currency. */
  used: string;
  /** What a limit can be in. */
  currencies: readonly string[];
  /** Why the limit that was entered was not set. */
  problem: LimitProblem | undefined;
}

/** What one person may move out of the account alone (D44). */
export function limitRoutes({ db, limits }: PanelServices): Route[] {
  const show = async (visit: MemberVisit, problem?: LimitProblem): Promise<Page> => {
    const { accountId } = visit;
    const [limit, rates] = await Promise.all([findLimit(db.read, { accountId }), listCurrencyRates(db.read)]);
    const used = limit ? await sumMovedAlone(db.read, accountId, limit.currency) : '0';
    return limitPage(visit, { limit, used, currencies: rates.map(({ family }) => family), problem });
  };

  return [
    {
      method: 'get',
      path: paths.withdrawals.limits,
      access: READERS,
      handle: async (visit) => ({ page: await show(visit) }),
    },
    {
      method: 'post',
      path: paths.withdrawals.limits,
      access: OWNERS,
      freshProof: true,
      handle: (visit) =>
        attemptForm(
          pathTo(visit, paths.withdrawals.limits),
          LIMITS.en,
          async () => {
            const { accountId, actor } = visit;
            const text = visit.field('amount').trim();
            const amount = text === '' ? null : amountTyped(visit, text);
            const limit = { currency: visit.field('currency'), amount };
            await db.transaction((trx) => limits.set(trx, accountId, actor, limit));
            return 'set';
          },
          (problem) => show(visit, problem),
        ),
    },
  ];
}

function limitPage(visit: MemberVisit, { limit, used, currencies, problem }: LimitView): Page {
  const texts = LIMITS[visit.language];
  const form = formOf(visit, { problem, texts: texts.problems }, ['amount', 'currency']);
  return {
    title: texts.title,
    back: { href: pathTo(visit, paths.withdrawals.list), label: texts.back },
    body: (
      <>
        <Outcome notices={texts.notices} />
        <p>
          {texts.why} <span class="muted">{texts.valued}</span>
        </p>
        {(limit?.amount ?? null) === null && <p>{texts.none}</p>}
        {limit && <Current limit={limit} used={used} />}
        <h2>{texts.set}</h2>
        {OWNERS.includes(visit.membership.role) ? (
          <LimitForm form={form} limit={limit} currencies={currencies} />
        ) : (
          <p class="muted">{texts.onlyOwners}</p>
        )}
      </>
    ),
  };
}

function Current({ limit, used }: { limit: AccountLimit; used: string }): JSX.Element {
  const visit = useMemberVisit();
  const texts = useTexts(LIMITS);
  const { currency, amount, nextAmount, nextCurrency, nextAt } = limit;
  const sum = (of: string): JSX.Element => <Amount of={of} asset={currency} />;
  const next =
    nextAmount === null ? texts.noLimit : formatMoney(visit.language, nextAmount, nextCurrency ?? currency);
  return (
    <Facts
      of={[
        [texts.limit, amount !== null && <strong>{sum(amount)}</strong>],
        [texts.used, sum(used)],
        [texts.left, amount !== null && sum(leftOf(amount, used))],
        [
          texts.next,
          nextAt && (
            <>
              {texts.from(next)} <Moment at={nextAt} />
            </>
          ),
        ],
      ]}
    />
  );
}

/** A limit may have been lowered to less than was moved. */
function leftOf(amount: string, used: string): string {
  const left = money(amount).minus(money(used));
  return formatAmount(left.isNegative() ? ZERO : left);
}

function LimitForm(props: Pick<LimitView, 'limit' | 'currencies'> & { form: Form }): JSX.Element {
  const visit = useMemberVisit();
  const { form, limit, currencies } = props;
  const texts = useTexts(LIMITS);
  return (
    <>
      <p class="muted">{texts.setHint}</p>
      <WithProof>
        <form method="post" action={pathTo(visit, paths.withdrawals.limits)} class="narrow">
          <Refusal>{form.above}</Refusal>
          <Field
            {...form.field('amount', limit && limit.amount !== null ? typedAmountOf(limit.amount) : '')}
            label={texts.amount}
            hint={texts.amountHint}
            inputmode="decimal"
            autocomplete="off"
            required={false}
            maxlength={30}
          />
          <Select
            {...form.field('currency', limit?.currency)}
            label={texts.currency}
            options={currencies.map((currency) => [currency, currency])}
          />
          <button type="submit">{texts.save}</button>
        </form>
      </WithProof>
    </>
  );
}
